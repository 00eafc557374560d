import type { Persistence } from '@app/database';
import { RateLimits1790000000000 } from './migrations/1790000000000-rate-limits.js';
import { RateLimitsInBatches1790000090000 } from './migrations/1790000090000-rate-limits-in-batches.js';
import { VacuumRateLimits1790004200200 } from './migrations/1790004200200-vacuum-rate-limits.js';

/** No entity: only `hit_rate_limits` and the sweep touch the table. */
export const rateLimitPersistence: Persistence = {
  entities: [],
  migrations: [RateLimits1790000000000, RateLimitsInBatches1790000090000, VacuumRateLimits1790004200200],
  userData: { rate_limit_windows: { column: 'key', prefix: 'user:' } },
};
