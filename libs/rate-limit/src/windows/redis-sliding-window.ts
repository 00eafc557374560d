import type { Redis } from 'ioredis';
import { StoreUnavailableError } from './fallback-sliding-window.js';
import type { Hit, SlidingWindow, WindowSize } from './sliding-window.js';

/**
 * The window as a sorted set of hits by time. One script counts, so each hit is one atomic step. The time is the
 * server's, so that the clocks of several api processes do not matter. Members are numbered: two hits in one
 * microsecond are two. When the clock has stepped back, the hits are moved back with it: the newest counts as just
 * made, and none is given back early.
 */
const SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local window = tonumber(ARGV[2]) * 1000
local newest = redis.call('ZREVRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2]
if newest and tonumber(newest) > now then
  local all = redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')
  for i = 1, #all, 2 do redis.call('ZADD', KEYS[1], tonumber(all[i + 1]) - (tonumber(newest) - now), all[i]) end
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
local used = redis.call('ZCARD', KEYS[1])
local allowed = 0
if used < tonumber(ARGV[1]) then
  local last = redis.call('ZREVRANGE', KEYS[1], 0, 0)[1]
  local number = last and (tonumber(string.match(last, '-(%d+)$')) + 1) % 1000000000 or 0
  redis.call('ZADD', KEYS[1], now, string.format('%.0f-%d', now, number))
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  used = used + 1
  allowed = 1
end
local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2]
return { allowed, used, math.ceil((oldest + window - now) / 1000) }
`;

/** Redis's own codes, the first word of a reply, for a server that cannot count at the moment. */
const UNAVAILABLE = /^(LOADING|READONLY|MISCONF|OOM|MASTERDOWN|BUSY|CLUSTERDOWN|TRYAGAIN)\b/;

type WithScript = Redis & { hitRateLimit(key: string, limit: number, windowMs: number): Promise<[number, number, number]> };

export class RedisSlidingWindow implements SlidingWindow {
  private readonly redis: WithScript;

  constructor(redis: Redis) {
    redis.defineCommand('hitRateLimit', { numberOfKeys: 1, lua: SCRIPT });
    this.redis = redis as WithScript;
  }

  async hit(key: string, { limit, windowMs }: WindowSize): Promise<Hit> {
    const [allowed, used, freesInMs] = await this.redis.hitRateLimit(`rate-limit:${key}`, limit, windowMs).catch((error: unknown) => {
      // By its name: the class is of a package that a process without Redis need not load.
      const isReply = error instanceof Error && error.name === 'ReplyError';
      if (isReply && !UNAVAILABLE.test(error.message)) throw error;
      throw new StoreUnavailableError('Redis has not counted', { cause: error });
    });
    return { allowed: allowed === 1, used, freesInMs };
  }
}
