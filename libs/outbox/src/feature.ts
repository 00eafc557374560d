import type { Feature } from '@app/platform';
import { outboxPersistence } from './persistence.js';

export const outboxFeature: Feature = {
  name: 'outbox',
  persistence: outboxPersistence,
};
