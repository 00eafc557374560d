import { LOG } from '@app/process';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';

const HOUR_MS = 3_600_000;

const NOTE = 'UPDATE api_tokens SET last_used_at = $2 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < $2)';

/** Records when tokens were last used, to the hour: one write a token and hour, which no request waits for. */
@Injectable()
export class TokenUses {
  /** Tokens whose use is being recorded. */
  private readonly noting = new Set<string>();

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  note(tokenId: string, lastUsedAt: Date | null, now: Date): void {
    const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
    if ((lastUsedAt && lastUsedAt >= hour) || this.noting.has(tokenId)) return;
    this.noting.add(tokenId);
    this.db
      .query(NOTE, [tokenId, hour])
      // The next request tries again.
      .catch((err: unknown) => this.log.debug({ err }, 'the use of a token was not recorded'))
      .finally(() => this.noting.delete(tokenId));
  }
}
