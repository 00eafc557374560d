import { newId } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ClickHouse } from './clickhouse/clickhouse.queries.js';
import { DownloadLog } from './clickhouse/download-log.js';
import { DownloadLogQueries } from './clickhouse/download-log.queries.js';
import { Download } from './download.entity.js';

/** Rows of one statement. */
const BATCH_SIZE = 2000;

type NewDownload = Pick<Download, 'episodeId' | 'at' | 'listener'>;

/** Brings in downloads that were counted elsewhere, to where downloads are kept. */
@Injectable()
export class Downloads {
  constructor(
    private readonly clickHouse: ClickHouse,
    private readonly queries: DownloadLogQueries,
    private readonly log: DownloadLog,
  ) {}

  /** Adds downloads as part of the caller's transaction. */
  async add(tx: EntityManager, downloads: readonly NewDownload[]): Promise<void> {
    for (let at = 0; at < downloads.length; at += BATCH_SIZE) {
      const rows = downloads.slice(at, at + BATCH_SIZE).map((download) => ({ id: newId(), ...download }));
      await (this.clickHouse.isUsed ? this.queries.add(tx, rows) : tx.insert(Download, rows));
    }
  }

  /** Writes at once what was added, where ClickHouse keeps it; what it does not take now, workers write later. */
  async settle(): Promise<void> {
    if (this.clickHouse.isUsed) await this.log.write();
  }
}
