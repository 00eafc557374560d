import { dispatchWakeUp, OutboxModule } from '@app/outbox';
import { Module } from '@nestjs/common';
import { DeliveriesQueries } from './deliveries/deliveries.queries.js';
import { DeliveriesService } from './deliveries/deliveries.service.js';
import { DeliveryCountsQueries } from './deliveries/delivery-counts.queries.js';
import { DeliveryMetrics } from './deliveries/delivery.metrics.js';
import { RetentionQueries } from './deliveries/retention.queries.js';
import { Retention, retentionJob } from './deliveries/retention.js';
import { ClaimsQueries } from './dispatch/claims.queries.js';
import { OpenRange } from './dispatch/open-range.queries.js';
import { DatabaseOutage } from './dispatch/database-outage.js';
import { DispatchProcessor } from './dispatch/dispatch.processor.js';
import { Dispatcher } from './dispatch/dispatcher.js';
import { Recorder } from './dispatch/recorder.js';
import { Sender } from './dispatch/sender.js';
import { Sweeper } from './dispatch/sweeper.js';
import { BacklogsQueries } from './endpoints/backlogs.queries.js';
import { EndpointsQueries } from './endpoints/endpoints.queries.js';
import { EndpointsService } from './endpoints/endpoints.service.js';
import { WebhooksController } from './webhooks.controller.js';

/** Destinations and deliveries, for the operator's command line. */
@Module({
  imports: [OutboxModule],
  providers: [
    ...[BacklogsQueries, DeliveriesQueries, DeliveryCountsQueries, EndpointsQueries, RetentionQueries],
    ...[DeliveriesService, EndpointsService, Retention],
  ],
  exports: [BacklogsQueries, DeliveriesQueries, DeliveryCountsQueries, DeliveriesService, EndpointsService, Retention],
})
export class WebhooksModule {}

@Module({ imports: [WebhooksModule], controllers: [WebhooksController] })
export class WebhooksApiModule {}

@Module({
  imports: [WebhooksModule, ...dispatchWakeUp.imports, ...retentionJob.imports],
  providers: [
    ...[ClaimsQueries, OpenRange, Sender, Recorder, Sweeper, DatabaseOutage, Dispatcher, DispatchProcessor, DeliveryMetrics],
    ...retentionJob.providers,
  ],
})
export class WebhooksWorkerModule {}
