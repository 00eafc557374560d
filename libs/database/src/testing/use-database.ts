import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../data-source.js';
import type { Persistence } from '../persistence.js';
import { OPERATOR_TIMEOUTS } from '../timeouts.js';
import { execute } from './sql.js';

/** Generous: tests send many statements at once, and the last of them waits for a connection of the pool. */
const CONNECT_TIMEOUT_MS = 100_000;

/** A database of its own for one test file, with the migrations of the given features; it goes with the file. */
type TestDatabase = { readonly db: DataSource; readonly url: string };

/**
 * Makes the database before the tests of a file and drops it after them. The server is `TEST_DATABASE_URL`, which the
 * Jest preset sets.
 */
export function useDatabase(persistence: readonly Persistence[]): TestDatabase {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const held: { db?: DataSource; url?: string } = {};
  beforeAll(async () => {
    const server = process.env.TEST_DATABASE_URL;
    if (server === undefined) throw new Error('TEST_DATABASE_URL is not set: run the tests through nx');
    await execute(server, `CREATE DATABASE ${name}`);
    const url = new URL(server);
    url.pathname = `/${name}`;
    held.url = url.href;
    const timeouts = { ...OPERATOR_TIMEOUTS, connectMs: CONNECT_TIMEOUT_MS };
    held.db = await createDataSource({ url: held.url, poolSize: 12, persistence, timeouts }).initialize();
    await held.db.runMigrations();
  });
  afterAll(async () => {
    await held.db?.destroy();
    const server = process.env.TEST_DATABASE_URL;
    if (server !== undefined) await execute(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  });
  return {
    get db() {
      if (!held.db) throw new Error('the database is there only while tests run');
      return held.db;
    },
    get url() {
      return held.url ?? '';
    },
  };
}
