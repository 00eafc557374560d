import { Health } from '@app/process';
import { Module } from '@nestjs/common';
import { Downloads } from '../downloads.js';
import { ClickHouse } from './clickhouse.queries.js';
import { DownloadLogQueries } from './download-log.queries.js';
import { DownloadLog } from './download-log.js';
import { UserDownloads } from './user-downloads.js';

/** The providers that keep downloads in ClickHouse, where the environment says so. */
@Module({
  providers: [ClickHouse, DownloadLog, DownloadLogQueries, Downloads, UserDownloads],
  exports: [ClickHouse, DownloadLog, Downloads, UserDownloads],
})
export class ClickHouseModule {
  /** A process without ClickHouse goes on: downloads are logged, and figures are 503 (contract 16.11). */
  constructor(health: Health, clickHouse: ClickHouse) {
    if (clickHouse.isUsed) health.helps('clickhouse', () => clickHouse.ping());
  }
}
