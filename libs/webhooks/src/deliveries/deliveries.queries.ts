import { newId } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, EntityManager } from 'typeorm';
import type { WebhookEventType } from '../events.js';
import type { AttemptEntry } from './attempt-log.js';
import type { Delivery } from './delivery.entity.js';

/** A delivery as the history lists it. */
export type DeliverySummary = Pick<Delivery, 'id' | 'eventType' | 'status' | 'attempts' | 'createdAt' | 'deliveredAt'>;

/** A delivery with everything that tells why it did or did not arrive. */
export type DeliveryDetails = DeliverySummary &
  Pick<Delivery, 'userId' | 'endpointId' | 'eventId' | 'body' | 'url'> & {
    readonly nextAttemptAt: Date | null;
    readonly attemptLog: readonly AttemptEntry[];
  };

export type NewDelivery = {
  readonly userId: string;
  readonly eventId: string;
  readonly eventType: WebhookEventType;
  readonly body: string;
  readonly createdAt: Date;
};

/** Rows in one statement of retention: short locks, however much has accumulated. */
const BATCH_SIZE = 1000;

/**
 * The status of delivery `d` of configuration `e`. Deliveries of a configuration that is gone, and those held for one whose
 * verification has failed, are canceled: for the first thousand that is recorded at once, for the rest soon (backlogs.queries.ts).
 */
const STATUS = `CASE WHEN d.finished_at IS NULL AND (e.id IS NULL
                  OR (e.verification = 'failed' AND d.status = 'queued' AND d.ready_at IS NULL AND d.retry_at IS NULL))
                THEN 'canceled' ELSE d.status END`;

const SUMMARY = `d.id, d.event_type AS "eventType", ${STATUS} AS status, d.attempts, d.created_at AS "createdAt", d.delivered_at AS "deliveredAt"`;

@Injectable()
export class DeliveriesQueries {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /**
   * Writes one delivery for every event whose user has a destination that may still get it, in the caller's transaction. While
   * the destination is not active they are held; after its verification has failed for good they are not written (decisions 6.6).
   * The share lock makes a registration, a removal and an activation wait for the end of this transaction, so that none of them
   * misses what is written here.
   * @returns how many were written
   */
  async insert(tx: EntityManager, events: readonly NewDelivery[]): Promise<number> {
    if (events.length === 0) return 0;
    const rows = await tx.query<unknown[]>(
      `INSERT INTO webhook_deliveries (id, user_id, endpoint_id, event_id, event_type, body, url, ready_at, created_at)
       SELECT n.id, e.user_id, e.id, n.event_id, n.event_type, n.body, e.url, CASE WHEN e.verification = 'verified' THEN clock_timestamp() END, n.created_at
         FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::timestamptz[])
              AS n (id, user_id, event_id, event_type, body, created_at)
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
      ],
    );
    return rows.length;
  }

  /** Writes the verification of a destination, ready at once. */
  async insertVerification(
    tx: EntityManager,
    endpointId: string,
    { userId, eventId, eventType, body, createdAt }: NewDelivery,
  ): Promise<void> {
    await tx.query(
      `INSERT INTO webhook_deliveries (id, user_id, endpoint_id, event_id, event_type, body, url, ready_at, created_at)
       SELECT $1, $2, e.id, $4, $5, $6, e.url, clock_timestamp(), $7 FROM webhook_endpoints e WHERE e.id = $3`,
      [newId(), userId, endpointId, eventId, eventType, body, createdAt],
    );
  }

  /** Writes a new delivery of the same event, ready at once. @returns its id */
  async insertCopy(tx: EntityManager, id: string, to: { readonly endpointId: string; readonly createdAt: Date }): Promise<string> {
    const copy = newId();
    await tx.query(
      `INSERT INTO webhook_deliveries (id, user_id, endpoint_id, event_id, event_type, body, url, ready_at, created_at)
       SELECT $2, d.user_id, e.id, d.event_id, d.event_type, d.body, e.url, clock_timestamp(), $4
         FROM webhook_deliveries d, webhook_endpoints e WHERE d.id = $1 AND e.id = $3`,
      [id, copy, to.endpointId, to.createdAt],
    );
    return copy;
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

  /** The latest deliveries of a user, newest first. */
  latestOf(userId: string, limit: number): Promise<DeliverySummary[]> {
    return this.db.query<DeliverySummary[]>(
      `SELECT ${SUMMARY} FROM (SELECT * FROM webhook_deliveries WHERE user_id = $1 ORDER BY id DESC LIMIT $2) d
         LEFT JOIN webhook_endpoints e ON e.id = d.endpoint_id ORDER BY d.id DESC`,
      [userId, limit],
    );
  }

  /** One delivery, or null. */
  async find(id: string, tx: EntityManager = this.db.manager): Promise<DeliveryDetails | null> {
    const [row] = await tx.query<DeliveryDetails[]>(
      `SELECT ${SUMMARY}, d.user_id AS "userId", d.endpoint_id AS "endpointId", d.event_id AS "eventId", d.body,
              coalesce(d.url, e.url) AS url, d.attempt_log AS "attemptLog",
              CASE WHEN e.id IS NOT NULL THEN coalesce(d.retry_at, d.ready_at) END AS "nextAttemptAt"
         FROM webhook_deliveries d LEFT JOIN webhook_endpoints e ON e.id = d.endpoint_id WHERE d.id = $1`,
      [id],
    );
    return row ?? null;
  }

  /** Deletes deliveries that were finished before a time, in short statements. @returns how many */
  async deleteFinishedBefore(time: Date): Promise<number> {
    let total = 0;
    for (;;) {
      const [, deleted] = await this.db.query<[unknown, number]>(
        `DELETE FROM webhook_deliveries WHERE id IN (
           SELECT id FROM webhook_deliveries WHERE finished_at < $1 ORDER BY finished_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
        [time, BATCH_SIZE],
      );
      total += deleted;
      if (deleted < BATCH_SIZE) return total;
    }
  }
}
