import { newId } from '@app/database';
import { anActiveEndpoint } from '@app/outbox/testing';
import { until } from '@app/process/testing';
import type { DataSource } from 'typeorm';
import { ClaimsQueries } from '../dispatch/claims.queries.js';
import { OpenRange } from '../dispatch/open-range.queries.js';

export const claimsOn = (db: DataSource, open = new OpenRange(db)): ClaimsQueries => new ClaimsQueries(db, open);

export type Destination = { readonly userId: string; readonly endpointId: string };

/** A user with a destination. */
export async function aDestination(db: DataSource, verification = 'verified'): Promise<Destination> {
  const userId = await aUser(db);
  const endpointId = await anActiveEndpoint(db, userId);
  if (verification !== 'verified')
    await db.query('UPDATE webhook_endpoints SET verification = $2, verified_at = NULL WHERE id = $1', [endpointId, verification]);
  return { userId, endpointId };
}

/** Stores deliveries without events. @param columns SQL of further columns, and their values */
export const storeDeliveries = (
  db: DataSource,
  { userId, endpointId }: Destination,
  count: number,
  [columns, values]: readonly [columns: string, values: string] = ['ready_at', 'now()'],
): Promise<unknown> =>
  db.query(
    `INSERT INTO webhook_deliveries (id, user_id, endpoint_id, event_id, event_type, body, ${columns})
     SELECT uuidv7(), $1, $2, gen_random_uuid(), 'video_quota.low', '{}', ${values} FROM generate_series(1, $3)`,
    [userId, endpointId, count],
  );

/** Returns once so many statements wait for a lock. */
export const untilLocked = (db: DataSource, count = 1): Promise<unknown> =>
  until(async () => {
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
    return (await db.query<unknown[]>(waiting)).length >= count;
  });

export async function aUser(db: DataSource): Promise<string> {
  const id = newId();
  await db.query(`INSERT INTO users (id, name) VALUES ($1, 'U')`, [id]);
  return id;
}

export type Attempted = {
  readonly status: string;
  readonly outcome: string | null;
  readonly attempts: number;
  readonly retry: boolean | null;
};

/** The row of the user's only delivery, once it has been attempted. */
export async function attempted(db: DataSource, userId: string): Promise<Attempted> {
  const attempt = `SELECT status, outcome, attempts, retry_at > now() AS retry FROM webhook_deliveries WHERE user_id = $1 AND outcome IS NOT NULL`;
  return until(async () => (await db.query<Attempted[]>(attempt, [userId]))[0]);
}
