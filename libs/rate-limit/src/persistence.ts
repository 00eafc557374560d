import type { Persistence } from '@app/platform';
import { RateLimits1790000000000 } from './migrations/1790000000000-rate-limits.js';

/** No entity: only `hit_rate_limit` and the sweep touch the table. */
export const rateLimitPersistence: Persistence = { entities: [], migrations: [RateLimits1790000000000] };
