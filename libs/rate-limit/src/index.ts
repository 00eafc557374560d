export { RateLimitEnv } from './rate-limit.env.js';
export { RateLimitModule } from './rate-limit.module.js';
export { rateLimited, rateLimitHeaders, RateLimits, secondsUntilFree, writeRateLimit, writeRateLimitPolicy } from './rate-limits.js';
export { RememberedWindows } from './windows/sliding-windows.js';
export { SlidingWindow, type Hit, type WindowSize } from './windows/sliding-window.js';
export { SlidingWindowStorage } from './windows/sliding-window.storage.js';
export { RateLimitWorkerModule } from './rate-limit.worker.module.js';
