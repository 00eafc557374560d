export { DeliveriesService } from './deliveries/deliveries.service.js';
export { EndpointsService } from './endpoints/endpoints.service.js';
export type { PublishedEvent, PublishedType, QuotaData, VideoStockData } from './events.js';
export { webhooksPersistence } from './persistence.js';
export { Retention } from './deliveries/retention.js';
export { newSigningSecret, sign, type Signature } from './dispatch/sign.js';
export { WebhookPublisher } from './deliveries/webhook.publisher.js';
export { WebhooksModule, WebhooksApiModule, WebhooksWorkerModule } from './webhooks.module.js';
