import type { Persistence } from '@app/platform';
import { Feed } from './feed.entity.js';
import { Feeds1790000022000 } from './migrations/1790000022000-feeds.js';
import { FeedWarnings1790000060000 } from './migrations/1790000060000-feed-warnings.js';
import { Refetch } from './refetch.entity.js';

export const feedsPersistence: Persistence = { entities: [Feed, Refetch], migrations: [Feeds1790000022000, FeedWarnings1790000060000] };
