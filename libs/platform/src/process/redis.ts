import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { Env } from '../env/env.js';

/** The shared Redis connection, or null when `REDIS_URL` is not set. */
export const REDIS = Symbol('redis');

export function connectRedis({ REDIS_URL: url }: Env, log: Logger): Redis | null {
  if (url === undefined) return null;
  // A request would rather be refused than wait for a server that is away; the connection itself is retried for ever.
  const redis = new Redis(url, { maxRetriesPerRequest: 1, commandTimeout: 2000, connectionName: 'podcast-automation' });
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

@Injectable()
export class RedisLifecycle implements OnApplicationShutdown {
  constructor(@Inject(REDIS) private readonly redis: Redis | null) {}

  onApplicationShutdown(): void {
    this.redis?.disconnect();
  }
}
