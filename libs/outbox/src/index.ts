export { Delivery, DELIVERY_STATUSES, type AttemptEntry, type DeliveryStatus } from './tables/delivery.entity.js';
export { Endpoint, type Verification } from './tables/endpoint.entity.js';
export { eventTypesOf, type EventType } from './event-types.js';
export { eventBody, newSigningSecret, sign, VERIFICATION } from './events.js';
export { OutboxModule } from './outbox.module.js';
export type { NewDelivery } from './outbox.queries.js';
export { outboxPersistence } from './persistence.js';
export { DISPATCH_QUEUE, dispatchWakeUp, noteEvent, WebhookPublisher } from './webhook.publisher.js';
