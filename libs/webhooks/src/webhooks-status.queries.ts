import { STUCK_AFTER_SECONDS, type WorkStatus } from '@app/platform';
import type { DataSource } from 'typeorm';

type Row = Omit<WorkStatus, 'work'>;

/** The state of the background work of this feature, for operators. */
export async function webhooksStatus(db: DataSource): Promise<WorkStatus> {
  const [row] = await db.query<Row[]>(
    `SELECT count(*) FILTER (WHERE ready_at IS NOT NULL)::int AS due,
            count(*) FILTER (WHERE lease_until >= now())::int AS running,
            count(*) FILTER (WHERE retry_at IS NOT NULL)::int AS failing,
            count(*) FILTER (WHERE ready_at < now() - $1 * interval '1 second' OR lease_until < now() - $1 * interval '1 second')::int AS stuck,
            min(ready_at) AS "oldestDueAt"
       FROM webhook_deliveries WHERE finished_at IS NULL`,
    [STUCK_AFTER_SECONDS],
  );
  return { work: 'webhook deliveries', due: 0, running: 0, failing: 0, stuck: 0, oldestDueAt: null, ...row };
}
