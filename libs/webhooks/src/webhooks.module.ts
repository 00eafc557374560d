import { Module } from '@nestjs/common';
import { DeliveriesQueries } from './deliveries.queries.js';
import { DeliveriesService } from './deliveries.service.js';
import { DeliveryMetrics } from './delivery.metrics.js';
import { DispatchProcessor } from './dispatch.processor.js';
import { Dispatcher } from './dispatcher.js';
import { DispatcherWaker, dispatchQueue } from './dispatcher.waker.js';
import { EndpointsService } from './endpoints.service.js';
import { Retention, RetentionProcessor, retentionQueue, RetentionSchedule } from './retention.js';
import { WebhookPublisher } from './webhook.publisher.js';
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
