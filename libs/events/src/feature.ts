import type { Feature } from '@app/database';
import { waitingErrors } from '@app/jobs/errors';

export const eventsFeature: Feature = {
  name: 'events',
  document: { tags: { Events: 'What has happened to the caller’s podcasts, oldest first.' } },
  errors: waitingErrors,
  worker: async () => (await import('./events.worker.module.js')).EventsWorkerModule,
  api: async () => (await import('./events.api.module.js')).EventsApiModule,
};
