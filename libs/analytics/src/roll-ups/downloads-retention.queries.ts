import { partitionsOf, unlessInUse } from '@app/database';
import { DOWNLOAD_PARTITIONS, DownloadsEnv } from '@app/downloads';
import { Clock } from '@app/process';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/** Rows of one statement, so that locks stay short however many rows have accumulated. */
const BATCH_SIZE = 1000;

const DAY_MS = 86_400_000;

/** Removes single downloads by month, when all of one is older than `DOWNLOADS_RETENTION_DAYS` and rolled up. */
@Injectable()
export class DownloadsRetention {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly env: DownloadsEnv,
    private readonly clock: Clock,
  ) {}

  /** @returns how many partitions were dropped, and how many downloads too late for theirs were deleted */
  async dropOld(now = this.clock.now()): Promise<{ readonly partitions: number; readonly stragglers: number }> {
    const { DOWNLOADS_RETENTION_DAYS: days } = this.env;
    if (days === undefined) return { partitions: 0, stragglers: 0 };
    const partitions = await this.dropBefore(new Date(now.getTime() - days * DAY_MS));
    return { partitions, stragglers: await this.deleteStragglers() };
  }

  /** Drops the partitions that end by a time, the oldest first, while their days are rolled up. @returns how many */
  private async dropBefore(time: Date): Promise<number> {
    let dropped = 0;
    for (const { name, endsAt } of await partitionsOf(this.db, DOWNLOAD_PARTITIONS)) {
      if (endsAt === null || endsAt > time) break;
      const rows = await unlessInUse(() =>
        this.db.query<{ dropped: boolean }[]>(
          `SELECT drop_downloads_partition($1, ($2::timestamptz AT TIME ZONE 'UTC')::date) AS dropped`,
          [name, endsAt],
        ),
      );
      if (!rows?.[0]?.dropped) break;
      dropped += 1;
    }
    return dropped;
  }

  /** Deletes downloads that arrived after the partition of their day was dropped. @returns how many */
  private async deleteStragglers(): Promise<number> {
    let total = 0;
    for (;;) {
      const [, deleted] = await this.db.query<[unknown, number]>(
        `DELETE FROM downloads WHERE (episode_id, at, id) IN (
           SELECT episode_id, at, id FROM downloads
            WHERE at < (SELECT since::timestamp AT TIME ZONE 'UTC' FROM downloads_kept) LIMIT $1 FOR UPDATE SKIP LOCKED)`,
        [BATCH_SIZE],
      );
      total += deleted;
      if (deleted < BATCH_SIZE) return total;
    }
  }
}
