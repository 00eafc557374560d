import type { Persistence } from '@app/platform';
import { Backlog } from './endpoints/backlog.entity.js';
import { Registration } from './endpoints/registration.entity.js';
import { Registrations1790000051000 } from './migrations/1790000051000-registrations.js';

/** Endpoints and deliveries are tables of the outbox. */
export const webhooksPersistence: Persistence = {
  entities: [Registration, Backlog],
  migrations: [Registrations1790000051000],
};
