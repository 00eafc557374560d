import type { Redis } from 'ioredis';
import { Gauge, type Registry } from 'prom-client';

/** Tells whether Redis is usable, without asking it. */
export function redisMetrics(redis: Redis, registry: Registry): void {
  new Gauge({
    name: 'redis_up',
    help: 'Whether the connection to Redis is usable (1) or not (0).',
    registers: [registry],
    collect() {
      this.set(redis.status === 'ready' ? 1 : 0);
    },
  });
}
