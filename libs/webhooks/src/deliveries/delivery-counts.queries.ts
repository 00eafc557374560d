import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/** Unfinished deliveries by state, for metrics. */
export type DeliveryCounts = {
  readonly due: number;
  readonly waiting: number;
  readonly sending: number;
  readonly held: number;
  /** Seconds for which the oldest has been due. */
  readonly oldestDueSeconds: number;
};

/** Rows that are replaced by their sum in one statement, and how many must have accumulated. */
const MAX_FOLDED = 20_000;
const MIN_FOLDED = 200;

const RECORDED = `SELECT coalesce(sum(due), 0)::int AS due, coalesce(sum(waiting), 0)::int AS waiting,
                         coalesce(sum(sending), 0)::int AS sending, coalesce(sum(held), 0)::int AS held FROM webhook_delivery_counts`;

/** Counted row by row: minutes of work where millions wait. */
const ACTUAL = `SELECT count(*) FILTER (WHERE ready_at IS NOT NULL)::int AS due, count(*) FILTER (WHERE retry_at IS NOT NULL)::int AS waiting,
                       count(*) FILTER (WHERE lease_until IS NOT NULL)::int AS sending,
                       count(*) FILTER (WHERE status = 'queued' AND ready_at IS NULL AND retry_at IS NULL)::int AS held
                  FROM webhook_deliveries WHERE finished_at IS NULL`;

/** How many deliveries are unfinished, without counting them (decision 0130). */
@Injectable()
export class DeliveryCountsQueries {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** Reads a few rows however many deliveries wait. */
  async counts(): Promise<DeliveryCounts> {
    const [row] = await this.db.query<DeliveryCounts[]>(
      `SELECT r.*, coalesce(extract(epoch FROM clock_timestamp() - (SELECT min(ready_at) FROM webhook_deliveries WHERE ready_at IS NOT NULL)), 0)::float8
                AS "oldestDueSeconds" FROM (${RECORDED}) AS r`,
    );
    return row ?? { due: 0, waiting: 0, sending: 0, held: 0, oldestDueSeconds: 0 };
  }

  /** Replaces rows by their sum. Rows that another worker replaces are skipped. @returns how many were replaced */
  async fold(): Promise<number> {
    const [row] = await this.db.query<{ folded: number }[]>(
      `WITH enough AS (
         SELECT count(*) >= $1 AS reached FROM (SELECT FROM webhook_delivery_counts LIMIT $1) AS accumulated
       ), gone AS (
         DELETE FROM webhook_delivery_counts WHERE id IN (
           SELECT id FROM webhook_delivery_counts WHERE (SELECT reached FROM enough) ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED)
         RETURNING due, waiting, sending, held
       ), folded AS (
         INSERT INTO webhook_delivery_counts (due, waiting, sending, held)
         SELECT sum(due), sum(waiting), sum(sending), sum(held) FROM gone HAVING count(*) > 0
       )
       SELECT count(*)::int AS folded FROM gone`,
      [MIN_FOLDED, MAX_FOLDED],
    );
    return row?.folded ?? 0;
  }

  /**
   * Counts the rows and adds what the recorded numbers lack, for changes that triggers did not see: a TRUNCATE, a load with triggers
   * disabled. Both are read in one snapshot, so that changes meanwhile are in neither.
   * @returns the differences; null when there are none
   */
  async correct(): Promise<Omit<DeliveryCounts, 'oldestDueSeconds'> | null> {
    return this.db.transaction('REPEATABLE READ', async (tx) => {
      // Two corrections take turns. LOCK takes no snapshot: the second sees what the first has added.
      await tx.query('LOCK TABLE webhook_delivery_counts IN SHARE UPDATE EXCLUSIVE MODE');
      const [row] = await tx.query<Omit<DeliveryCounts, 'oldestDueSeconds'>[]>(
        `INSERT INTO webhook_delivery_counts (due, waiting, sending, held)
         SELECT a.due - r.due, a.waiting - r.waiting, a.sending - r.sending, a.held - r.held FROM (${ACTUAL}) AS a, (${RECORDED}) AS r
          WHERE (a.due, a.waiting, a.sending, a.held) <> (r.due, r.waiting, r.sending, r.held)
         RETURNING due, waiting, sending, held`,
      );
      return row ?? null;
    });
  }
}
