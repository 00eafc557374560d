import { dispatchWakeUp } from '@app/outbox';
import { Module } from '@nestjs/common';
import { DeliveryMetrics } from './deliveries/delivery.metrics.js';
import { retentionJob } from './deliveries/retention.js';
import { ClaimsQueries } from './dispatch/claims.queries.js';
import { OpenRange } from './dispatch/open-range.queries.js';
import { DatabaseOutage } from './dispatch/database-outage.js';
import { DispatchProcessor } from './dispatch/dispatch.processor.js';
import { Dispatcher } from './dispatch/dispatcher.js';
import { Recorder } from './dispatch/recorder.js';
import { Sender } from './dispatch/sender.js';
import { Sweeper } from './dispatch/sweeper.js';
import { WebhooksModule } from './webhooks.module.js';

@Module({
  imports: [WebhooksModule, ...dispatchWakeUp.imports, ...retentionJob.imports],
  providers: [
    ...[ClaimsQueries, OpenRange, Sender, Recorder, Sweeper, DatabaseOutage, Dispatcher, DispatchProcessor, DeliveryMetrics],
    ...retentionJob.providers,
  ],
})
export class WebhooksWorkerModule {}
