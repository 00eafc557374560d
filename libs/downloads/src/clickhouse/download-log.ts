import { NIL_ID } from '@app/database';
import { EnvError } from '@app/env';
import { LOG } from '@app/process';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { ClickHouse } from './clickhouse.queries.js';
import { DownloadLogQueries, type CopiedUntil } from './download-log.queries.js';
import { DOWNLOADS } from './schema.queries.js';

/** Downloads that a copy sends at a time. */
const COPY_BATCH_SIZE = 50_000;

/**
 * Brings downloads to ClickHouse: at least once, and since each has its key, one that arrives twice counts once. A row
 * of the log goes when ClickHouse has acknowledged it, so that a kill at any moment loses nothing.
 */
@Injectable()
export class DownloadLog {
  private away = false;

  constructor(
    private readonly queries: DownloadLogQueries,
    private readonly clickHouse: ClickHouse,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** Writes what is logged. While ClickHouse is away all stays in the log. @returns how many downloads were written */
  async write(signal?: AbortSignal): Promise<number> {
    let written = 0;
    try {
      if (this.away) await this.clickHouse.ping();
      while (!signal?.aborted) {
        const more = await this.writeNext();
        if (more === 0) break;
        written += more;
      }
      if (this.away) this.log.info('downloads are written to ClickHouse again');
      this.away = false;
    } catch (err) {
      if (!this.away) this.log.error({ err }, 'downloads cannot be written to ClickHouse; they wait in the log');
      this.away = true;
    }
    return written;
  }

  /** Copies the downloads that PostgreSQL keeps. It can be repeated: nothing is doubled. @returns how many there are */
  async copy(batchSize = COPY_BATCH_SIZE): Promise<number> {
    if (!this.clickHouse.isUsed) throw new EnvError(['DOWNLOADS_URL is not set: it names where downloads are copied to']);
    let copied = 0;
    let after: CopiedUntil = { episodeId: NIL_ID, at: '-infinity', id: NIL_ID };
    for (;;) {
      const next = await this.queries.kept(after, batchSize);
      if (!next) return copied;
      await this.clickHouse.insert(DOWNLOADS, next.lines);
      copied += next.downloads;
      after = next;
    }
  }

  private async writeNext(): Promise<number> {
    const rows = await this.queries.claim();
    if (rows.length === 0) return 0;
    const ids = rows.map(({ id }) => id);
    try {
      await this.clickHouse.insert(DOWNLOADS, rows.map(({ lines }) => lines).join('\n'));
    } catch (error) {
      await this.queries.release(ids);
      throw error;
    }
    await this.queries.acknowledged(ids);
    return rows.reduce((sum, { downloads }) => sum + downloads, 0);
  }
}
