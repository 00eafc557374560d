import { STUCK_AFTER_SECONDS, type WorkStatus } from '@app/platform';
import type { DataSource } from 'typeorm';

type Row = Omit<WorkStatus, 'work'>;

/** The state of the background work of this feature, for operators. */
export async function feedsStatus(db: DataSource): Promise<WorkStatus> {
  const [row] = await db.query<Row[]>(
    `SELECT count(*) FILTER (WHERE status = 'queued' AND due_at <= now())::int AS due,
            count(*) FILTER (WHERE status = 'fetching' AND due_at > now())::int AS running,
            count(*) FILTER (WHERE status = 'queued' AND attempts > 0)::int AS failing,
            count(*) FILTER (WHERE due_at < now() - $1 * interval '1 second')::int AS stuck,
            min(due_at) FILTER (WHERE status = 'queued' AND due_at <= now()) AS "oldestDueAt"
       FROM rss_refetches WHERE status IN ('queued', 'fetching')`,
    [STUCK_AFTER_SECONDS],
  );
  return { work: 'feed refetches', due: 0, running: 0, failing: 0, stuck: 0, oldestDueAt: null, ...row };
}
