import type { Feature } from '@app/database';
import { eventDocument } from './event-schemas.js';
import { outboxPersistence } from './persistence.js';

export const outboxFeature: Feature = {
  name: 'outbox',
  persistence: outboxPersistence,
  document: eventDocument,
};
