import { Module } from '@nestjs/common';
import { DeliveriesQueries } from './deliveries/deliveries.queries.js';
import { DeliveriesService } from './deliveries/deliveries.service.js';
import { DeliveryMetrics } from './deliveries/delivery.metrics.js';
import { DispatchProcessor } from './dispatch/dispatch.processor.js';
import { Dispatcher } from './dispatch/dispatcher.js';
import { DispatcherWaker, dispatchQueue } from './dispatch/dispatcher.waker.js';
import { EndpointsService } from './endpoints/endpoints.service.js';
import { Retention, RetentionProcessor, retentionQueue, RetentionSchedule } from './deliveries/retention.js';
import { WebhookPublisher } from './deliveries/webhook.publisher.js';
import { WebhooksController } from './webhooks.controller.js';

/** Destinations and deliveries without routes and jobs: what publishing features and the operator's CLI need. */
@Module({
  imports: [dispatchQueue],
  providers: [DeliveriesQueries, DeliveriesService, DispatcherWaker, EndpointsService, Retention, WebhookPublisher],
  exports: [DeliveriesQueries, DeliveriesService, EndpointsService, Retention, WebhookPublisher],
})
export class WebhookOutboxModule {}

@Module({ imports: [WebhookOutboxModule], controllers: [WebhooksController] })
export class WebhooksModule {}

@Module({
  imports: [WebhookOutboxModule, dispatchQueue, retentionQueue],
  providers: [Dispatcher, DispatchProcessor, DeliveryMetrics, RetentionSchedule, RetentionProcessor],
})
export class WebhooksWorkerModule {}
