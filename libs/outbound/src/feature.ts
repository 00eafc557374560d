import type { Feature } from '@app/platform';
import { OutboundEnv } from './outbound.env.js';

export const outboundFeature: Feature = {
  name: 'outbound',
  environment: OutboundEnv,
  api: async () => (await import('./outbound.module.js')).OutboundModule,
  worker: async () => (await import('./outbound.module.js')).OutboundModule,
};
