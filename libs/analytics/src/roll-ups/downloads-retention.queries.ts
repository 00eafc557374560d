import { partitionsOf, unlessInUse } from '@app/database';
import { DOWNLOAD_PARTITIONS } from '@app/downloads';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/** Rows of one statement, so that locks stay short however many rows have accumulated. */
const BATCH_SIZE = 1000;

@Injectable()
export class DownloadsRetentionQueries {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** Drops the partitions that end at a time or before it, the oldest first, while their days are rolled up. @returns how many */
  async dropBefore(time: Date): Promise<number> {
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
  async deleteStragglers(): Promise<number> {
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
