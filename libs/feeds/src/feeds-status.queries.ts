import { STUCK_AFTER, workStatus } from '@app/database';

export const feedsStatus = workStatus(
  'feed refetches',
  `SELECT count(*) FILTER (WHERE status = 'queued' AND due_at <= now())::int
            + (SELECT count(*)::int FROM feeds WHERE next_refetch_at <= now() AND host IS NOT NULL) AS due,
          count(*) FILTER (WHERE status = 'fetching' AND due_at > now())::int AS running,
          count(*) FILTER (WHERE status = 'queued' AND attempts > 0)::int AS failing,
          count(*) FILTER (WHERE due_at < now() - ${STUCK_AFTER})::int AS stuck,
          least(min(due_at) FILTER (WHERE status = 'queued' AND due_at <= now()),
                (SELECT min(next_refetch_at) FROM feeds WHERE next_refetch_at <= now() AND host IS NOT NULL)) AS "oldestDueAt"
     FROM rss_refetches WHERE status IN ('queued', 'fetching')`,
);
