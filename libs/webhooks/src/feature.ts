import type { Feature } from '@app/platform';
import { WebhooksEnv } from './webhooks.env.js';
import { webhooksPersistence } from './persistence.js';

export const webhooksFeature: Feature = {
  name: 'webhooks',
  persistence: webhooksPersistence,
  environment: WebhooksEnv,
  api: async () => (await import('./webhooks.module.js')).WebhooksModule,
  worker: async () => (await import('./webhooks.module.js')).WebhooksWorkerModule,
};
