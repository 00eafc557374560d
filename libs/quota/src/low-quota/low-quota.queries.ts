import { NIL_ID } from '@app/database';
import type { EntityManager } from 'typeorm';
import { LOW_PERCENT } from './low-quota.js';

export type LowUser = { readonly userId: string; readonly usedSeconds: number; readonly availableSeconds: number };

/** A user whose quota is low and who was not told of it, with a destination that may be told. */
export type Untold = LowUser & {
  /** Whether the destination is active; otherwise its verification is under way. */
  readonly isActive: boolean;
  /** The event of the rise; the nil id in rows from before there were events. */
  readonly eventId: string;
};

/** Notes that a check runs. Other checks wait for the end of the transaction. */
export async function beginCheck(tx: EntityManager, now: Date): Promise<void> {
  await tx.query('UPDATE quota_checks SET checked_at = $1', [now]);
}

/** Accounts that one statement turns. */
const BATCH_SIZE = 50_000;

/** Finds every user whose usage has crossed 90 % since the last check, either way, and turns their state. */
export async function turnCrossings(tx: EntityManager): Promise<{ readonly risen: readonly LowUser[]; readonly fallen: number }> {
  const risen: LowUser[] = [];
  let fallen = 0;
  for (;;) {
    const unchecked = await claimUnchecked(tx);
    const turned = unchecked.length === 0 ? [] : await turn(tx, unchecked);
    const low = turned.filter(({ isLow }) => isLow);
    risen.push(...low);
    fallen += turned.length - low.length;
    if (unchecked.length < BATCH_SIZE) return { risen, fallen };
  }
}

/**
 * Locks the accounts that have changed: whoever changes one waits for the end of the check, and marks it again. Those
 * that are being changed are left to the next check.
 */
async function claimUnchecked(tx: EntityManager): Promise<readonly string[]> {
  const rows = await tx.query<{ id: string }[]>(
    'SELECT user_id AS id FROM quota_accounts WHERE is_unchecked LIMIT $1 FOR UPDATE SKIP LOCKED',
    [BATCH_SIZE],
  );
  return rows.map(({ id }) => id);
}

/** Turns those that have crossed $1 percent. Its own statement sees usage and allowance under the locks. */
async function turn(tx: EntityManager, userIds: readonly string[]): Promise<readonly (LowUser & { readonly isLow: boolean })[]> {
  const rows = await tx.query<{ userId: string; used: string; available: string; isLow: boolean }[]>(
    `WITH checked AS (
       SELECT a.user_id, u.available_seconds, a.low_since IS NOT NULL AS was_low,
              a.used_seconds > 0 AND a.used_seconds * 100 >= u.available_seconds * $1 AS is_low
         FROM quota_accounts a JOIN users u ON u.id = a.user_id WHERE a.user_id = ANY ($2::uuid[])
     ), noted AS (
       UPDATE quota_accounts a SET is_unchecked = false,
              low_since = CASE WHEN c.is_low = c.was_low THEN a.low_since WHEN c.is_low THEN now() END,
              told_at = CASE WHEN c.is_low = c.was_low THEN a.told_at END,
              held_event_id = CASE WHEN c.is_low = c.was_low THEN a.held_event_id END
         FROM checked c WHERE c.user_id = a.user_id
       RETURNING a.user_id, a.used_seconds, c.available_seconds, c.is_low, c.was_low)
     SELECT user_id AS "userId", used_seconds AS used, available_seconds AS available, is_low AS "isLow"
       FROM noted WHERE is_low <> was_low`,
    [LOW_PERCENT, userIds],
  );
  return rows.map(withSeconds);
}

/**
 * Users whose quota is low, who were not told, and whose destination is active, or under verification when they have
 * risen in this check. Destinations keep their state until the end of the transaction. A destination that is being
 * changed at this moment is left to the next check, so that the check never waits for a lock.
 */
export async function untold(tx: EntityManager): Promise<readonly Untold[]> {
  const rows = await tx.query<{ userId: string; used: string; available: string; isActive: boolean; eventId: string }[]>(
    `SELECT a.user_id AS "userId", a.used_seconds AS used, u.available_seconds AS available,
            e.verification = 'verified' AS "isActive", coalesce(a.held_event_id, '${NIL_ID}') AS "eventId"
       FROM quota_accounts a JOIN users u ON u.id = a.user_id JOIN webhook_endpoints e ON e.user_id = a.user_id
      WHERE a.low_since IS NOT NULL AND a.told_at IS NULL
        AND (e.verification = 'verified' OR (e.verification = 'pending' AND a.low_since = now()))
        FOR SHARE OF e SKIP LOCKED`,
  );
  return rows.map(withSeconds);
}

export async function noteEvents(tx: EntityManager, users: readonly LowUser[], eventIds: readonly string[]): Promise<void> {
  await tx.query(
    `UPDATE quota_accounts a SET held_event_id = n.event_id FROM unnest($1::uuid[], $2::uuid[]) AS n (user_id, event_id)
      WHERE a.user_id = n.user_id`,
    [users.map(({ userId }) => userId), eventIds],
  );
}

export async function noteTold(tx: EntityManager, told: readonly string[]): Promise<void> {
  await tx.query('UPDATE quota_accounts SET told_at = now() WHERE user_id = ANY ($1::uuid[])', [told]);
}

function withSeconds<T extends { readonly used: string; readonly available: string }>({ used, available, ...row }: T) {
  return { ...row, usedSeconds: Number(used), availableSeconds: Number(available) };
}
