import { Metrics } from '@app/process';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Pool } from 'pg';
import { Gauge } from 'prom-client';
import type { DataSource } from 'typeorm';

/** Figures of the process's pool of connections. None of them asks the server. */
@Injectable()
export class DatabaseMetrics {
  constructor({ registry }: Metrics, @InjectDataSource() db: DataSource) {
    const registers = [registry];
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
  }
}
