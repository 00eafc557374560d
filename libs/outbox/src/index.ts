export { Delivery, DELIVERY_STATUSES, type AttemptEntry, type DeliveryStatus } from './tables/delivery.entity.js';
export { Endpoint, type Verification } from './tables/endpoint.entity.js';
export { DISPATCH_QUEUE, dispatchWakeUp, EventPublisher } from './event.publisher.js';
export { eventTypesOf, type EventData, type EventType } from './event-types.js';
export { eventBody, newSigningSecret, sign, VERIFICATION, type NewEvent } from './events.js';
export { OutboxModule } from './outbox.module.js';
export { outboxPersistence } from './persistence.js';
