import type { AttemptEntry, Delivery } from '@app/outbox';
import { LAST_ID } from '@app/database';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, EntityManager } from 'typeorm';

/** A delivery as the history lists it. */
export type DeliverySummary = Pick<
  Delivery,
  'id' | 'eventId' | 'eventType' | 'status' | 'attempts' | 'createdAt' | 'deliveredAt' | 'outcome'
>;

/** A delivery with everything that tells why it did or did not arrive. */
export type DeliveryDetails = DeliverySummary &
  Pick<Delivery, 'userId' | 'endpointId' | 'finishedAt' | 'url'> & {
    /** Of the event. */
    readonly body: string;
    readonly nextAttemptAt: Date | null;
    readonly attemptLog: readonly AttemptEntry[];
  };

/**
 * The status of delivery `d` of configuration `e`. Deliveries of a configuration that is gone, and those held for one
 * whose verification has failed, are canceled: for the first thousand that is recorded at once, for the rest soon
 * (backlogs.queries.ts).
 */
const STATUS = `CASE WHEN d.finished_at IS NULL AND (e.id IS NULL
                  OR (e.verification = 'failed' AND d.status = 'queued' AND d.ready_at IS NULL AND d.retry_at IS NULL))
                THEN 'canceled' ELSE d.status END`;

const SUMMARY = `d.id, d.event_id AS "eventId", d.event_type AS "eventType", ${STATUS} AS status, d.attempts, d.created_at AS "createdAt", d.delivered_at AS "deliveredAt", d.outcome`;

/**
 * The latest deliveries of a user. The user is part of the place and of the order, which only the index that begins
 * with it serves: with a plain equality, and statistics of an earlier state, PostgreSQL walked over the deliveries of
 * all users.
 */
export const LATEST = `SELECT ${SUMMARY}
  FROM (SELECT * FROM webhook_deliveries WHERE user_id >= (SELECT $1::uuid) AND (user_id, id) <= ((SELECT $1::uuid), '${LAST_ID}') AND (finished_at IS NULL OR finished_at >= $3) ORDER BY user_id DESC, id DESC LIMIT $2) d
  LEFT JOIN webhook_endpoints e ON e.id = d.endpoint_id ORDER BY d.id DESC`;

@Injectable()
export class DeliveriesQueries {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** The latest deliveries of a user, newest first, without those that were finished before a time. */
  latestOf(userId: string, limit: number, keptSince = new Date(0)): Promise<DeliverySummary[]> {
    return this.db.query<DeliverySummary[]>(LATEST, [userId, limit, keptSince]);
  }

  async find(id: string, tx: EntityManager = this.db.manager): Promise<DeliveryDetails | null> {
    const [row] = await tx.query<DeliveryDetails[]>(
      `SELECT ${SUMMARY}, d.user_id AS "userId", d.endpoint_id AS "endpointId", d.finished_at AS "finishedAt",
              (SELECT ev.body FROM events ev WHERE ev.id = d.event_id) AS body,
              coalesce(d.url, e.url) AS url, d.attempt_log AS "attemptLog",
              CASE WHEN e.id IS NOT NULL THEN coalesce(d.retry_at, d.ready_at) END AS "nextAttemptAt"
         FROM webhook_deliveries d LEFT JOIN webhook_endpoints e ON e.id = d.endpoint_id WHERE d.id = $1`,
      [id],
    );
    return row ?? null;
  }
}
