import { newId } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { eventTypesOf } from './event-types.js';
import { VERIFICATION } from './events.js';
import type { Event } from './tables/event.entity.js';

export type EventRow = Omit<Event, 'position'>;

/** A delivery of an event: when it was asked for, and by which request or job and span. */
export type NewDelivery = {
  readonly eventId: string;
  readonly createdAt: Date;
  readonly causedBy: string | null;
  readonly traceparent: string | null;
};

@Injectable()
export class OutboxQueries {
  /** Writes events in the caller's transaction. Their positions are in their order. */
  async write(tx: EntityManager, events: readonly EventRow[]): Promise<void> {
    // begin_events() comes before the first position: see the migration. A lock that many writers share makes nobody
    // wait.
    await tx.query(
      `INSERT INTO events (id, user_id, type, podcast_id, body, created_at, position)
       SELECT g.id, g.user_id, g.type, g.podcast_id, g.body, g.created_at, next_event_position()
         FROM begin_events()
        CROSS JOIN (SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::timestamptz[])
                                  WITH ORDINALITY AS g (id, user_id, type, podcast_id, body, created_at, number) ORDER BY number) AS g`,
      [
        events.map(({ id }) => id),
        events.map(({ userId }) => userId),
        events.map(({ type }) => type),
        events.map(({ podcastId }) => podcastId),
        events.map(({ body }) => body),
        events.map(({ createdAt }) => createdAt),
      ],
    );
  }

  /**
   * Writes a delivery of each of these events whose type is sent and whose user has a destination that may still get
   * it. While the destination is not active they are held; after its verification has failed for good none are written
   * (contract 6.6). The share lock makes a registration, a removal and an activation wait for the end of this
   * transaction, so that none of them misses what is written here. An event that retention has removed has none.
   */
  deliver(tx: EntityManager, deliveries: readonly NewDelivery[]): Promise<{ readonly id: string; readonly eventId: string }[]> {
    return tx.query(
      `INSERT INTO webhook_deliveries (id, user_id, endpoint_id, event_id, event_type, url, ready_at, created_at, caused_by, traceparent)
       SELECT n.id, e.user_id, e.id, ev.id, ev.type, e.url,
              CASE WHEN e.verification = 'verified' OR ev.type = $6 THEN clock_timestamp() END, n.created_at, n.caused_by, n.traceparent
         FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[], $5::text[]) AS n (id, event_id, created_at, caused_by, traceparent)
         JOIN events ev ON ev.id = n.event_id AND ev.type = ANY ($7::text[])
         JOIN webhook_endpoints e ON e.user_id = ev.user_id AND e.verification <> 'failed'
        FOR SHARE OF e
       RETURNING id, event_id AS "eventId"`,
      [
        deliveries.map(() => newId()),
        deliveries.map(({ eventId }) => eventId),
        deliveries.map(({ createdAt }) => createdAt),
        deliveries.map(({ causedBy }) => causedBy),
        deliveries.map(({ traceparent }) => traceparent),
        VERIFICATION,
        eventTypesOf('webhook'),
      ],
    );
  }

  /** Which of these events have a delivery that was not canceled before any attempt. @returns ids of events */
  async kept(tx: EntityManager, eventIds: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await tx.query<{ id: string }[]>(
      `SELECT DISTINCT event_id AS id FROM webhook_deliveries
        WHERE event_id = ANY ($1::uuid[]) AND (status <> 'canceled' OR attempts > 0)`,
      [eventIds],
    );
    return new Set(rows.map(({ id }) => id));
  }
}
