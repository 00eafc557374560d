import { makePartitions, NIL_ID, partitionsOf, unlessInUse, type PartitionedTable } from '@app/database';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/** Rows in one statement: short locks, however much has accumulated. */
const BATCH_SIZE = 1000;

/** The bounds are UUIDv7: their first 48 bits are the time. */
const byWeeks = (table: string): PartitionedTable => ({
  table,
  period: 'week',
  timeOf: (bound) => parseInt(bound.replace('-', '').slice(0, 12), 16),
});

const DELIVERIES = byWeeks('webhook_deliveries');
const EVENTS = byWeeks('events');

@Injectable()
export class RetentionQueries {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** @returns how many were made */
  async makePartitions(now: Date, aheadDays: number): Promise<number> {
    let made = 0;
    try {
      made += await makePartitions(this.db, EVENTS, { now, aheadDays });
    } finally {
      made += await makePartitions(this.db, DELIVERIES, { now, aheadDays });
    }
    return made;
  }

  /** Removes deliveries that were finished before a time. @returns how many */
  removeFinishedBefore(time: Date): Promise<number> {
    return this.remove(DELIVERIES, time, (partition) => this.deleteFinishedBefore(time, partition));
  }

  /** Removes events that are older than a time, and to which no delivery refers any more. @returns how many */
  removeEventsBefore(time: Date): Promise<number> {
    return this.remove(EVENTS, time, (partition) => this.deleteEventsBefore(time, partition));
  }

  /** Whole weeks where it can, the others in short statements. */
  private async remove(of: PartitionedTable, time: Date, deleteOld: (partition: string) => Promise<number>): Promise<number> {
    let removed = 0;
    for (const { name, endsAt } of await partitionsOf(this.db, of)) {
      const dropped = endsAt !== null && endsAt <= time ? await this.drop(of.table, name, time) : null;
      removed += dropped ?? (await deleteOld(name));
    }
    return removed;
  }

  /** @returns how many rows it had; null when something in it is still needed, or reads it: its old rows are deleted */
  private async drop(table: string, partition: string, time: Date): Promise<number | null> {
    const rows = await unlessInUse(() =>
      this.db.query<{ rows: number | null }[]>(`SELECT drop_${table}_partition($1, $2)::float8 AS rows`, [partition, time]),
    );
    return rows?.[0]?.rows ?? null;
  }

  private async deleteFinishedBefore(time: Date, partition: string): Promise<number> {
    let total = 0;
    for (;;) {
      const [, deleted] = await this.db.query<[unknown, number]>(
        `DELETE FROM ${partition} WHERE id IN (
           SELECT id FROM ${partition} WHERE finished_at < $1 ORDER BY finished_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
        [time, BATCH_SIZE],
      );
      total += deleted;
      if (deleted < BATCH_SIZE) return total;
    }
  }

  private async deleteEventsBefore(time: Date, partition: string): Promise<number> {
    let total = 0;
    for (let after = NIL_ID; ;) {
      const [row] = await this.db.query<[{ last: string | null; deleted: number }]>(
        `WITH old AS MATERIALIZED (
           SELECT id FROM ${partition} WHERE id > $1 AND created_at < $2 ORDER BY id LIMIT $3
         ), gone AS (
           DELETE FROM ${partition} e WHERE e.id = ANY (ARRAY(SELECT id FROM old))
              AND (SELECT d.id FROM webhook_deliveries d WHERE d.event_id = e.id LIMIT 1) IS NULL
           RETURNING 1
         )
         SELECT (SELECT id FROM old ORDER BY id DESC LIMIT 1) AS last, (SELECT count(*)::int FROM gone) AS deleted`,
        [after, time, BATCH_SIZE],
      );
      total += row.deleted;
      if (row.last === null) return total;
      after = row.last;
    }
  }
}
