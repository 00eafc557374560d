export { RateLimitEnv } from './rate-limit.env.js';
export { RateLimitModule } from './rate-limit.module.js';
export { mustBeAllowed, rateLimited, SlidingWindowStorage, writeRateLimit, writeRateLimitPolicy } from './rate-limits.js';
export { RememberedWindows, type Hit, type WindowSize } from './windows/sliding-window.js';
export { RateLimitWorkerModule } from './rate-limit.worker.module.js';
