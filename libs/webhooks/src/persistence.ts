import type { Persistence } from '@app/platform';
import { Delivery } from './deliveries/delivery.entity.js';
import { DeliveryCount } from './deliveries/delivery-count.entity.js';
import { Backlog } from './endpoints/backlog.entity.js';
import { Endpoint } from './endpoints/endpoint.entity.js';
import { Registration } from './endpoints/registration.entity.js';
import { Webhooks1790000010000 } from './migrations/1790000010000-webhooks.js';
import { DueSince1790000012000 } from './migrations/1790000012000-due-since.js';
import { AttemptLog1790000050000 } from './migrations/1790000050000-attempt-log.js';
import { Registrations1790000051000 } from './migrations/1790000051000-registrations.js';
import { DeliveryCounts1790000150000 } from './migrations/1790000150000-delivery-counts.js';

export const webhooksPersistence: Persistence = {
  entities: [Endpoint, Delivery, Registration, Backlog, DeliveryCount],
  migrations: [Webhooks1790000010000, DueSince1790000012000, AttemptLog1790000050000, Registrations1790000051000, DeliveryCounts1790000150000],
};
