import { VERIFICATION } from '@app/outbox';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ATTEMPT_ENTRY } from './claims.queries.js';
import { IS_OPEN, OpenRange } from './open-range.queries.js';

/** Rows in one statement: short locks, however much has accumulated. */
const BATCH_SIZE = 1000;

export type Look = { readonly isDue: boolean; readonly isReady: boolean };

/** The statements of the sweep: retries that are due, and claims whose lease has ended. */
@Injectable()
export class SweepQueries {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly open: OpenRange,
  ) {}

  /** Whether a sweep would find anything, and a delivery waits for a claim: an idle worker's one statement a second. */
  async look(): Promise<Look> {
    const { from, to } = await this.open.current();
    const [look] = await this.db.query<[Look]>(LOOK, [from, to]);
    return look;
  }

  /** Makes retries ready whose time has come. @returns how many */
  async wakeRetries(): Promise<number> {
    const { from, to } = await this.open.current();
    let ready = 0;
    for (;;) {
      const [, due] = await this.db.query<[unknown, number]>(WAKE_RETRIES, [BATCH_SIZE, from, to]);
      ready += due;
      if (due < BATCH_SIZE) return ready;
    }
  }

  /**
   * Takes over deliveries whose lease has ended: their attempts are lost, and count (contract 6.16). The first lost
   * attempt is repeated at once, further ones wait for the schedule's delay, and a lost last attempt is repeated once.
   * Verifications that fail with this are left to {@link failedVerifications}.
   * @param delays seconds before attempts 2 to 6
   * @returns how many were taken over
   */
  async recover(delays: readonly number[]): Promise<number> {
    const { from, to } = await this.open.current();
    const [, recovered] = await this.db.query<[unknown, number]>(RECOVER, [BATCH_SIZE, VERIFICATION, delays, from, to]);
    return recovered;
  }

  /** Verifications whose last attempt was lost for good: their destinations have failed, too. */
  async failedVerifications(): Promise<{ readonly id: string; readonly claimId: string; readonly endpointId: string }[]> {
    const { from, to } = await this.open.current();
    return this.db.query<{ id: string; claimId: string; endpointId: string }[]>(
      `SELECT id, claim_id AS "claimId", endpoint_id AS "endpointId" FROM webhook_deliveries
        WHERE lease_until < statement_timestamp() AND event_type = $2 AND attempts >= max_attempts AND last_attempt_repeated
          AND id >= $3 AND id < $4
        ORDER BY lease_until LIMIT $1`,
      [BATCH_SIZE, VERIFICATION, from, to],
    );
  }
}

/** The first of each index; a comparison in the condition would let the planner read all that waits. */
const LOOK = `SELECT
    coalesce((SELECT retry_at FROM webhook_deliveries WHERE retry_at IS NOT NULL AND ${IS_OPEN('webhook_deliveries', '$1', '$2')} ORDER BY retry_at LIMIT 1) <= statement_timestamp(), false)
    OR coalesce((SELECT lease_until FROM webhook_deliveries WHERE lease_until IS NOT NULL AND ${IS_OPEN('webhook_deliveries', '$1', '$2')} ORDER BY lease_until LIMIT 1) < statement_timestamp(), false)
    OR EXISTS (SELECT FROM webhook_backlogs) AS "isDue",
    (SELECT ready_at FROM webhook_deliveries WHERE ready_at IS NOT NULL AND ${IS_OPEN('webhook_deliveries', '$1', '$2')} ORDER BY ready_at LIMIT 1) IS NOT NULL AS "isReady"`;

/**
 * See {@link SweepQueries.wakeRetries}. A walk along an index ends at `statement_timestamp()`; `clock_timestamp()` may
 * be another for each row, so that with it every sweep read all that waits. The array is looked up id by id, whatever
 * statistics the database has.
 */
export const WAKE_RETRIES = `UPDATE webhook_deliveries SET ready_at = retry_at, retry_at = NULL
 WHERE id >= $2 AND id < $3 AND id = ANY (ARRAY(
   SELECT id FROM webhook_deliveries
    WHERE retry_at <= statement_timestamp() AND id >= $2 AND id < $3 ORDER BY retry_at LIMIT $1 FOR UPDATE SKIP LOCKED))`;

const RECOVER = `UPDATE webhook_deliveries d
   SET status = CASE WHEN lost.final THEN 'failed' ELSE 'queued' END,
       last_attempt_repeated = lost.last,
       lost_attempts = d.lost_attempts + 1,
       ready_at = CASE WHEN NOT lost.final AND d.lost_attempts = 0 THEN clock_timestamp() END,
       retry_at = CASE WHEN NOT lost.final AND d.lost_attempts > 0
                       THEN clock_timestamp() + ($3::float8[])[least(d.attempts, cardinality($3))] * (1 + random() / 10) * interval '1 second' END,
       finished_at = CASE WHEN lost.final THEN clock_timestamp() END,
       claim_id = NULL, lease_until = NULL, outcome = 'lost',
       attempt_log = d.attempt_log || ${ATTEMPT_ENTRY("'lost'", 'NULL')}
  FROM (SELECT id, attempts >= max_attempts AS last, attempts >= max_attempts AND last_attempt_repeated AS final
          FROM webhook_deliveries
         WHERE lease_until < statement_timestamp() AND NOT (event_type = $2 AND attempts >= max_attempts AND last_attempt_repeated)
           AND ${IS_OPEN('webhook_deliveries', '$4', '$5')}
         ORDER BY lease_until LIMIT $1 FOR UPDATE SKIP LOCKED) lost
 WHERE d.id = lost.id AND ${IS_OPEN('d', '$4', '$5')}`;
