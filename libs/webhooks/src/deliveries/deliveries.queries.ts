import { newId } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, EntityManager } from 'typeorm';
import type { Delivery } from './delivery.entity.js';
import { VERIFICATION, type WebhookEventType } from '../events.js';

/** A delivery that this process may attempt now, with where it goes. */
export type Claim = {
  readonly id: string;
  readonly claimId: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly eventType: WebhookEventType;
  readonly body: string;
  /** This one included. */
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly url: string;
  readonly sealedSecret: Buffer;
};

/** What became of one attempt. `retryInSeconds` is null when there is no further one. */
export type Result = {
  readonly id: string;
  readonly claimId: string;
  readonly status: 'delivered' | 'queued' | 'failed';
  readonly retryInSeconds: number | null;
  readonly outcome: string;
};

export type ClaimOptions = {
  /** Most rows. */
  readonly slots: number;
  /** Most of them for one destination. */
  readonly each: number;
  /** Destinations that are walked past at most. */
  readonly lanes: number;
  /** Most that are in flight to one destination; more for a while when several workers claim for it in the same moment. */
  readonly perDestination: number;
  /** Seconds after which somebody else may take over. */
  readonly leaseSeconds: number;
  /** Destinations come in turns, from behind this one on. */
  readonly after: string;
  /** Destinations that are to get no more at present. */
  readonly full: readonly string[];
};

export type Claimed = {
  readonly claims: readonly Claim[];
  /** Where to go on: behind this destination; null when there is none behind that has something due. */
  readonly next: string | null;
};

export type NewDelivery = {
  readonly userId: string;
  readonly eventId: string;
  readonly eventType: WebhookEventType;
  readonly body: string;
  readonly createdAt: Date;
};

/** What stands about deliveries at one moment, for metrics. */
export type DeliveryCounts = {
  readonly due: number;
  readonly waiting: number;
  readonly sending: number;
  readonly held: number;
  /** Seconds for which the oldest has been due. */
  readonly oldestDueSeconds: number;
};

/** Rows in one statement of the sweep and of retention: short locks, whatever has piled up. */
const BATCH = 1000;

/** Before every id. */
export const NIL = '00000000-0000-0000-0000-000000000000';

@Injectable()
export class DeliveriesQueries {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /**
   * Writes one delivery for every event whose user has a destination that may still get it, in the caller's transaction. While
   * the destination is not active they are held; when its verification has failed for good they are not kept (decisions 6.6).
   * The share lock makes a registration, a removal and an activation wait for the end of this transaction, so that none of them
   * overlooks what is written here.
   * @returns how many were written
   */
  async insert(tx: EntityManager, events: readonly NewDelivery[]): Promise<number> {
    if (events.length === 0) return 0;
    const rows = await tx.query<unknown[]>(
      `INSERT INTO webhook_deliveries (id, user_id, endpoint_id, event_id, event_type, body, ready_at, created_at)
       SELECT n.id, e.user_id, e.id, n.event_id, n.event_type, n.body, CASE WHEN e.verification = 'verified' THEN clock_timestamp() END, n.created_at
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
      `INSERT INTO webhook_deliveries (id, user_id, endpoint_id, event_id, event_type, body, ready_at, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp(), $7)`,
      [newId(), userId, endpointId, eventId, eventType, body, createdAt],
    );
  }

  /**
   * Claims what is due, destination by destination: the recursion walks from one that has something due to the next along the
   * index, so that a million waiting for one of them cost the others nothing. Rows that somebody else is claiming are skipped;
   * nobody waits.
   */
  async claim({ slots, each, lanes, perDestination, leaseSeconds, after, full }: ClaimOptions): Promise<Claimed> {
    const claimId = newId();
    const rows = await this.db.query<ClaimRow[]>(CLAIM, [after, lanes, perDestination, slots, claimId, full, leaseSeconds, each]);
    const claims = rows.filter(isClaim).map((row) => ({
      id: row.id,
      claimId,
      endpointId: row.endpoint_id,
      eventId: row.event_id,
      eventType: row.event_type,
      body: row.body,
      attempts: row.attempts,
      maxAttempts: row.max_attempts,
      url: row.url,
      sealedSecret: row.sealed_secret,
    }));
    claims.sort((one, other) => (one.id < other.id ? -1 : 1)); // PostgreSQL gives what it has updated in any order
    if (claims.length < slots) return { claims, next: rows[0]?.walked === lanes ? rows[0].last_lane : null };
    return { claims, next: claims.reduce((last, { endpointId }) => (endpointId > last ? endpointId : last), NIL) };
  }

  /** Gives back what was claimed and not attempted: such a claim does not count. @param seconds until it may be claimed again */
  async giveBack(claims: readonly Pick<Claim, 'id' | 'claimId'>[], seconds: number | null = null): Promise<void> {
    await this.db.query(
      `WITH c AS MATERIALIZED (
         SELECT c.* FROM unnest($1::uuid[], $2::uuid[]) AS c (id, claim_id)
           JOIN webhook_deliveries held ON held.id = c.id AND held.claim_id = c.claim_id
          ORDER BY c.id FOR UPDATE OF held
       )
       UPDATE webhook_deliveries d
          SET status = 'queued', attempts = d.attempts - 1, claim_id = NULL, lease_until = NULL,
              ready_at = CASE WHEN $3::float8 IS NULL THEN clock_timestamp() END,
              retry_at = clock_timestamp() + $3 * interval '1 second'
         FROM c WHERE d.id = c.id AND d.claim_id = c.claim_id`,
      [claims.map(({ id }) => id), claims.map(({ claimId }) => claimId), seconds],
    );
  }

  /**
   * Records results, each only where its claim still holds: a delivery that was canceled or taken over stays as it is. Rows are
   * locked in the order of their ids, as canceling does it, so that one of the two waits and neither is a deadlock's victim.
   */
  async record(results: readonly Result[], tx: EntityManager = this.db.manager): Promise<ReadonlySet<string>> {
    const [rows] = await tx.query<[{ id: string }[], number]>(
      `WITH r AS MATERIALIZED (
         SELECT r.* FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::float8[], $5::text[]) AS r (id, claim_id, status, retry_in, outcome)
           JOIN webhook_deliveries held ON held.id = r.id AND held.claim_id = r.claim_id
          ORDER BY r.id FOR UPDATE OF held
       )
       UPDATE webhook_deliveries d
          SET status = r.status, outcome = r.outcome, claim_id = NULL, lease_until = NULL,
              retry_at = clock_timestamp() + r.retry_in * interval '1 second',
              delivered_at = CASE WHEN r.status = 'delivered' THEN clock_timestamp() END,
              finished_at = CASE WHEN r.status <> 'queued' THEN clock_timestamp() END
         FROM r WHERE d.id = r.id AND d.claim_id = r.claim_id
       RETURNING d.id`,
      [
        results.map(({ id }) => id),
        results.map(({ claimId }) => claimId),
        results.map(({ status }) => status),
        results.map(({ retryInSeconds }) => retryInSeconds),
        results.map(({ outcome }) => outcome),
      ],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Lets held events go once their destination is active. */
  async release(tx: EntityManager, endpointId: string): Promise<void> {
    await tx.query(
      `UPDATE webhook_deliveries SET ready_at = clock_timestamp()
        WHERE endpoint_id = $1 AND status = 'queued' AND finished_at IS NULL AND ready_at IS NULL AND retry_at IS NULL`,
      [endpointId],
    );
  }

  /** Ends what is held for a destination that will never be active. */
  async cancelHeld(tx: EntityManager, endpointId: string): Promise<void> {
    await tx.query(
      `UPDATE webhook_deliveries SET status = 'canceled', finished_at = clock_timestamp()
        WHERE endpoint_id = $1 AND status = 'queued' AND finished_at IS NULL AND ready_at IS NULL AND retry_at IS NULL`,
      [endpointId],
    );
  }

  /** Ends everything for a destination that is not finished. @returns how much, and how much of that was in flight */
  async cancel(tx: EntityManager, endpointId: string): Promise<{ readonly canceled: number; readonly inFlight: number }> {
    const [row] = await tx.query<{ canceled: number; inFlight: number }[]>(
      `WITH canceled AS (
         UPDATE webhook_deliveries d
            SET status = 'canceled', ready_at = NULL, retry_at = NULL, claim_id = NULL, lease_until = NULL, finished_at = clock_timestamp()
           FROM (SELECT id, status FROM webhook_deliveries
                  WHERE endpoint_id = $1 AND finished_at IS NULL ORDER BY id FOR UPDATE) AS open
          WHERE d.id = open.id
         RETURNING open.status
       )
       SELECT count(*)::int AS canceled, count(*) FILTER (WHERE status = 'sending')::int AS "inFlight" FROM canceled`,
      [endpointId],
    );
    return row ?? { canceled: 0, inFlight: 0 };
  }

  /** Which of these claims still hold. @returns the ids of their deliveries */
  async held(claims: readonly Pick<Claim, 'id' | 'claimId'>[]): Promise<ReadonlySet<string>> {
    const rows = await this.db.query<{ id: string }[]>(
      `SELECT d.id FROM unnest($1::uuid[], $2::uuid[]) AS c (id, claim_id)
         JOIN webhook_deliveries d ON d.id = c.id AND d.claim_id = c.claim_id`,
      [claims.map(({ id }) => id), claims.map(({ claimId }) => claimId)],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Finds what no wake-up tells of: retries that have come due. @returns how many are ready now */
  async sweep(): Promise<number> {
    let ready = 0;
    for (;;) {
      const [, due] = await this.db.query<[unknown, number]>(
        `UPDATE webhook_deliveries SET ready_at = retry_at, retry_at = NULL WHERE id IN (
           SELECT id FROM webhook_deliveries WHERE retry_at <= clock_timestamp() ORDER BY retry_at LIMIT $1 FOR UPDATE SKIP LOCKED)`,
        [BATCH],
      );
      ready += due;
      if (due < BATCH) return ready;
    }
  }

  /**
   * Takes over what a worker has left that died: ready again, or failed when the attempt that was lost was the last one.
   * Verifications of the latter kind are left to {@link lostVerifications}.
   * @returns how many were taken over
   */
  async recover(): Promise<number> {
    const [, recovered] = await this.db.query<[unknown, number]>(
      `UPDATE webhook_deliveries d
          SET status = CASE WHEN d.attempts < d.max_attempts THEN 'queued' ELSE 'failed' END,
              ready_at = CASE WHEN d.attempts < d.max_attempts THEN clock_timestamp() END,
              finished_at = CASE WHEN d.attempts < d.max_attempts THEN NULL ELSE clock_timestamp() END,
              claim_id = NULL, lease_until = NULL, outcome = 'lost'
        WHERE d.id IN (SELECT id FROM webhook_deliveries
                        WHERE lease_until < clock_timestamp() AND NOT (event_type = $2 AND attempts >= max_attempts)
                        ORDER BY lease_until LIMIT $1 FOR UPDATE SKIP LOCKED)`,
      [BATCH, VERIFICATION],
    );
    return recovered;
  }

  /** Verifications whose last attempt was lost with its worker: that they have failed concerns their destinations, too. */
  async lostVerifications(): Promise<{ readonly id: string; readonly claimId: string; readonly endpointId: string }[]> {
    return this.db.query<{ id: string; claimId: string; endpointId: string }[]>(
      `SELECT id, claim_id AS "claimId", endpoint_id AS "endpointId" FROM webhook_deliveries
        WHERE lease_until < clock_timestamp() AND event_type = $2 AND attempts >= max_attempts ORDER BY lease_until LIMIT $1`,
      [BATCH, VERIFICATION],
    );
  }

  /** The latest deliveries of a user, newest first. */
  latestOf(userId: string, most: number): Promise<Delivery[]> {
    return this.db.query<Delivery[]>(
      `SELECT id, event_type AS "eventType", status, attempts, created_at AS "createdAt", delivered_at AS "deliveredAt"
         FROM webhook_deliveries WHERE user_id = $1 ORDER BY id DESC LIMIT $2`,
      [userId, most],
    );
  }

  /** Deletes what was finished before a time, in short statements. @returns how many rows went */
  async deleteFinishedBefore(time: Date): Promise<number> {
    let total = 0;
    for (;;) {
      const [, deleted] = await this.db.query<[unknown, number]>(
        `DELETE FROM webhook_deliveries WHERE id IN (
           SELECT id FROM webhook_deliveries WHERE finished_at < $1 ORDER BY finished_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
        [time, BATCH],
      );
      total += deleted;
      if (deleted < BATCH) return total;
    }
  }

  async counts(): Promise<DeliveryCounts> {
    const [row] = await this.db.query<DeliveryCounts[]>(
      `SELECT (SELECT count(*)::int FROM webhook_deliveries WHERE ready_at IS NOT NULL) AS due,
              (SELECT count(*)::int FROM webhook_deliveries WHERE retry_at IS NOT NULL) AS waiting,
              (SELECT count(*)::int FROM webhook_deliveries WHERE lease_until IS NOT NULL) AS sending,
              (SELECT count(*)::int FROM webhook_deliveries
                WHERE finished_at IS NULL AND status = 'queued' AND ready_at IS NULL AND retry_at IS NULL) AS held,
              coalesce((SELECT extract(epoch FROM clock_timestamp() - min(ready_at)) FROM webhook_deliveries WHERE ready_at IS NOT NULL), 0)::float8
                AS "oldestDueSeconds"`,
    );
    return row ?? { due: 0, waiting: 0, sending: 0, held: 0, oldestDueSeconds: 0 };
  }
}

/** See {@link DeliveriesQueries.claim}. */
export const CLAIM = `WITH RECURSIVE lane AS (
  (SELECT d.endpoint_id, 1 AS number FROM webhook_deliveries d
    WHERE d.ready_at IS NOT NULL AND d.endpoint_id > $1::uuid ORDER BY d.endpoint_id LIMIT 1)
  UNION ALL
  SELECT (SELECT d.endpoint_id FROM webhook_deliveries d
           WHERE d.ready_at IS NOT NULL AND d.endpoint_id > l.endpoint_id ORDER BY d.endpoint_id LIMIT 1),
         l.number + 1
    FROM lane l WHERE l.endpoint_id IS NOT NULL AND l.number < $2::int
), walk AS (
  SELECT count(endpoint_id)::int AS walked, (array_agg(endpoint_id ORDER BY number DESC))[1] AS last_lane FROM lane
), picked AS (
  SELECT d.id FROM lane l CROSS JOIN LATERAL (
    SELECT r.id FROM webhook_deliveries r
     WHERE r.ready_at IS NOT NULL AND r.endpoint_id = l.endpoint_id
     ORDER BY r.id
     LIMIT greatest(0, least($8::int, $3::int - (SELECT count(*) FROM webhook_deliveries s
                                                  WHERE s.endpoint_id = l.endpoint_id AND s.status = 'sending' AND s.finished_at IS NULL)))
     FOR UPDATE SKIP LOCKED
  ) d
   WHERE l.endpoint_id IS NOT NULL AND l.endpoint_id <> ALL ($6::uuid[])
   LIMIT $4
), claimed AS (
  UPDATE webhook_deliveries d
     SET status = 'sending', ready_at = NULL, attempts = d.attempts + 1, claim_id = $5::uuid,
         lease_until = clock_timestamp() + $7::float8 * interval '1 second'
    FROM picked p, webhook_endpoints e
   WHERE d.id = p.id AND d.ready_at IS NOT NULL AND e.id = d.endpoint_id
  RETURNING d.id, d.endpoint_id, d.event_id, d.event_type, d.body, d.attempts, d.max_attempts, e.url, e.sealed_secret
)
SELECT c.*, w.walked, w.last_lane FROM walk w LEFT JOIN claimed c ON true`;

/** A delivery, or none; and in every row how many destinations were walked past, and which was the last. */
type ClaimRow = (ClaimedRow | { readonly id: null }) & { readonly walked: number; readonly last_lane: string };

type ClaimedRow = {
  readonly id: string;
  readonly endpoint_id: string;
  readonly event_id: string;
  readonly event_type: WebhookEventType;
  readonly body: string;
  readonly attempts: number;
  readonly max_attempts: number;
  readonly url: string;
  readonly sealed_secret: Buffer;
};

const isClaim = (row: ClaimRow): row is ClaimRow & ClaimedRow => row.id !== null;
