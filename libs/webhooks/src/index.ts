export { DeliveriesService } from './deliveries.service.js';
export { EndpointsService } from './endpoints.service.js';
export type { PublishedEvent, PublishedType, QuotaData, VideoStockData } from './events.js';
export { webhooksPersistence } from './persistence.js';
export { Retention } from './retention.js';
export { newSigningSecret, sign, type Signature } from './sign.js';
export { WebhookPublisher } from './webhook.publisher.js';
export { WebhookOutboxModule, WebhooksModule, WebhooksWorkerModule } from './webhooks.module.js';
