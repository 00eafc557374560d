import { Batches, LOG } from '@app/process';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';

const HOUR_MS = 3_600_000;

/** Most tokens of one statement. */
const BATCH_SIZE = 500;

/** Rows are locked in id order, so that two processes cannot deadlock. */
const NOTE = `
  UPDATE api_tokens t SET last_used_at = $2
    FROM (SELECT id FROM api_tokens WHERE id = ANY($1::uuid[]) AND (last_used_at IS NULL OR last_used_at < $2) ORDER BY id FOR NO KEY UPDATE) due
   WHERE t.id = due.id`;

type Use = { readonly tokenId: string; readonly hour: Date };

/** Records when tokens were last used, to the hour: one write a token and hour, which no request waits for. */
@Injectable()
export class TokenUses {
  private readonly batches = new Batches<Use, undefined>((uses) => this.write(uses), BATCH_SIZE);
  /** Tokens whose use is being written. */
  private readonly underWay = new Set<string>();

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  note(tokenId: string, lastUsedAt: Date | null, now: Date): void {
    const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
    if ((lastUsedAt && lastUsedAt >= hour) || this.underWay.has(tokenId)) return;
    this.underWay.add(tokenId);
    this.batches
      .ask({ tokenId, hour })
      .catch((err: unknown) => this.log.debug({ err }, 'the use of a token was not recorded')) // the next request tries again
      .finally(() => this.underWay.delete(tokenId));
  }

  private async write(uses: readonly Use[]): Promise<undefined[]> {
    for (const [hour, of] of Map.groupBy(uses, (use) => use.hour.getTime())) {
      await this.db.query(NOTE, [of.map(({ tokenId }) => tokenId), new Date(hour)]);
    }
    return uses.map(() => undefined);
  }
}
