import { Module } from '@nestjs/common';
import { DownloadsRetention } from './roll-ups/downloads-retention.queries.js';
import { RollUps } from './roll-ups/roll-ups.queries.js';

/** Rolls downloads up, without a schedule: what the operator's CLI needs. */
@Module({ providers: [RollUps, DownloadsRetention], exports: [RollUps, DownloadsRetention] })
export class AnalyticsModule {}
