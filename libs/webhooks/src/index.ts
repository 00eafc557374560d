export { DeliveriesService } from './deliveries/deliveries.service.js';
export { EndpointsService } from './endpoints/endpoints.service.js';
export { Retention } from './deliveries/retention.js';
export { WebhooksModule } from './webhooks.module.js';
