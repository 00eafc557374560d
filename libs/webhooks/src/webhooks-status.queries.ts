import { STUCK_AFTER_SECONDS, type WorkStatus } from '@app/database';
import type { DataSource } from 'typeorm';

type Row = Omit<WorkStatus, 'work'>;

/** Stuck deliveries that are counted: more of them need the same attention. */
const MAX_STUCK = 10_000;

/** The state of the background work of this feature, for operators. Each figure is counted in a partial index of unfinished rows. */
export async function webhooksStatus(db: DataSource): Promise<WorkStatus> {
  const [row] = await db.query<Row[]>(
    `SELECT (SELECT count(*)::int FROM webhook_deliveries WHERE ready_at IS NOT NULL) AS due,
            (SELECT count(*)::int FROM webhook_deliveries WHERE retry_at IS NOT NULL) AS failing,
            (SELECT count(*)::int FROM webhook_deliveries WHERE lease_until >= now()) AS running,
            (SELECT count(*)::int FROM (SELECT FROM webhook_deliveries WHERE ready_at < now() - $1 * interval '1 second' LIMIT ${MAX_STUCK}) AS late)
              + (SELECT count(*)::int FROM webhook_deliveries WHERE lease_until < now() - $1 * interval '1 second') AS stuck,
            (SELECT min(ready_at) FROM webhook_deliveries WHERE ready_at IS NOT NULL) AS "oldestDueAt"`,
    [STUCK_AFTER_SECONDS],
  );
  return { work: 'webhook deliveries', due: 0, running: 0, failing: 0, stuck: 0, oldestDueAt: null, ...row };
}
