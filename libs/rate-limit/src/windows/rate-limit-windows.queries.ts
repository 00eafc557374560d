import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';

/** Keys that one step looks at, so that locks stay short. */
const STEP_SIZE = 2000;

@Injectable()
export class RateLimitWindowsQueries {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** Looks at each window once, in the order of keys. @returns how many rows were deleted */
  async deleteExpired(): Promise<number> {
    let total = 0;
    for (let after = ''; ;) {
      const [step] = await this.db.query<{ last: string | null; keys: number }[]>(
        `SELECT max(key) AS last, count(*)::int AS keys
           FROM (SELECT key FROM rate_limit_windows WHERE key > $1 ORDER BY key LIMIT $2) AS step`,
        [after, STEP_SIZE],
      );
      if (step?.last == null) return total;
      // A row that a request has locked is in use: it is skipped.
      const [, deleted] = await this.db.query<[unknown, number]>(
        `DELETE FROM rate_limit_windows WHERE key > $1 AND key <= $2 AND key IN (
           SELECT key FROM rate_limit_windows WHERE key > $1 AND key <= $2 AND expires_at < now() FOR UPDATE SKIP LOCKED)`,
        [after, step.last],
      );
      total += deleted;
      after = step.last;
      if (step.keys < STEP_SIZE) return total;
    }
  }
}
