import { Metrics } from '@app/process';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';

/** Figures of the process's pool of connections. None of them asks the server. */
@Injectable()
export class DatabaseMetrics {
  constructor(metrics: Metrics, @InjectDataSource() db: DataSource) {
    const pool = () => (db.driver as unknown as { readonly master?: Pool }).master;
    const help = 'Connections of the process to PostgreSQL in its main pool: busy or idle.';
    metrics.gauge('database_pool_connections', help, ['state'], function () {
      const { totalCount = 0, idleCount = 0 } = pool() ?? {};
      this.set({ state: 'busy' }, totalCount - idleCount);
      this.set({ state: 'idle' }, idleCount);
    });
    metrics.gauge('database_pool_connections_max', 'Connections that the main pool may have.', [], function () {
      this.set(pool()?.options.max ?? 0);
    });
  }
}
