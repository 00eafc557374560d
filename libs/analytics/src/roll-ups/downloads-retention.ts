import { DownloadsEnv } from '@app/downloads';
import { Clock } from '@app/process';
import { Injectable } from '@nestjs/common';
import { DownloadsRetentionQueries } from './downloads-retention.queries.js';

const DAY_MS = 86_400_000;

/** Removes single downloads, month by month, when all of a month is older than `DOWNLOADS_RETENTION_DAYS` and rolled up. */
@Injectable()
export class DownloadsRetention {
  constructor(
    private readonly queries: DownloadsRetentionQueries,
    private readonly env: DownloadsEnv,
    private readonly clock: Clock,
  ) {}

  /** @returns how many partitions were dropped, and how many downloads were deleted that had come too late for theirs */
  async dropOld(now = this.clock.now()): Promise<{ readonly partitions: number; readonly stragglers: number }> {
    const { DOWNLOADS_RETENTION_DAYS: days } = this.env;
    if (days === undefined) return { partitions: 0, stragglers: 0 };
    const partitions = await this.queries.dropBefore(new Date(now.getTime() - days * DAY_MS));
    return { partitions, stragglers: await this.queries.deleteStragglers() };
  }
}
