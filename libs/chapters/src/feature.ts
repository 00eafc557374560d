import type { Feature } from '@app/database';
import { chaptersErrors } from './chapters.errors.js';
import { chaptersPersistence } from './persistence.js';

export const chaptersFeature: Feature = {
  name: 'chapters',
  document: { tags: { Chapters: 'Chapters as JSON of the Podcast Namespace.' } },
  persistence: chaptersPersistence,
  errors: chaptersErrors,
  api: async () => (await import('./chapters.api.module.js')).ChaptersApiModule,
};
