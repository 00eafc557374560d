import type { Feature } from '@app/database';
import { agentErrors } from './agents.errors.js';

export const agentsFeature: Feature = {
  name: 'agents',
  errors: agentErrors,
  pathsOutsideApi: ['mcp'],
  api: async () => (await import('./agents.api.module.js')).AgentsApiModule,
};
