import type { Persistence } from '@app/database';
import { FeedChange } from './feed/feed-change.entity.js';
import { PublishedFeed } from './feed/published-feed.entity.js';
import { Publication1790002200300 } from './migrations/1790002200300-publication.js';
import { FeedChanges1790004500000 } from './migrations/1790004500000-feed-changes.js';
import { Publication } from './settings/publication.entity.js';

export const publicationPersistence: Persistence = {
  entities: [FeedChange, Publication, PublishedFeed],
  migrations: [Publication1790002200300, FeedChanges1790004500000],
  userData: {
    feed_changes: { column: 'podcast_id', of: 'podcasts' },
    publications: { column: 'podcast_id', of: 'podcasts' },
    published_feeds: { column: 'podcast_id', of: 'podcasts' },
  },
};
