import { Module } from '@nestjs/common';
import { DownloadPartitions } from './download-partitions.js';
import { ListenerExpiry } from './counting/listener-expiry.queries.js';

/** Deletes what is kept of listeners once it has expired, without a schedule: what the operator's CLI needs. */
@Module({ providers: [DownloadPartitions, ListenerExpiry], exports: [DownloadPartitions, ListenerExpiry] })
export class DownloadsModule {}
