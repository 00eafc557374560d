import type { Persistence } from '@app/database';
import { Feed } from './feed.entity.js';
import { FeedItems } from './episodes/feed-items.entity.js';
import { Feeds1790000022000 } from './migrations/1790000022000-feeds.js';
import { FeedWarnings1790000060000 } from './migrations/1790000060000-feed-warnings.js';
import { FeedHosts1790000061000 } from './migrations/1790000061000-feed-hosts.js';
import { FeedItems1790000170000 } from './migrations/1790000170000-feed-items.js';
import { UnplannedFeeds1790002200100 } from './migrations/1790002200100-unplanned-feeds.js';
import { FeedSources1790002200200 } from './migrations/1790002200200-feed-sources.js';
import { Refetch } from './refetches/refetch.entity.js';
import { FeedSource } from './sources/feed-source.entity.js';
import { FEED_TIMES } from './scheduling/feed-times.queries.js';
import { FeedHost } from './scheduling/feed-host.entity.js';

export const feedsPersistence: Persistence = {
  movedByClock: FEED_TIMES,
  entities: [Feed, FeedHost, FeedItems, FeedSource, Refetch],
  migrations: [
    Feeds1790000022000,
    FeedWarnings1790000060000,
    FeedHosts1790000061000,
    FeedItems1790000170000,
    UnplannedFeeds1790002200100,
    FeedSources1790002200200,
  ],
  userData: {
    feeds: { column: 'podcast_id', of: 'podcasts' },
    feed_items: { column: 'podcast_id', of: 'podcasts' },
    feed_sources: { column: 'podcast_id', of: 'podcasts', packed: { content: 'zstd', marks: 'zstd' } },
    rss_refetches: { column: 'podcast_id', of: 'podcasts' },
    feed_hosts: 'turns of hosts, for all users',
  },
};
