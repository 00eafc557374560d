import type { Persistence } from '@app/platform';
import { Delivery } from './deliveries/delivery.entity.js';
import { Endpoint } from './endpoints/endpoint.entity.js';
import { Webhooks1790000010000 } from './migrations/1790000010000-webhooks.js';
import { DueSince1790000012000 } from './migrations/1790000012000-due-since.js';

export const webhooksPersistence: Persistence = {
  entities: [Endpoint, Delivery],
  migrations: [Webhooks1790000010000, DueSince1790000012000],
};
