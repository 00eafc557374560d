import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';

/** Rows deleted in one statement, so that locks stay short. */
const BATCH_SIZE = 1000;

@Injectable()
export class RateLimitWindowsQueries {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** @returns how many rows were deleted */
  async deleteExpired(): Promise<number> {
    let total = 0;
    for (;;) {
      // A row that a request has locked is in use: it is skipped.
      const [, deleted] = await this.db.query<[unknown, number]>(
        `DELETE FROM rate_limit_windows WHERE key IN (
           SELECT key FROM rate_limit_windows WHERE expires_at < now() LIMIT $1 FOR UPDATE SKIP LOCKED)`,
        [BATCH_SIZE],
      );
      total += deleted;
      if (deleted < BATCH_SIZE) return total;
    }
  }
}
