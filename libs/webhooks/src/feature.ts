import type { Feature } from '@app/database';
import { webhookErrors } from './webhooks.errors.js';
import { WebhooksEnv } from './webhooks.env.js';
import { webhooksStatus } from './webhooks-status.queries.js';

export const webhooksFeature: Feature = {
  name: 'webhooks',
  document: { tags: { Webhook: 'The destination of signed notifications, and their deliveries.' } },
  environment: WebhooksEnv,
  errors: webhookErrors,
  api: async () => (await import('./webhooks.api.module.js')).WebhooksApiModule,
  worker: async () => (await import('./webhooks.worker.module.js')).WebhooksWorkerModule,
  status: webhooksStatus,
};
