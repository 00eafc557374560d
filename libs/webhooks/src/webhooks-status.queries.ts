import { STUCK_AFTER, workStatus } from '@app/database';

/** Stuck deliveries that are counted: more of them need the same attention. */
const MAX_STUCK = 10_000;

/** The state of this feature's background work, for operators, counted in a partial index of unfinished rows. */
export const webhooksStatus = workStatus(
  'webhook deliveries',
  `SELECT (SELECT count(*)::int FROM webhook_deliveries WHERE ready_at IS NOT NULL) AS due,
          (SELECT count(*)::int FROM webhook_deliveries WHERE retry_at IS NOT NULL) AS failing,
          (SELECT count(*)::int FROM webhook_deliveries WHERE lease_until >= now()) AS running,
          (SELECT count(*)::int FROM (SELECT FROM webhook_deliveries WHERE ready_at < now() - ${STUCK_AFTER} LIMIT ${MAX_STUCK}) AS late)
            + (SELECT count(*)::int FROM webhook_deliveries WHERE lease_until < now() - ${STUCK_AFTER}) AS stuck,
          (SELECT min(ready_at) FROM webhook_deliveries WHERE ready_at IS NOT NULL) AS "oldestDueAt"`,
);
