import { newId } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { EventType } from './event-types.js';

export type NewDelivery = {
  readonly userId: string;
  readonly eventId: string;
  readonly eventType: EventType;
  readonly body: string;
  readonly createdAt: Date;
  /** The request or job, and its span, of which this is the consequence. */
  readonly causedBy?: string | null;
  readonly traceparent?: string | null;
};

@Injectable()
export class OutboxQueries {
  /**
   * Writes one delivery for every event whose user has a destination that may still get it, in the caller's transaction. While
   * the destination is not active they are held; after its verification has failed for good they are not written (contract 6.6).
   * The share lock makes a registration, a removal and an activation wait for the end of this transaction, so that none of them
   * misses what is written here.
   * @returns how many were written
   */
  async insert(tx: EntityManager, events: readonly NewDelivery[]): Promise<number> {
    if (events.length === 0) return 0;
    const rows = await tx.query<unknown[]>(
      `INSERT INTO webhook_deliveries (id, user_id, endpoint_id, event_id, event_type, body, url, ready_at, created_at, caused_by, traceparent)
       SELECT n.id, e.user_id, e.id, n.event_id, n.event_type, n.body, e.url, CASE WHEN e.verification = 'verified' THEN clock_timestamp() END, n.created_at, n.caused_by, n.traceparent
         FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::timestamptz[], $7::text[], $8::text[])
              AS n (id, user_id, event_id, event_type, body, created_at, caused_by, traceparent)
         JOIN webhook_endpoints e ON e.user_id = n.user_id
        WHERE e.verification <> 'failed'
        FOR SHARE OF e
       RETURNING id`,
      [
        events.map(() => newId()),
        events.map(({ userId }) => userId),
        events.map(({ eventId }) => eventId),
        events.map(({ eventType }) => eventType),
        events.map(({ body }) => body),
        events.map(({ createdAt }) => createdAt),
        events.map(({ causedBy }) => causedBy ?? null),
        events.map(({ traceparent }) => traceparent ?? null),
      ],
    );
    return rows.length;
  }

  /** Which of these events have a delivery that was not canceled before any attempt. @returns ids of events */
  async kept(tx: EntityManager, events: readonly { readonly userId: string; readonly eventId: string }[]): Promise<ReadonlySet<string>> {
    const rows = await tx.query<{ id: string }[]>(
      `SELECT DISTINCT d.event_id AS id FROM unnest($1::uuid[], $2::uuid[]) AS e (user_id, event_id)
         JOIN webhook_deliveries d ON d.user_id = e.user_id AND d.event_id = e.event_id
        WHERE d.status <> 'canceled' OR d.attempts > 0`,
      [events.map(({ userId }) => userId), events.map(({ eventId }) => eventId)],
    );
    return new Set(rows.map(({ id }) => id));
  }
}
