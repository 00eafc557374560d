import { Module } from '@nestjs/common';
import { DeliveriesQueries } from './deliveries/deliveries.queries.js';
import { DeliveriesService } from './deliveries/deliveries.service.js';
import { DeliveryMetrics } from './deliveries/delivery.metrics.js';
import { ClaimsQueries } from './dispatch/claims.queries.js';
import { DatabaseOutage } from './dispatch/database-outage.js';
import { DispatchProcessor } from './dispatch/dispatch.processor.js';
import { Dispatcher } from './dispatch/dispatcher.js';
import { DispatcherWaker, dispatchQueue } from './dispatch/dispatcher.waker.js';
import { Recorder } from './dispatch/recorder.js';
import { Sender } from './dispatch/sender.js';
import { Sweeper } from './dispatch/sweeper.js';
import { BacklogsQueries } from './endpoints/backlogs.queries.js';
import { EndpointsQueries } from './endpoints/endpoints.queries.js';
import { EndpointsService } from './endpoints/endpoints.service.js';
import { Retention, RetentionProcessor, retentionQueue, RetentionSchedule } from './deliveries/retention.js';
import { WebhookPublisher } from './deliveries/webhook.publisher.js';
import { WebhooksController } from './webhooks.controller.js';

/** Destinations and deliveries without routes and jobs: what publishing features and the operator's CLI need. */
@Module({
  imports: [dispatchQueue],
  providers: [
    BacklogsQueries,
    DeliveriesQueries,
    DeliveriesService,
    DispatcherWaker,
    EndpointsQueries,
    EndpointsService,
    Retention,
    WebhookPublisher,
  ],
  exports: [BacklogsQueries, DeliveriesQueries, DeliveriesService, EndpointsService, Retention, WebhookPublisher],
})
export class WebhookOutboxModule {}

@Module({ imports: [WebhookOutboxModule], controllers: [WebhooksController] })
export class WebhooksModule {}

@Module({
  imports: [WebhookOutboxModule, dispatchQueue, retentionQueue],
  providers: [
    ClaimsQueries,
    Sender,
    Recorder,
    Sweeper,
    DatabaseOutage,
    Dispatcher,
    DispatchProcessor,
    DeliveryMetrics,
    RetentionSchedule,
    RetentionProcessor,
  ],
})
export class WebhooksWorkerModule {}
