import { setTimeout as sleep } from 'node:timers/promises';
import { httpErrors } from '@app/http/errors';
import { Injectable } from '@nestjs/common';
import { DownloadsEnv } from '../downloads.env.js';
import { ClickHouse } from './clickhouse.queries.js';
import { DownloadLogQueries } from './download-log.queries.js';
import { DownloadLog } from './download-log.js';
import { deletionOf, DOWNLOADS_OF_PODCASTS } from './schema.queries.js';

/** Longer than the lease of a worker that has died. */
const SETTLE_TIMEOUT_MS = 120_000;
const SETTLE_POLL_MS = 500;

/** A user's data in ClickHouse: the downloads of its podcasts (contract 16.10). Nothing where PostgreSQL has them. */
@Injectable()
export class UserDownloads {
  constructor(
    private readonly clickHouse: ClickHouse,
    private readonly queries: DownloadLogQueries,
    private readonly log: DownloadLog,
    private readonly env: DownloadsEnv,
  ) {}

  /** Rows as lines of JSON, some at a time. */
  async *linesOf(userId: string): AsyncGenerator<string[]> {
    const podcasts = await this.podcastsOf(userId);
    if (podcasts.length === 0) return;
    for await (const rows of this.clickHouse.readRows<object>(DOWNLOADS_OF_PODCASTS, { podcasts }))
      yield rows.map((row) => JSON.stringify(row));
  }

  /**
   * Erases them while it is known whose they are.
   * @returns does so again, for downloads that were on their way
   * @throws AppError while ClickHouse is away
   */
  async erase(userId: string): Promise<() => Promise<void>> {
    const podcasts = await this.podcastsOf(userId);
    const erase = async () => {
      if (podcasts.length === 0) return;
      await this.clickHouse.ping();
      await this.settle(podcasts);
      await this.clickHouse.change(deletionOf(this.env), { podcasts });
    };
    await erase();
    return erase;
  }

  /** Waits until what is logged by now has been written, also by workers that have claimed it, or have died over it. */
  private async settle(podcasts: readonly string[]): Promise<void> {
    await this.log.write();
    let left = await this.queries.holding(podcasts);
    for (const deadline = performance.now() + SETTLE_TIMEOUT_MS; left.length > 0; left = await this.queries.holding(podcasts, left)) {
      if (performance.now() > deadline) throw httpErrors.unavailable('Downloads on their way to ClickHouse have not arrived. Erase again.');
      await sleep(SETTLE_POLL_MS);
      await this.log.write();
    }
  }

  private podcastsOf(userId: string): Promise<readonly string[]> {
    return this.clickHouse.isUsed ? this.queries.podcastsOf(userId) : Promise.resolve([]);
  }
}
