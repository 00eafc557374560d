import type { Persistence } from '@app/database';
import { PublishedFeed } from './feed/published-feed.entity.js';
import { Publication1790002200300 } from './migrations/1790002200300-publication.js';
import { Publication } from './settings/publication.entity.js';

export const publicationPersistence: Persistence = {
  entities: [Publication, PublishedFeed],
  migrations: [Publication1790002200300],
  userData: {
    publications: { column: 'podcast_id', of: 'podcasts' },
    published_feeds: { column: 'podcast_id', of: 'podcasts' },
  },
};
