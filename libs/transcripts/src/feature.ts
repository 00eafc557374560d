import type { Feature } from '@app/platform';
import { transcriptsPersistence } from './persistence.js';

export const transcriptsFeature: Feature = {
  name: 'transcripts',
  persistence: transcriptsPersistence,
  api: async () => (await import('./transcripts.module.js')).TranscriptsApiModule,
};
