import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type pg from 'pg';
import { Env } from '@app/env';
import { codeOf } from '@app/process';
import { DatabaseUnavailableError } from './availability.js';
import { DatabasePool } from './database-pool.js';
import { API_TIMEOUTS } from './timeouts.js';

/** One for the tokens and one for the windows: both ask in batches. */
const CONNECTIONS = 2;

/**
 * The connections that decide whether a request is admitted: by its token and its rate limit. They are separate from
 * those that serve admitted requests, so that a refused request uses none of those (contract 2.8).
 */
@Injectable()
export class AdmissionDatabase implements OnApplicationShutdown {
  private readonly pool: pg.Pool;

  constructor({ DATABASE_URL: connectionString }: Env) {
    this.pool = new DatabasePool({ connectionString, max: CONNECTIONS, application_name: 'admission', timeouts: API_TIMEOUTS });
  }

  async query<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> {
    try {
      return (await this.pool.query<Row>(text, values)).rows;
    } catch (error) {
      // PostgreSQL's errors and Node's have codes. An error without one means that the connection ended in the middle
      // of the statement.
      if (codeOf(error) !== undefined) throw error;
      throw new DatabaseUnavailableError('The connection to the database was lost.', { cause: error });
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}
