import type { Feature } from '@app/database';
import { transcriptErrors } from './transcripts.errors.js';
import { transcriptsPersistence } from './persistence.js';

export const transcriptsFeature: Feature = {
  name: 'transcripts',
  errors: transcriptErrors,
  persistence: transcriptsPersistence,
  api: async () => (await import('./transcripts.api.module.js')).TranscriptsApiModule,
};
