import type { Feature } from '@app/platform';
import { chaptersPersistence } from './persistence.js';

export const chaptersFeature: Feature = {
  name: 'chapters',
  persistence: chaptersPersistence,
  api: async () => (await import('./chapters.module.js')).ChaptersModule,
};
