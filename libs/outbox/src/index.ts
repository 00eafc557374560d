export { Delivery, DELIVERY_STATUSES, type AttemptEntry, type DeliveryStatus } from './delivery.entity.js';
export { DISPATCH_QUEUE, dispatchWakeUp } from './dispatch.wake-up.js';
export { Endpoint, type Verification } from './endpoint.entity.js';
export { noteEvent } from './event-cause.js';
export {
  eventBody,
  VERIFICATION,
  type PublishedEvent,
  type PublishedType,
  type QuotaData,
  type VideoStockData,
  type WebhookEventType,
} from './events.js';
export { OutboxModule } from './outbox.module.js';
export type { NewDelivery } from './outbox.queries.js';
export { outboxPersistence } from './persistence.js';
export { newSigningSecret, sign, type Signature } from './sign.js';
export { WebhookPublisher } from './webhook.publisher.js';
