export { DeliveriesService } from './deliveries/deliveries.service.js';
export type { DeliverySummary } from './deliveries/deliveries.queries.js';
export { Secrets } from './endpoints/secrets.js';
export { Retention } from './deliveries/retention.js';
export { WebhooksModule } from './webhooks.module.js';
