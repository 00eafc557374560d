import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Redis } from 'ioredis';
import type { Pool } from 'pg';
import { Gauge } from 'prom-client';
import type { DataSource } from 'typeorm';
import { Metrics } from './metrics.js';
import { REDIS } from './redis.js';
import { productVersion } from './version.js';

/** Figures of every process: its build, its pool of connections, its Redis. None of them asks a server. */
@Injectable()
export class ProcessMetrics {
  constructor({ registry }: Metrics, @InjectDataSource() db: DataSource, @Inject(REDIS) redis: Redis | null) {
    const registers = [registry];
    new Gauge({
      name: 'build_info',
      help: 'Always 1; the labels tell what runs.',
      labelNames: ['version', 'node'],
      registers,
    }).set({ version: productVersion(), node: process.version }, 1);
    const pool = () => (db.driver as unknown as { readonly master?: Pool }).master;
    new Gauge({
      name: 'database_pool_connections',
      help: 'Connections of the process to PostgreSQL in its main pool: busy or idle.',
      labelNames: ['state'],
      registers,
      collect() {
        const { totalCount = 0, idleCount = 0 } = pool() ?? {};
        this.set({ state: 'busy' }, totalCount - idleCount);
        this.set({ state: 'idle' }, idleCount);
      },
    });
    new Gauge({
      name: 'database_pool_connections_max',
      help: 'Connections that the main pool may have.',
      registers,
      collect() {
        this.set(pool()?.options.max ?? 0);
      },
    });
    if (redis === null) return;
    new Gauge({
      name: 'redis_up',
      help: 'Whether the connection to Redis is usable (1) or not (0).',
      registers,
      collect() {
        this.set(redis.status === 'ready' ? 1 : 0);
      },
    });
  }
}
