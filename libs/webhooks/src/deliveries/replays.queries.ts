import type { EventType } from '@app/outbox';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, EntityManager } from 'typeorm';

/** Milliseconds between two deliveries of one replay: at most ten a second, over all workers (contract 6.19). */
const PACE_MS = 100;

type NewReplay = { readonly userId: string; readonly endpointId: string; readonly since: Date; readonly types: readonly EventType[] };

/** A user's replay whose turn it is, and its next event; null when there is none left. */
export type Turn = { readonly userId: string; readonly eventId: string | null };

/** Whether the user has received event `ev`, or the present destination will. An earlier one's is canceled. */
const RECEIVED = (endpointId: string) => `EXISTS (
  SELECT FROM webhook_deliveries d WHERE d.event_id = ev.id
     AND (d.status = 'delivered' OR d.status IN ('queued', 'sending') AND d.endpoint_id = ${endpointId}))`;

/** Replays: readers of events. */
@Injectable()
export class ReplaysQueries {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /**
   * Begins a replay, unless one is under way.
   * @returns how many events it has; null when the destination has a replay already
   */
  async begin(tx: EntityManager, { userId, endpointId, since, types }: NewReplay): Promise<number | null> {
    await tx.query('DELETE FROM webhook_replays WHERE user_id = $1 AND endpoint_id <> $2', [userId, endpointId]);
    const [found] = await tx.query<[{ count: number; first: string | null; last: string | null }]>(
      `SELECT count(*)::int AS count, min(position) AS first, max(position) AS last FROM events ev
        WHERE ev.user_id = $1 AND ev.created_at >= $2 AND ev.type = ANY ($3::text[]) AND NOT ${RECEIVED('$4')}`,
      [userId, since, types, endpointId],
    );
    const [row] = await tx.query<{ endpointId: string }[]>(
      `INSERT INTO webhook_replays (user_id, endpoint_id, types, position, ends_at) VALUES ($1, $2, $3, $4::bigint - 1, $5)
       ON CONFLICT DO NOTHING RETURNING endpoint_id`,
      [userId, endpointId, types, found.first ?? 1, found.last ?? 0],
    );
    // The replay is over.
    if (row && found.count === 0) await tx.query('DELETE FROM webhook_replays WHERE user_id = $1', [userId]);
    return row ? found.count : null;
  }

  /**
   * Takes the replays whose turn it is: the next event of each, of those whose destination has nothing else due and has
   * answered the event before. A clock that was set back delays none of them. Destinations that are being changed are
   * passed over: whoever changes one locks it before its replay.
   */
  async turns(tx: EntityManager): Promise<readonly Turn[]> {
    const due = await tx.query<{ userId: string; eventId: string | null; position: string | null }[]>(
      `SELECT r.user_id AS "userId", ev.id AS "eventId", ev.position
         FROM (SELECT r.* FROM webhook_replays r JOIN webhook_endpoints e ON e.id = r.endpoint_id
                WHERE (r.next_at <= clock_timestamp() OR r.next_at > clock_timestamp() + interval '1 second')
                  AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.endpoint_id = r.endpoint_id AND d.ready_at IS NOT NULL)
                  AND NOT EXISTS (SELECT FROM events sent JOIN webhook_deliveries d ON d.event_id = sent.id
                                   WHERE sent.user_id = r.user_id AND sent.position = r.position
                                     AND d.endpoint_id = r.endpoint_id AND d.status = 'sending')
                ORDER BY r.next_at LIMIT 100 FOR UPDATE OF r SKIP LOCKED FOR SHARE OF e SKIP LOCKED) AS r
         LEFT JOIN LATERAL (SELECT ev.id, ev.position FROM events ev
                             WHERE ev.user_id = r.user_id AND ev.position > r.position AND ev.position <= r.ends_at
                               AND ev.type = ANY (r.types) AND NOT ${RECEIVED('r.endpoint_id')}
                             ORDER BY ev.position LIMIT 1) AS ev ON true`,
    );
    if (due.length === 0) return due;
    await tx.query(
      `UPDATE webhook_replays r SET position = t.position, next_at = clock_timestamp() + interval '${PACE_MS} milliseconds'
         FROM unnest($1::uuid[], $2::bigint[]) AS t (user_id, position) WHERE r.user_id = t.user_id AND t.position IS NOT NULL`,
      [due.map(({ userId }) => userId), due.map(({ position }) => position)],
    );
    const over = due.filter(({ eventId }) => eventId === null).map(({ userId }) => userId);
    if (over.length > 0) await tx.query('DELETE FROM webhook_replays WHERE user_id = ANY ($1::uuid[])', [over]);
    return due;
  }

  /** Whether any replay is under way: an idle worker asks no more. */
  async areUnderWay(): Promise<boolean> {
    const rows = await this.db.query<unknown[]>('SELECT 1 FROM webhook_replays r JOIN webhook_endpoints e ON e.id = r.endpoint_id LIMIT 1');
    return rows.length > 0;
  }
}
