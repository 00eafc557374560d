import type { EntityManager } from 'typeorm';

type Failing = { readonly endpointId: string; readonly userId: string; readonly failingSince: Date };

/** Destinations that one statement takes. */
const BATCH_SIZE = 100;

/** Takes destinations that have failed for an hour, of users not told yet, each once, however many workers look. */
export async function takeFailing(tx: EntityManager): Promise<readonly Failing[]> {
  const [rows] = await tx.query<[Failing[], number]>(
    `UPDATE webhook_health h SET told_at = clock_timestamp() FROM webhook_endpoints e
      WHERE e.id = h.endpoint_id AND h.endpoint_id = ANY (ARRAY(
              SELECT due.endpoint_id FROM webhook_health due JOIN webhook_endpoints present ON present.id = due.endpoint_id
               WHERE due.failing_since <= statement_timestamp() - interval '1 hour' AND due.told_at IS NULL
               ORDER BY due.failing_since LIMIT ${BATCH_SIZE} FOR UPDATE OF due SKIP LOCKED))
     RETURNING h.endpoint_id AS "endpointId", e.user_id AS "userId", h.failing_since AS "failingSince"`,
  );
  return rows;
}
