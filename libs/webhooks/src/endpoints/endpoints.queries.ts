import type { Endpoint, Verification } from '@app/outbox';
import { newId } from '@app/database';
import { Injectable } from '@nestjs/common';
import { EntityManager } from 'typeorm';

/** The present configuration of a user, as far as a decision needs it. */
type LockedEndpoint = { readonly id: string; readonly verification: Verification };

/** How a destination does (contract 6.18). */
export type EndpointHealth = { readonly lastDeliveredAt: Date | null; readonly failingSince: Date | null; readonly waiting: number };

/** Locks and statements around configurations. Every transaction locks a configuration before its deliveries. */
@Injectable()
export class EndpointsQueries {
  /** Registrations and repeated verifications of one user take turns. */
  async lockUser(tx: EntityManager, userId: string): Promise<void> {
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`webhook-destination:${userId}`]);
  }

  /**
   * The user's configuration; registrations, removals and the end of its verification wait for this transaction. A
   * share lets other transactions write deliveries for it meanwhile.
   */
  async lockOf(tx: EntityManager, userId: string, lock: 'NO KEY UPDATE' | 'SHARE' = 'NO KEY UPDATE'): Promise<LockedEndpoint | undefined> {
    const locked = `SELECT id, verification FROM webhook_endpoints WHERE user_id = $1 FOR ${lock}`;
    return (await tx.query<LockedEndpoint[]>(locked, [userId]))[0];
  }

  /** Stores a configuration in place of the user's present one. @returns the id of that, if there was one */
  async replace(tx: EntityManager, { id, userId, url, sealedSecret, createdAt }: Endpoint): Promise<string | undefined> {
    const [old] = await tx.query<{ id: string }[]>('SELECT id FROM webhook_endpoints WHERE user_id = $1', [userId]);
    // Waits for transactions that write an event for the old configuration, and makes later ones wait.
    await tx.query(
      `INSERT INTO webhook_endpoints (id, user_id, url, sealed_secret, created_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (user_id) DO UPDATE
         SET id = excluded.id, url = excluded.url, sealed_secret = excluded.sealed_secret, created_at = excluded.created_at,
             verification = 'pending', verified_at = NULL`,
      [id, userId, url, sealedSecret, createdAt],
    );
    return old?.id;
  }

  /** @returns the id of the removed configuration, if there was one */
  async remove(tx: EntityManager, userId: string): Promise<string | undefined> {
    const [[removed]] = await tx.query<[{ id: string }[], number]>('DELETE FROM webhook_endpoints WHERE user_id = $1 RETURNING id', [
      userId,
    ]);
    return removed?.id;
  }

  async healthOf(tx: EntityManager, endpointId: string): Promise<EndpointHealth> {
    const [row] = await tx.query<[EndpointHealth]>(
      `SELECT h.last_delivered_at AS "lastDeliveredAt", h.failing_since AS "failingSince",
              (SELECT count(*)::int FROM webhook_deliveries d
                WHERE d.endpoint_id = e.id AND d.finished_at IS NULL AND d.status = 'queued') AS waiting
         FROM (SELECT $1::uuid AS id) AS e LEFT JOIN webhook_health h ON h.endpoint_id = e.id`,
      [endpointId],
    );
    return row;
  }

  /** Forgets how a configuration did that is gone, and ends its replay. */
  async forget(tx: EntityManager, endpointId: string): Promise<void> {
    await tx.query('DELETE FROM webhook_health WHERE endpoint_id = $1', [endpointId]);
    await tx.query('DELETE FROM webhook_replays WHERE endpoint_id = $1', [endpointId]);
  }

  /**
   * Counts a registration of a user whom {@link lockUser} has locked, if fewer than `limit` were accepted in the last
   * hour. Rows whose time is in the future, because the database's clock was set back, count until a worker has moved
   * them.
   * @returns milliseconds until the next one is possible; null when this one was counted
   */
  async admit(tx: EntityManager, userId: string, limit: number): Promise<number | null> {
    const freesInMs = await this.full(tx, userId, limit);
    if (freesInMs !== null) return freesInMs;
    await tx.query(`DELETE FROM webhook_registrations WHERE user_id = $1 AND registered_at <= clock_timestamp() - interval '1 hour'`, [
      userId,
    ]);
    await tx.query('INSERT INTO webhook_registrations (id, user_id) VALUES ($1, $2)', [newId(), userId]);
    return null;
  }

  /** Looks without a lock or a count. @returns milliseconds until a registration is possible; null when one is */
  async full(tx: EntityManager, userId: string, limit: number): Promise<number | null> {
    const [full] = await tx.query<{ freesInMs: number }[]>(
      `SELECT least(3600000, extract(epoch FROM registered_at + interval '1 hour' - clock_timestamp()) * 1000)::float8 AS "freesInMs"
         FROM webhook_registrations WHERE user_id = $1 AND registered_at > clock_timestamp() - interval '1 hour'
        ORDER BY registered_at DESC OFFSET $2 LIMIT 1`,
      [userId, limit - 1],
    );
    return full?.freesInMs ?? null;
  }
}
