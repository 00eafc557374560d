import type { Feature } from '@app/database';
import { transcriptErrors } from './transcripts.errors.js';
import { transcriptsPersistence } from './persistence.js';

export const transcriptsFeature: Feature = {
  name: 'transcripts',
  document: { tags: { Transcripts: 'SRT and WebVTT, judged line by line; an upload replaces the whole transcript.' } },
  errors: transcriptErrors,
  persistence: transcriptsPersistence,
  api: async () => (await import('./transcripts.api.module.js')).TranscriptsApiModule,
};
