import { STUCK_AFTER_SECONDS, type WorkStatus } from '@app/database';
import type { DataSource } from 'typeorm';

type Row = Omit<WorkStatus, 'work'>;

export async function feedsStatus(db: DataSource): Promise<WorkStatus> {
  const [row] = await db.query<Row[]>(
    `SELECT count(*) FILTER (WHERE status = 'queued' AND due_at <= now())::int
              + (SELECT count(*)::int FROM feeds WHERE next_refetch_at <= now() AND host IS NOT NULL) AS due,
            count(*) FILTER (WHERE status = 'fetching' AND due_at > now())::int AS running,
            count(*) FILTER (WHERE status = 'queued' AND attempts > 0)::int AS failing,
            count(*) FILTER (WHERE due_at < now() - $1 * interval '1 second')::int AS stuck,
            least(min(due_at) FILTER (WHERE status = 'queued' AND due_at <= now()),
                  (SELECT min(next_refetch_at) FROM feeds WHERE next_refetch_at <= now() AND host IS NOT NULL)) AS "oldestDueAt"
       FROM rss_refetches WHERE status IN ('queued', 'fetching')`,
    [STUCK_AFTER_SECONDS],
  );
  return { work: 'feed refetches', due: 0, running: 0, failing: 0, stuck: 0, oldestDueAt: null, ...row };
}
