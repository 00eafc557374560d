import type { Feature } from '@app/database';
import { publicationPersistence } from './persistence.js';
import { publicationErrors } from './publication.errors.js';

export const publicationFeature: Feature = {
  name: 'publication',
  errors: publicationErrors,
  pathsOutsideApi: ['f/:podcast', 'e/:episode/:file'],
  persistence: publicationPersistence,
  document: { tags: { Publication: 'What listeners’ apps read: the public feed, transcripts, chapters and videos.' } },
  api: async () => (await import('./publication.api.module.js')).PublicationApiModule,
};
