import { Batches, LOG } from '@app/process';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';

const HOUR_MS = 3_600_000;

/** Uses in one statement. */
const BATCH_SIZE = 1000;

/** Rows are locked in id order, so that two processes cannot deadlock. */
const NOTE = `
  UPDATE api_tokens t SET last_used_at = due.hour
    FROM (SELECT a.id, u.hour
            FROM (SELECT id, max(hour) AS hour FROM unnest($1::uuid[], $2::timestamptz[]) AS u (id, hour) GROUP BY id) u
            JOIN api_tokens a ON a.id = u.id AND (a.last_used_at IS NULL OR a.last_used_at < u.hour)
           ORDER BY a.id FOR NO KEY UPDATE OF a) due
   WHERE t.id = due.id`;

type Use = { readonly tokenId: string; readonly hour: Date };

/** Records when tokens were last used, to the hour: one write a token and hour, which no request waits for. */
@Injectable()
export class TokenUses {
  private readonly uses = new Batches<Use, undefined>((uses) => this.write(uses), BATCH_SIZE);

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  note(tokenId: string, lastUsedAt: Date | null, now: Date): void {
    const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
    if (lastUsedAt && lastUsedAt >= hour) return;
    this.uses.ask({ tokenId, hour }).catch((err: unknown) => this.log.debug({ err }, 'the use of a token was not recorded')); // the next request tries again
  }

  private async write(uses: readonly Use[]): Promise<undefined[]> {
    await this.db.query(NOTE, [uses.map(({ tokenId }) => tokenId), uses.map(({ hour }) => hour)]);
    return [];
  }
}
