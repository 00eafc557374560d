import type { EntityManager } from 'typeorm';
import { LOW_PERCENT } from './low-quota.js';

/** A user whose quota is low and who was not told of it, with a destination that may be told. */
export type Untold = {
  readonly userId: string;
  readonly usedSeconds: number;
  readonly availableSeconds: number;
  /** Whether the destination is active; otherwise its verification is under way. */
  readonly isActive: boolean;
  /** The event that is held for a destination that was not active. */
  readonly heldEventId: string | null;
};

/** Notes that a check runs. Other checks wait for the end of the transaction. */
export async function beginCheck(tx: EntityManager, now: Date): Promise<void> {
  await tx.query('UPDATE quota_checks SET checked_at = $1', [now]);
}

/** Accounts that one statement turns. */
const BATCH_SIZE = 50_000;

/** Whether the state of account a of user u is not what its usage says; $1 is the percentage. */
const HAS_CROSSED = '(a.low_since IS NOT NULL) <> (a.used_seconds > 0 AND a.used_seconds * 100 >= u.available_seconds * $1)';

/** Finds every user whose usage has crossed 90 % since the last check, either way, and turns their state. @returns how many */
export async function turnCrossings(tx: EntityManager): Promise<{ readonly risen: number; readonly fallen: number }> {
  const total = { risen: 0, fallen: 0 };
  for (;;) {
    const crossed = await findCrossed(tx);
    if (crossed.length === 0) return total;
    const { risen, fallen } = await turn(tx, crossed);
    total.risen += risen;
    total.fallen += fallen;
    if (crossed.length < BATCH_SIZE) return total;
  }
}

/** By a statement of its own: PostgreSQL reads with several processes only where it writes nothing. */
async function findCrossed(tx: EntityManager): Promise<readonly string[]> {
  const [row] = await tx.query<{ ids: string[] | null }[]>(
    `SELECT (array_agg(a.user_id))[1:$2] AS ids FROM quota_accounts a JOIN users u ON u.id = a.user_id WHERE ${HAS_CROSSED}`,
    [LOW_PERCENT, BATCH_SIZE],
  );
  return row?.ids ?? [];
}

/** Usage may have changed since the accounts were found. */
async function turn(tx: EntityManager, userIds: readonly string[]): Promise<{ readonly risen: number; readonly fallen: number }> {
  const [row] = await tx.query<{ risen: number; fallen: number }[]>(
    `WITH turned AS (
       UPDATE quota_accounts a
          SET low_since = CASE WHEN a.low_since IS NULL THEN now() END, told_at = NULL, held_event_id = NULL
         FROM users u
        WHERE u.id = a.user_id AND a.user_id = ANY ($2::uuid[]) AND ${HAS_CROSSED}
       RETURNING a.low_since
     )
     SELECT count(low_since)::int AS risen, (count(*) - count(low_since))::int AS fallen FROM turned`,
    [LOW_PERCENT, userIds],
  );
  return row ?? { risen: 0, fallen: 0 };
}

/**
 * Users whose quota is low, who were not told, and who have a destination that is active, or one under verification that has no
 * event held yet. Destinations keep their state until the end of the transaction. A destination that is being changed at this
 * moment is left to the next check, so that the check never waits for a lock.
 */
export async function untold(tx: EntityManager): Promise<readonly Untold[]> {
  const rows = await tx.query<{ userId: string; used: string; available: string; isActive: boolean; heldEventId: string | null }[]>(
    `SELECT a.user_id AS "userId", a.used_seconds AS used, u.available_seconds AS available,
            e.verification = 'verified' AS "isActive", a.held_event_id AS "heldEventId"
       FROM quota_accounts a JOIN users u ON u.id = a.user_id JOIN webhook_endpoints e ON e.user_id = a.user_id
      WHERE a.low_since IS NOT NULL AND a.told_at IS NULL
        AND (e.verification = 'verified' OR (e.verification = 'pending' AND a.held_event_id IS NULL))
        FOR SHARE OF e SKIP LOCKED`,
  );
  return rows.map(({ used, available, ...row }) => ({ ...row, usedSeconds: Number(used), availableSeconds: Number(available) }));
}

/** Notes who was told, and which events are held for the others. */
export async function noteTold(tx: EntityManager, told: readonly string[], held: ReadonlyMap<string, string>): Promise<void> {
  await tx.query('UPDATE quota_accounts SET told_at = now() WHERE user_id = ANY ($1::uuid[])', [told]);
  await tx.query(
    `UPDATE quota_accounts a SET held_event_id = h.event_id FROM unnest($1::uuid[], $2::uuid[]) AS h (user_id, event_id)
      WHERE a.user_id = h.user_id`,
    [[...held.keys()], [...held.values()]],
  );
}
