import { Module } from '@nestjs/common';
import { DownloadsRetentionQueries } from './downloads-retention.queries.js';
import { DownloadsRetention } from './downloads-retention.js';
import { RollUps } from './roll-ups.js';

/** Rolls downloads up, without a schedule: what the operator's CLI needs. */
@Module({ providers: [RollUps, DownloadsRetention, DownloadsRetentionQueries], exports: [RollUps, DownloadsRetention] })
export class AnalyticsModule {}
