import { LOG, logContext } from '@app/process';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';

const HOUR_MS = 3_600_000;

/** Rows are locked in id order, so that two processes cannot deadlock. */
const NOTE = `
  UPDATE api_tokens t SET last_used_at = $2
    FROM (SELECT id FROM api_tokens WHERE id = ANY($1::uuid[]) AND (last_used_at IS NULL OR last_used_at < $2) ORDER BY id FOR NO KEY UPDATE) due
   WHERE t.id = due.id`;

/** Records when tokens were last used, to the hour: one write a token and hour, which no request waits for. */
@Injectable()
export class TokenUses {
  /** Tokens whose use is not yet written. Those that come while others are being written share the next statement. */
  private readonly used = new Set<string>();
  private isWriting = false;

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  note(tokenId: string, lastUsedAt: Date | null, now: Date): void {
    const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
    if (lastUsedAt && lastUsedAt >= hour) return;
    this.used.add(tokenId);
    if (!this.isWriting) logContext.exit(() => void this.write(hour)); // no user’s share of the connections
  }

  private async write(hour: Date): Promise<void> {
    this.isWriting = true;
    while (this.used.size > 0) {
      const ids = [...this.used];
      await this.db
        .query(NOTE, [ids, hour])
        .catch((err: unknown) => this.log.debug({ err }, 'the use of a token was not recorded')) // the next request tries again
        .finally(() => ids.forEach((id) => this.used.delete(id)));
    }
    this.isWriting = false;
  }
}
