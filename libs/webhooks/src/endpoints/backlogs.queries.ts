import { VERIFICATION, type Verification } from '@app/outbox';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, EntityManager } from 'typeorm';
import { ATTEMPT_ENTRY } from '../dispatch/claims.queries.js';

/** Deliveries that one statement changes. */
const BATCH_SIZE = 1000;

/** Batches of one sweep. */
const MAX_BATCHES = 20;

const HELD = `status = 'queued' AND ready_at IS NULL AND retry_at IS NULL`;

/**
 * Changes of a configuration that cancel or release all its deliveries. The transaction of the change does the first
 * thousand and leaves the rest to the workers' sweep, so that it holds its lock for milliseconds however many
 * deliveries there are. Meanwhile nothing of the rest is claimed, and the history shows it as it will be.
 */
@Injectable()
export class BacklogsQueries {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** Cancels everything unfinished of a configuration that is gone. @returns whether something may be in flight */
  async cancelAll(tx: EntityManager, endpointId: string): Promise<{ readonly inFlight: boolean }> {
    // Rows in flight are locked in id order, as recording does it, so that the two cannot deadlock.
    const inFlight = await cancel(tx, `endpoint_id = $1 AND status = 'sending' AND finished_at IS NULL ORDER BY id FOR UPDATE`, endpointId);
    await cancel(
      tx,
      `endpoint_id = $1 AND status = 'queued' AND finished_at IS NULL LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED`,
      endpointId,
    );
    const left = await exists(tx, 'endpoint_id = $1 AND finished_at IS NULL', endpointId);
    if (left) await this.note(tx, endpointId);
    return { inFlight: inFlight > 0 || left };
  }

  /** Ends the verifications under way: their challenges activate nothing any more. */
  async cancelVerifications(tx: EntityManager, endpointId: string): Promise<void> {
    await cancel(tx, `endpoint_id = $1 AND event_type = '${VERIFICATION}' AND finished_at IS NULL ORDER BY id FOR UPDATE`, endpointId);
  }

  /** Activates a configuration that has answered its own challenge, and releases the events that were held for it. */
  async activate(tx: EntityManager, endpointId: string): Promise<void> {
    // Waits for transactions that write an event that would be held (outbox.queries.ts, insert).
    const [, activated] = await tx.query<[unknown, number]>(
      `UPDATE webhook_endpoints SET verification = 'verified', verified_at = clock_timestamp() WHERE id = $1 AND verification <> 'verified'`,
      [endpointId],
    );
    if (activated > 0 && (await releaseHeldBatch(tx, endpointId))) await this.note(tx, endpointId);
  }

  /** All attempts to verify are used up: what was held is canceled, and later events are not kept (contract 6.6). */
  async giveUp(tx: EntityManager, endpointId: string): Promise<void> {
    const [, failed] = await tx.query<[unknown, number]>(
      `UPDATE webhook_endpoints SET verification = 'failed' WHERE id = $1 AND verification = 'pending'`,
      [endpointId],
    );
    if (failed > 0 && (await cancelHeldBatch(tx, endpointId))) await this.note(tx, endpointId);
  }

  /** Continues where transactions stopped. @returns whether anything was changed */
  async continueAll(): Promise<boolean> {
    let changed = false;
    for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
      const [backlog] = await this.db.query<{ id: string }[]>('SELECT endpoint_id AS id FROM webhook_backlogs ORDER BY created_at LIMIT 1');
      if (!backlog) return changed;
      await this.continue(backlog.id);
      changed = true;
    }
    return changed;
  }

  /** Completes what a configuration has left. Waits for a worker that is at it: what it leaves is canceled here. */
  async complete(endpointId: string): Promise<void> {
    while (await this.continue(endpointId, 'FOR UPDATE'));
  }

  /** One batch of one configuration. @returns whether more is left */
  private continue(endpointId: string, lock = 'FOR UPDATE SKIP LOCKED'): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      // Makes a registration, a removal and a verification of this one destination wait for one batch.
      const [endpoint] = await tx.query<{ verification: Verification }[]>(
        'SELECT verification FROM webhook_endpoints WHERE id = $1 FOR SHARE',
        [endpointId],
      );
      const [locked] = await tx.query<unknown[]>(`SELECT 1 FROM webhook_backlogs WHERE endpoint_id = $1 ${lock}`, [endpointId]);
      if (!locked) return false; // done, or another worker is at it
      if (await batchFor(endpoint?.verification, tx, endpointId)) {
        await tx.query('UPDATE webhook_backlogs SET created_at = clock_timestamp() WHERE endpoint_id = $1', [endpointId]);
        return true;
      }
      await tx.query('DELETE FROM webhook_backlogs WHERE endpoint_id = $1', [endpointId]);
      // Results that were recorded beside the removal (endpoints.queries.ts, forget).
      if (!endpoint) await tx.query('DELETE FROM webhook_health WHERE endpoint_id = $1', [endpointId]);
      return false;
    });
  }

  private async note(tx: EntityManager, endpointId: string): Promise<void> {
    await tx.query('INSERT INTO webhook_backlogs (endpoint_id) VALUES ($1) ON CONFLICT DO NOTHING', [endpointId]);
  }
}

/** @returns whether more is left */
async function batchFor(verification: Verification | undefined, tx: EntityManager, endpointId: string): Promise<boolean> {
  if (verification === 'pending') return false;
  if (verification === 'verified') return releaseHeldBatch(tx, endpointId);
  if (verification === 'failed') return cancelHeldBatch(tx, endpointId);
  const open = `endpoint_id = $1 AND finished_at IS NULL`;
  await cancel(tx, `${open} LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED`, endpointId);
  return exists(tx, open, endpointId);
}

async function cancelHeldBatch(tx: EntityManager, endpointId: string): Promise<boolean> {
  return (await cancel(tx, `endpoint_id = $1 AND ${HELD} LIMIT ${BATCH_SIZE} FOR UPDATE`, endpointId)) === BATCH_SIZE;
}

async function releaseHeldBatch(tx: EntityManager, endpointId: string): Promise<boolean> {
  const [, released] = await tx.query<[unknown, number]>(
    `UPDATE webhook_deliveries SET ready_at = clock_timestamp() WHERE id = ANY (ARRAY(
       SELECT id FROM webhook_deliveries WHERE endpoint_id = $1 AND ${HELD} ORDER BY id LIMIT ${BATCH_SIZE} FOR UPDATE))`,
    [endpointId],
  );
  return released === BATCH_SIZE;
}

/**
 * Cancels what a condition selects. An attempt in flight gets its entry in the log. The array is looked up id by id:
 * with statistics of before the deliveries were there, a join compared each of them with all others. @returns how many
 */
async function cancel(tx: EntityManager, selected: string, endpointId: string): Promise<number> {
  const [, canceled] = await tx.query<[unknown, number]>(
    `UPDATE webhook_deliveries d
        SET status = 'canceled', ready_at = NULL, retry_at = NULL, claim_id = NULL, lease_until = NULL, finished_at = clock_timestamp(),
            attempt_log = CASE WHEN d.status = 'sending' THEN d.attempt_log || ${ATTEMPT_ENTRY("'canceled'", 'NULL')} ELSE d.attempt_log END
      WHERE d.id = ANY (ARRAY(SELECT id FROM webhook_deliveries WHERE ${selected}))`,
    [endpointId],
  );
  return canceled;
}

async function exists(tx: EntityManager, condition: string, endpointId: string): Promise<boolean> {
  const rows = await tx.query<unknown[]>(`SELECT 1 FROM webhook_deliveries WHERE ${condition} LIMIT 1`, [endpointId]);
  return rows.length > 0;
}
