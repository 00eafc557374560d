import { newId } from '@app/database';
import { readsOn } from '@app/database/testing';
import { until } from '@app/process/testing';
import type { DataSource } from 'typeorm';
import { ClaimsQueries } from '../dispatch/claims.queries.js';
import { OpenRange } from '../dispatch/open-range.queries.js';

/** Claims of a worker, which may know a replica. */
export const claimsOn = (
  db: DataSource,
  { open = new OpenRange(db), replicaUrl }: { open?: OpenRange; replicaUrl?: string } = {},
): ClaimsQueries => new ClaimsQueries(db, open, readsOn(db, replicaUrl));

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
