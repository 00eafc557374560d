import { STUCK_AFTER, workStatus } from '@app/database';

export const videoStocksStatus = workStatus(
  'video probes',
  `SELECT count(*) FILTER (WHERE probe_claim IS NULL AND probe_due_at <= now())::int AS due,
          count(*) FILTER (WHERE probe_claim IS NOT NULL AND probe_due_at > now())::int AS running,
          count(*) FILTER (WHERE probe_attempts > 0)::int AS failing,
          count(*) FILTER (WHERE probe_due_at < now() - ${STUCK_AFTER})::int AS stuck,
          min(probe_due_at) FILTER (WHERE probe_due_at <= now()) AS "oldestDueAt"
     FROM video_stocks WHERE status = 'processing'`,
);
