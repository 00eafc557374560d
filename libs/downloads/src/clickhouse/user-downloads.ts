import { Injectable } from '@nestjs/common';
import { DownloadsEnv } from '../downloads.env.js';
import { ClickHouse } from './clickhouse.queries.js';
import { DownloadLogQueries } from './download-log.queries.js';
import { DownloadLog } from './download-log.js';
import { deletionOf, DOWNLOADS_OF_PODCASTS } from './schema.queries.js';

/** What ClickHouse keeps of a user: the downloads of its podcasts (contract 16.10). Nothing where PostgreSQL keeps them. */
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
    for await (const rows of this.clickHouse.read<object>(DOWNLOADS_OF_PODCASTS, { podcasts }))
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
      await this.log.write();
      await this.clickHouse.change(deletionOf(this.env), { podcasts });
    };
    await erase();
    return erase;
  }

  private podcastsOf(userId: string): Promise<readonly string[]> {
    return this.clickHouse.isUsed ? this.queries.podcastsOf(userId) : Promise.resolve([]);
  }
}
