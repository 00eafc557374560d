import { scheduledJob } from '@app/jobs';
import { Module } from '@nestjs/common';
import { ClickHouseModule } from './clickhouse/click-house.module.js';
import { LogWriter } from './clickhouse/log-writer.js';
import { DownloadPartitions } from './download-partitions.js';
import { ListenerExpiry } from './counting/listener-expiry.queries.js';
import { DownloadsModule } from './downloads.module.js';

const expiryJob = scheduledJob({
  name: 'listener-expiry',
  cron: '0 4 * * * *',
  inject: ListenerExpiry,
  run: (expiry) => expiry.deleteExpired(),
});

/** Every hour, although months are long: a run that fails is made up for soon. */
const partitionsJob = scheduledJob({
  name: 'downloads.partitions',
  cron: '0 14 * * * *',
  inject: DownloadPartitions,
  run: async (partitions) => ({ made: await partitions.makeAhead() }),
});

@Module({
  imports: [ClickHouseModule, DownloadsModule, ...expiryJob.imports, ...partitionsJob.imports],
  providers: [LogWriter, ...expiryJob.providers, ...partitionsJob.providers],
})
export class DownloadsWorkerModule {}
