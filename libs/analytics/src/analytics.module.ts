import { Module } from '@nestjs/common';
import { DownloadsRetentionQueries } from './roll-ups/downloads-retention.queries.js';
import { DownloadsRetention } from './roll-ups/downloads-retention.js';
import { RollUps } from './roll-ups/roll-ups.js';

/** Rolls downloads up, without a schedule: what the operator's CLI needs. */
@Module({ providers: [RollUps, DownloadsRetention, DownloadsRetentionQueries], exports: [RollUps, DownloadsRetention] })
export class AnalyticsModule {}
