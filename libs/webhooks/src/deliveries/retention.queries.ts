import { makePartitions, partitionsOf, whileInUse, type PartitionedTable } from '@app/database';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/** Rows in one statement: short locks, however much has accumulated. */
const BATCH_SIZE = 1000;

/** The partition in which an installation's deliveries were before there were partitions. */
const OLD = 'webhook_deliveries_old';

/** The bounds are UUIDv7: their first 48 bits are the time. */
const DELIVERIES: PartitionedTable = {
  table: 'webhook_deliveries',
  period: 'week',
  timeOf: (bound) => parseInt(bound.replace('-', '').slice(0, 12), 16),
};

@Injectable()
export class RetentionQueries {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  makePartitions(now: Date, aheadDays: number): Promise<number> {
    return makePartitions(this.db, DELIVERIES, { now, aheadDays });
  }

  /**
   * Drops the partitions of which everything was finished before a time. From those that have something left, and from the two that are
   * no weeks, what was finished before is deleted in short statements.
   * @returns how many deliveries there were
   */
  async removeFinishedBefore(time: Date): Promise<number> {
    let removed = 0;
    for (const { name, endsAt } of await partitionsOf(this.db, DELIVERIES)) {
      const dropped = endsAt !== null && endsAt <= time ? await this.drop(name, time) : null;
      const isWeek = endsAt !== null && name !== OLD;
      // A week that has not ended yet will be dropped as a whole.
      removed += dropped ?? (isWeek && endsAt > time ? 0 : await this.deleteFinishedBefore(time, name));
    }
    return removed;
  }

  /** @returns how many rows it had; null when something in it is unfinished, or was finished later */
  private async drop(partition: string, time: Date): Promise<number | null> {
    const [row] = await whileInUse(() =>
      this.db.query<{ rows: number | null }[]>('SELECT drop_webhook_deliveries_partition($1, $2)::float8 AS rows', [partition, time]),
    );
    return row?.rows ?? null;
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
}
