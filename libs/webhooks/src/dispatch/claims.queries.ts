import { randomUUID } from 'node:crypto';
import { noteSeen } from '@app/auth/services';
import type { EventType } from '@app/outbox';
import { inIndexOrder, LAST_ID, NIL_ID } from '@app/database';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, EntityManager } from 'typeorm';
import { IS_OPEN, OpenRange, rangeOf } from './open-range.queries.js';

/**
 * Milliseconds for which a look at a claim is valid: the request leaves within them, or the claim is looked at again. A
 * registration and a removal that cancel something in flight wait as long before they answer. Nothing of it leaves
 * afterwards.
 */
export const CLAIM_VALID_MS = 500;

/** Milliseconds that a lease lasts beyond the webhook timeout. When it ends, the attempt is lost (contract 6.16). */
export const LEASE_MARGIN_MS = 15_000;

/** A delivery that this process may attempt now, and where it goes. */
export type Claim = {
  readonly id: string;
  readonly claimId: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly eventType: EventType;
  readonly body: string;
  /** This one included. */
  readonly attempts: number;
  readonly url: string;
  readonly sealedSecret: Buffer;
  readonly userId: string;
  /** The request or job that caused the event, and the span of the event. */
  readonly causedBy: string | null;
  readonly traceparent: string | null;
};

/** The result of one attempt. `retryInSeconds` is null when no further attempt follows. */
export type Result = {
  readonly id: string;
  readonly claimId: string;
  readonly status: 'delivered' | 'queued' | 'failed';
  readonly retryInSeconds: number | null;
  readonly outcome: string;
  readonly durationMs: number | null;
};

export type ClaimOptions = {
  /** Rows at most. */
  readonly slots: number;
  /** Most exchanges in flight to one destination; a few more when several workers claim for it in the same moment. */
  readonly each: number;
  /** Destinations that are walked past at most. */
  readonly lanes: number;
  readonly leaseSeconds: number;
  /** Destinations come in turns, in id order, starting behind this one. */
  readonly after: string;
  /** Destinations that get no more at present. */
  readonly excluded: readonly string[];
};

export type Claimed = {
  readonly claims: readonly Claim[];
  /** The next turn starts behind this destination; null when none behind it has something due. */
  readonly next: string | null;
  /** Destinations with something due that were walked past. */
  readonly walked: number;
};

/** The statements of an attempt: claim, look whether the claim holds, then record or release. */
@Injectable()
export class ClaimsQueries {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly open: OpenRange,
  ) {}

  /**
   * Claims what is due, destination by destination: the recursion jumps along the index from one destination with
   * something due to the next, so that a million deliveries of one cost the others nothing. Rows that another worker
   * claims are skipped.
   */
  async claim({ slots, each, lanes, leaseSeconds, after, excluded }: ClaimOptions): Promise<Claimed> {
    const claimId = randomUUID(); // not UUIDv7, as those of 0.2 are: see the migration BodiesOfEvents
    const { from, to } = await this.open.current();
    const [[walk], claims] = await inIndexOrder(this.db, async (tx) => {
      const picked = await tx.query<PickedRow[]>(PICK, [after, lanes, each, slots, excluded, from, to]);
      return [picked, await this.claimPicked(tx, picked, { claimId, leaseSeconds })] as const;
    });
    const walked = walk?.walked ?? 0;
    if (claims.length < slots) return { claims, walked, next: walked === lanes ? (walk?.last_lane ?? null) : null };
    return { claims, walked, next: claims.reduce((last, { endpointId }) => (endpointId > last ? endpointId : last), NIL_ID) };
  }

  /**
   * Claims one delivery for each of these destinations that has something due and nothing in flight, in the given
   * order, until all slots are used.
   */
  async claimFor(
    endpointIds: readonly string[],
    { slots, leaseSeconds }: { slots: number; leaseSeconds: number },
  ): Promise<readonly Claim[]> {
    const claimId = randomUUID();
    const { from, to } = await this.open.current();
    return inIndexOrder(this.db, async (tx) => {
      const picked = await tx.query<Pick<PickedRow, 'id'>[]>(PICK_FOR, [endpointIds, slots, from, to]);
      return this.claimPicked(tx, picked, { claimId, leaseSeconds });
    });
  }

  /** Releases claims that were not attempted: they do not count. @param seconds until they may be claimed again */
  async release(claims: readonly Pick<Claim, 'id' | 'claimId'>[], seconds: number | null = null): Promise<void> {
    const { from, to } = rangeOf(claims.map(({ id }) => id));
    await this.db.query(
      `WITH c AS MATERIALIZED (${STILL_CLAIMED('SELECT * FROM unnest($1::uuid[], $2::uuid[]) AS c (id, claim_id)', '$4', '$5')})
       UPDATE webhook_deliveries d
          SET status = 'queued', attempts = CASE WHEN d.last_attempt_repeated THEN d.attempts ELSE d.attempts - 1 END,
              claim_id = NULL, lease_until = NULL,
              ready_at = CASE WHEN $3::float8 IS NULL THEN clock_timestamp() END,
              retry_at = clock_timestamp() + $3 * interval '1 second'
         FROM c WHERE d.id = c.id AND d.claim_id = c.claim_id AND d.id = ANY (ARRAY(SELECT id FROM c)) AND d.id BETWEEN $4 AND $5`,
      [claims.map(({ id }) => id), claims.map(({ claimId }) => claimId), seconds, from, to],
    );
  }

  /**
   * Records results and their entries in the attempt logs, each only while its claim holds: a delivery that was
   * canceled or taken over stays as it is. Rows are locked in id order, so that recording and canceling cannot
   * deadlock.
   */
  async record(results: readonly Result[], tx: EntityManager = this.db.manager): Promise<ReadonlySet<string>> {
    const ids = results.map(({ id }) => id);
    const { from, to } = rangeOf(ids);
    const rows = await tx.query<{ id: string }[]>(RECORD, [
      ids,
      results.map(({ claimId }) => claimId),
      results.map(({ status }) => status),
      results.map(({ retryInSeconds }) => retryInSeconds),
      results.map(({ outcome }) => outcome),
      results.map(({ durationMs }) => durationMs),
      from,
      to,
    ]);
    return new Set(rows.map(({ id }) => id));
  }

  /**
   * The same for a verification, before the state of its destination changes. A registration and a removal that would
   * cancel it wait for this transaction: whatever changes a destination locks it first, and its deliveries after it.
   */
  async recordVerification(tx: EntityManager, endpointId: string, result: Result): Promise<boolean> {
    await tx.query('SELECT 1 FROM webhook_endpoints WHERE id = $1 FOR NO KEY UPDATE', [endpointId]);
    return (await this.record([result], tx)).size > 0;
  }

  /**
   * Which of these claims hold: none whose destination was removed or replaced.
   * @returns the ids of their deliveries
   */
  async held(claims: readonly Pick<Claim, 'id' | 'claimId'>[]): Promise<ReadonlySet<string>> {
    const ids = claims.map(({ id }) => id);
    const { from, to } = rangeOf(ids);
    const rows = await this.db.query<{ id: string }[]>(
      `SELECT c.id FROM unnest($1::uuid[], $2::uuid[]) AS c (id, claim_id)
        CROSS JOIN LATERAL (SELECT FROM webhook_deliveries d
                             WHERE d.id = c.id AND d.claim_id = c.claim_id AND d.id BETWEEN $3 AND $4
                               AND EXISTS (SELECT FROM webhook_endpoints e WHERE e.id = d.endpoint_id) OFFSET 0) AS held`,
      [ids, claims.map(({ claimId }) => claimId), from, to],
    );
    return new Set(rows.map(({ id }) => id));
  }

  private async claimPicked(
    tx: EntityManager,
    picked: readonly Pick<PickedRow, 'id'>[],
    { claimId, leaseSeconds }: { readonly claimId: string; readonly leaseSeconds: number },
  ): Promise<Claim[]> {
    const ids = picked.flatMap(({ id }) => id ?? []);
    if (ids.length === 0) return [];
    const { from, to } = rangeOf(ids);
    const [claims] = await tx.query<[Claim[], number]>(CLAIM_PICKED, [ids, claimId, leaseSeconds, from, to]);
    // Also by a worker that knows no replica: the api may, and shows users what they are told of with their next reads
    // (contract 2.14).
    await noteSeen(tx, [...new Set(claims.map(({ userId }) => userId))]);
    return claims.sort((one, other) => (one.id < other.id ? -1 : 1)); // PostgreSQL returns updated rows in any order
  }
}

/** A {@link Claim}. The body by a sub-select, which looks each event up by its id whatever the statistics. */
const CLAIMED = `d.id, d.claim_id AS "claimId", d.endpoint_id AS "endpointId", d.event_id AS "eventId", d.event_type AS "eventType",
  (SELECT ev.body FROM events ev WHERE ev.id = d.event_id) AS body, d.attempts, e.url,
  e.sealed_secret AS "sealedSecret", d.user_id AS "userId", d.caused_by AS "causedBy", d.traceparent`;

/** The lost sixth attempt is repeated under its own number: no record shows more than six. */
const CLAIM_IT = `status = 'sending', ready_at = NULL, attempts = least(d.attempts + 1, d.max_attempts), claimed_at = clock_timestamp()`;

/**
 * Locks the deliveries of these claims that hold, in the order of their ids. Each is looked up by its id: a join with a
 * range of ids read the whole range, and compared each of its rows with all claims, while statistics were of an earlier
 * state.
 */
const STILL_CLAIMED = (claims: string, from: string, to: string) => `
  SELECT c.* FROM (${claims} ORDER BY id) AS c
   CROSS JOIN LATERAL (SELECT FROM webhook_deliveries held
                        WHERE held.id = c.id AND held.claim_id = c.claim_id AND held.id BETWEEN ${from} AND ${to} FOR UPDATE) AS held`;

/**
 * The ready rows of one destination, in a form and an order that the index of ready rows alone serves. The rows are
 * locked while they are ready. The update does not ask again, because with `ready_at` as a condition it could walk over
 * all that is ready.
 */
const READY_FOR = (endpoint: string) =>
  `r.ready_at IS NOT NULL AND r.endpoint_id >= ${endpoint} AND (r.endpoint_id, r.id) <= (${endpoint}, '${LAST_ID}')`;

/** The rows in flight to one destination, in the order of the index of unfinished rows. */
const IN_FLIGHT = (endpoint: string, from: string, to: string) => `
  SELECT 1 FROM webhook_deliveries s
   WHERE s.finished_at IS NULL AND (s.endpoint_id, s.status) >= (${endpoint}, 'sending') AND (s.endpoint_id, s.status) <= (${endpoint}, 'sending')
     AND ${IS_OPEN('s', from, to)}
   ORDER BY s.endpoint_id, s.status`;

/**
 * Locks what {@link ClaimsQueries.claim} takes. {@link CLAIM_PICKED} claims it in a statement of its own: PostgreSQL
 * 18.4 crashes when one statement meets a row that has changed since it began, and chooses partitions of an UPDATE
 * while it runs.
 */
export const PICK = `WITH RECURSIVE lane AS (
  (SELECT d.endpoint_id, 1 AS number FROM webhook_deliveries d
    WHERE d.ready_at IS NOT NULL AND d.endpoint_id > $1::uuid AND ${IS_OPEN('d', '$6', '$7')} ORDER BY d.endpoint_id LIMIT 1)
  UNION ALL
  SELECT (SELECT d.endpoint_id FROM webhook_deliveries d
           WHERE d.ready_at IS NOT NULL AND d.endpoint_id > l.endpoint_id AND ${IS_OPEN('d', '$6', '$7')} ORDER BY d.endpoint_id LIMIT 1),
         l.number + 1
    FROM lane l WHERE l.endpoint_id IS NOT NULL AND l.number < $2::int
), walk AS (
  SELECT count(endpoint_id)::int AS walked, (array_agg(endpoint_id ORDER BY number DESC))[1] AS last_lane FROM lane
), picked AS (
  SELECT d.id FROM lane l CROSS JOIN LATERAL (
    SELECT r.id FROM webhook_deliveries r
     WHERE ${READY_FOR('l.endpoint_id')} AND ${IS_OPEN('r', '$6', '$7')}
     ORDER BY r.endpoint_id, r.id
     LIMIT greatest(0, $3::int - (SELECT count(*) FROM (${IN_FLIGHT('l.endpoint_id', '$6', '$7')} LIMIT $3::int) AS s))
     FOR UPDATE SKIP LOCKED
  ) d
   WHERE l.endpoint_id IS NOT NULL AND l.endpoint_id <> ALL ($5::uuid[])
     AND EXISTS (SELECT 1 FROM webhook_endpoints e WHERE e.id = l.endpoint_id)
   LIMIT $4
)
SELECT p.id, w.walked, w.last_lane FROM walk w LEFT JOIN picked p ON true`;

/** Locks what {@link ClaimsQueries.claimFor} takes. */
export const PICK_FOR = `
  SELECT d.id FROM unnest($1::uuid[]) AS l (endpoint_id) CROSS JOIN LATERAL (
    SELECT r.id FROM webhook_deliveries r
     WHERE ${READY_FOR('l.endpoint_id')} AND ${IS_OPEN('r', '$3', '$4')}
       AND NOT EXISTS (SELECT 1 FROM (${IN_FLIGHT('l.endpoint_id', '$3', '$4')} LIMIT 1) AS s)
       AND EXISTS (SELECT 1 FROM webhook_endpoints e WHERE e.id = l.endpoint_id)
     ORDER BY r.endpoint_id, r.id LIMIT 1
     FOR UPDATE OF r SKIP LOCKED
  ) d
   LIMIT $2`;

/** Claims deliveries that this transaction has locked. */
export const CLAIM_PICKED = `
  UPDATE webhook_deliveries d
     SET ${CLAIM_IT}, claim_id = $2::uuid, lease_until = clock_timestamp() + $3::float8 * interval '1 second'
    FROM webhook_endpoints e
   WHERE d.id = ANY ($1::uuid[]) AND d.status = 'queued' AND e.id = d.endpoint_id AND d.id BETWEEN $4 AND $5
  RETURNING ${CLAIMED}`;

/** SQL of an entry for the attempt that delivery `d` is in. Both arguments are SQL expressions. */
export const ATTEMPT_ENTRY = (outcome: string, durationMs: string): string =>
  `jsonb_build_object('number', d.attempts, 'started_at', d.claimed_at, 'duration_ms', ${durationMs}, 'outcome', ${outcome})`;

const RESULTS = `SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::float8[], $5::text[], $6::int[])
                         AS r (id, claim_id, status, retry_in, outcome, duration_ms)`;

/**
 * Results, and how their destinations do (contract 6.18), but for those that are gone. Rows of `webhook_health` are
 * locked after deliveries, in the order of their ids.
 */
const RECORD = `WITH r AS MATERIALIZED (${STILL_CLAIMED(RESULTS, '$7', '$8')}), recorded AS (
UPDATE webhook_deliveries d
   SET status = r.status, outcome = r.outcome, claim_id = NULL, lease_until = NULL,
       attempt_log = d.attempt_log || ${ATTEMPT_ENTRY('r.outcome', 'r.duration_ms')},
       retry_at = clock_timestamp() + r.retry_in * interval '1 second',
       delivered_at = CASE WHEN r.status = 'delivered' THEN clock_timestamp() END,
       finished_at = CASE WHEN r.status <> 'queued' THEN clock_timestamp() END
  FROM r WHERE d.id = r.id AND d.claim_id = r.claim_id AND d.id = ANY (ARRAY(SELECT id FROM r)) AND d.id BETWEEN $7 AND $8
RETURNING d.id, d.endpoint_id, d.claimed_at, r.status
), health AS (
  INSERT INTO webhook_health AS h (endpoint_id, last_delivered_at, failing_since)
  SELECT endpoint_id, CASE WHEN bool_or(status = 'delivered') THEN clock_timestamp() END,
         CASE WHEN NOT bool_or(status = 'delivered') THEN min(claimed_at) END
    FROM recorded WHERE (SELECT true FROM webhook_endpoints e WHERE e.id = recorded.endpoint_id)
   GROUP BY endpoint_id ORDER BY endpoint_id
  ON CONFLICT (endpoint_id) DO UPDATE
     SET last_delivered_at = coalesce(excluded.last_delivered_at, h.last_delivered_at),
         failing_since = CASE WHEN excluded.last_delivered_at IS NULL THEN coalesce(h.failing_since, excluded.failing_since) END,
         told_at = CASE WHEN excluded.last_delivered_at IS NULL THEN h.told_at END
)
SELECT id FROM recorded`;

/** A delivery, or none; and in every row how many destinations were walked past, and which was the last. */
type PickedRow = { readonly id: string | null; readonly walked: number; readonly last_lane: string };
