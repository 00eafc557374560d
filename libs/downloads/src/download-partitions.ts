import { makePartitions, type PartitionedTable } from '@app/database';
import { Clock } from '@app/process';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/** Downloads by months of their time. */
export const DOWNLOAD_PARTITIONS: PartitionedTable = { table: 'downloads', period: 'month', timeOf: (bound) => Date.parse(bound) };

/** Days ahead for which partitions exist: workers may be down for as long. */
const DAYS_AHEAD = 20;

/** Makes the partitions of the months to come. */
@Injectable()
export class DownloadPartitions {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly clock: Clock,
  ) {}

  /** @returns how many were made */
  makeAhead(): Promise<number> {
    return makePartitions(this.db, DOWNLOAD_PARTITIONS, { now: this.clock.now(), aheadDays: DAYS_AHEAD });
  }
}
