import { redisOptions, type Env, type RedisConnectionOptions } from '@app/env';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { Health } from './health.js';
import { Metrics, redisMetrics } from './metrics.js';

/** The shared Redis connection, or null when `REDIS_URL` is not set. */
export const REDIS = Symbol('redis');

/** How to connect to the Redis of a URL that was validated. */
export function redisConnection(url: string): RedisConnectionOptions {
  const options = redisOptions(url);
  if (!options) throw new Error('This is not the URL of a Redis.');
  return options;
}

export async function connectRedis({ REDIS_URL }: Env, log: Logger): Promise<Redis | null> {
  if (REDIS_URL === undefined) return null;
  const { TimedRedis } = await import('./timed-redis.js');
  // A request would rather be refused than wait for a server that is away; the connection itself is retried for ever.
  const options = redisConnection(REDIS_URL);
  const limits = { maxRetriesPerRequest: 1, connectionName: 'podcast-automation' };
  const redis = 'url' in options ? new TimedRedis(options.url, limits) : new TimedRedis({ ...options, ...limits });
  let away = false;
  redis.on('error', (err: Error) => {
    if (!away) log.error({ err }, 'redis is away');
    away = true;
  });
  redis.on('ready', () => {
    if (away) log.info('redis is back');
    away = false;
  });
  return redis;
}

/** Tells whether Redis is there, and leaves it when the process stops. */
@Injectable()
export class RedisLifecycle implements OnApplicationShutdown {
  constructor(
    @Inject(REDIS) private readonly redis: Redis | null,
    health: Health,
    metrics: Metrics,
  ) {
    if (redis === null) return;
    health.helps('redis', () => redis.ping());
    redisMetrics(redis, metrics);
  }

  onApplicationShutdown(): void {
    this.redis?.disconnect();
  }
}
