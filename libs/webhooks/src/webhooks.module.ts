import { Module } from '@nestjs/common';
import { DeliveriesQueries } from './deliveries/deliveries.queries.js';
import { DeliveriesService } from './deliveries/deliveries.service.js';
import { DeliveryCountsQueries } from './deliveries/delivery-counts.queries.js';
import { DeliveryMetrics } from './deliveries/delivery.metrics.js';
import { Retention, retentionJob } from './deliveries/retention.js';
import { WebhookPublisher } from './deliveries/webhook.publisher.js';
import { ClaimsQueries } from './dispatch/claims.queries.js';
import { DatabaseOutage } from './dispatch/database-outage.js';
import { DispatchProcessor } from './dispatch/dispatch.processor.js';
import { dispatchWakeUp } from './dispatch/dispatch.wake-up.js';
import { Dispatcher } from './dispatch/dispatcher.js';
import { Recorder } from './dispatch/recorder.js';
import { Sender } from './dispatch/sender.js';
import { Sweeper } from './dispatch/sweeper.js';
import { BacklogsQueries } from './endpoints/backlogs.queries.js';
import { EndpointsQueries } from './endpoints/endpoints.queries.js';
import { EndpointsService } from './endpoints/endpoints.service.js';
import { WebhooksController } from './webhooks.controller.js';

/** Destinations and deliveries, for features that publish events and for the operator's command line. */
@Module({
  imports: [...dispatchWakeUp.imports],
  providers: [
    ...[BacklogsQueries, DeliveriesQueries, DeliveryCountsQueries, EndpointsQueries],
    ...[DeliveriesService, EndpointsService, Retention, WebhookPublisher],
    ...dispatchWakeUp.providers,
  ],
  exports: [BacklogsQueries, DeliveriesQueries, DeliveryCountsQueries, DeliveriesService, EndpointsService, Retention, WebhookPublisher],
})
export class WebhooksModule {}

@Module({ imports: [WebhooksModule], controllers: [WebhooksController] })
export class WebhooksApiModule {}

@Module({
  imports: [WebhooksModule, ...dispatchWakeUp.imports, ...retentionJob.imports],
  providers: [
    ...[ClaimsQueries, Sender, Recorder, Sweeper, DatabaseOutage, Dispatcher, DispatchProcessor, DeliveryMetrics],
    ...retentionJob.providers,
  ],
})
export class WebhooksWorkerModule {}
