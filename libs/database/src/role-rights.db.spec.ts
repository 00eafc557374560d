import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import type { Env } from '@app/env';
import { until } from '@app/process/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { DataSource } from 'typeorm';
import { explain } from './explain.js';
import { healthOn } from './testing/health-on.js';
import { useDatabase } from './testing/use-database.js';
import { isUnavailable } from './availability.js';
import { createDataSource } from './data-source.js';
import { migrate } from './migrate.js';
import { RoleRights } from './role-rights.queries.js';

const ROLE = `runtime_${randomUUID().replaceAll('-', '')}`;
let runtime: DataSource;

// Before the database goes, which is also at the end of the file.
afterAll(async () => {
  await runtime.destroy();
  await test.db.query(`DROP OWNED BY ${ROLE}; DROP ROLE ${ROLE}`);
});
const test = useDatabase([]);

beforeAll(async () => {
  await migrate(test.url, []); // makes the queue's tables
  await test.db.query(`CREATE ROLE ${ROLE} LOGIN PASSWORD 'secret'`);
  await test.db.query('CREATE TABLE kept (id int); CREATE TABLE counted (id int) PARTITION BY RANGE (id)');
  await test.db.query('CREATE TABLE counted_1 PARTITION OF counted FOR VALUES FROM (1) TO (2)');
  await test.db.query(`GRANT SELECT ON migrations TO ${ROLE}; GRANT SELECT, INSERT, UPDATE, DELETE ON kept TO ${ROLE}`);
  await test.db.query(`GRANT SELECT ON counted TO ${ROLE}`);
  const url = Object.assign(new URL(test.url), { username: ROLE, password: 'secret' }).href;
  runtime = await createDataSource({ url, poolSize: 2, persistence: [] }).initialize();
});

/** The check of a process with these variables, and what it has logged. */
function rightsOf(env: Pick<Env, 'REDIS_URL'>, db = runtime) {
  const written: string[] = [];
  const sink = new Writable({ write: (chunk, _encoding, done) => (written.push(String(chunk)), done()) });
  const health = healthOn(db);
  new RoleRights(db, health, pino(sink), env as Env).onApplicationBootstrap();
  return { health, lines: () => written.map((line) => (JSON.parse(line) as { msg: string }).msg) };
}

describe('a role without every right', () => {
  it('a role without every right keeps its process from being ready, names what it lacks once, and is enough when granted', async () => {
    const { health, lines } = rightsOf({ REDIS_URL: 'redis://127.0.0.1' });
    expect(await health.missing()).toEqual(['rights']);
    await test.db.query(`GRANT INSERT, UPDATE, DELETE ON counted TO ${ROLE}`);
    await until(async () => (await health.missing()).length === 0); // a result is kept for a second
    expect(lines()).toEqual([`the database role ${ROLE} lacks DELETE, INSERT, UPDATE on counted (docs/deployment.md, “Roles”)`]);
  });

  it('a role without every right needs those on the queue too, if the queue is in PostgreSQL', async () => {
    await test.db.query(`GRANT INSERT, UPDATE, DELETE ON counted TO ${ROLE}`);
    expect(await rightsOf({ REDIS_URL: 'redis://127.0.0.1' }).health.missing()).toEqual([]);
    const { health, lines } = rightsOf({});
    expect(await health.missing()).toEqual(['rights']);
    await test.db.query(`GRANT USAGE ON SCHEMA bullmq TO ${ROLE}`);
    await test.db.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA bullmq TO ${ROLE}`);
    await until(async () => (await health.missing(), lines().length === 2)); // a result is kept for a second
    await test.db.query(`GRANT USAGE ON SEQUENCE bullmq.event_seq, bullmq.job_seq TO ${ROLE}`);
    await until(async () => (await health.missing()).length === 0);
    expect(lines()).toEqual([
      expect.stringMatching(
        new RegExp(
          `^the database role ${ROLE} lacks USAGE on schema bullmq; DELETE, INSERT, SELECT, UPDATE on bullmq\\.dedup; .* and on \\d+ more`,
        ),
      ),
      `the database role ${ROLE} lacks USAGE on sequence bullmq.event_seq; USAGE on sequence bullmq.job_seq (docs/deployment.md, “Roles”)`,
    ]);
  });

  it('readiness names a database that is away alone, without the rights that its role lacks', async () => {
    const away = createDataSource({ url: 'postgres://nobody@127.0.0.1:1/nothing', poolSize: 1, persistence: [] });
    expect(await rightsOf({}, away).health.missing()).toEqual(['database']);
  });

  it('a role without every right is one clear sentence for an operator, and 503 for a caller', async () => {
    const error: unknown = await runtime.query('CREATE TABLE x (id int)').catch((failure: unknown) => failure);
    expect(isUnavailable(error)).toBe(true);
    expect(explain(error)).toBe('The database role lacks a right (docs/deployment.md, “Roles”): permission denied for schema public');
  });
});
