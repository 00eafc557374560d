import { randomUUID } from 'node:crypto';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { logContext, codeOf } from '@app/process';
import { until } from '@app/process/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { DataSource } from 'typeorm';
import { useDatabase } from './testing/use-database.js';
import { isUnavailable } from './availability.js';
import { dataSourceOptions } from './data-source.js';
import { DatabasePool } from './database-pool.js';
import { withStatementTimeout } from './statement-timeout.js';
import { openSession } from './session.js';
import { API_TIMEOUTS } from './timeouts.js';

const test = useDatabase([]);
/** Short, for what is never answered; long enough for the rest on a busy machine. */
const TIMEOUTS = { ...API_TIMEOUTS, connectMs: 4000, statementMs: 4000 };
const open: { end: () => Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.end();
});

function pool(over: Partial<ConstructorParameters<typeof DatabasePool>[0]> = {}): pg.Pool {
  const made = new DatabasePool({ connectionString: test.url, max: 8, timeouts: TIMEOUTS, ...over }) as pg.Pool;
  open.push(made);
  return made;
}

const as = <T>(user: string, work: () => Promise<T>): Promise<T> => logContext.run({ request: 'r', user }, work);
const failure = (work: Promise<unknown>): Promise<unknown> => work.then(() => undefined, (error: unknown) => error); // prettier-ignore

describe('a pool of connections', () => {
  it.each([5, 10])('a pool of connections of %d gives one user two, an eighth rounded up, and everybody else the rest', async (max) => {
    const connections = pool({ max });
    const held = await Promise.all([1, 2].map(() => as('greedy', () => connections.connect())));
    const third = failure(as('greedy', () => connections.connect()));
    for (const user of ['a', 'b', 'c']) {
      const { rows } = await as(user, () => connections.query<{ one: number }>('SELECT 1 AS one'));
      expect(rows).toEqual([{ one: 1 }]);
    }
    const refused = await third;
    expect([codeOf(refused), isUnavailable(refused)]).toEqual(['ETOOBUSY', true]);
    held.forEach((client) => client.release());
    expect((await as('greedy', () => connections.query('SELECT 1'))).rowCount).toBe(1);
  });

  it('a pool of connections does not let a request wait for its own share', async () => {
    const connections = pool({ max: 4 });
    await as('a', async () => {
      const held = [await connections.connect(), await connections.connect()];
      expect((await connections.query('SELECT 1')).rowCount).toBe(1);
      held.forEach((client) => client.release());
    });
  });

  it('a pool of connections counts a request towards its user’s share again once it holds none', async () => {
    const connections = pool({ timeouts: { ...TIMEOUTS, connectMs: 60_000 } });
    const first = await as('a', async () => {
      (await connections.connect()).release();
      return connections.connect();
    });
    const second = await as('a', () => connections.connect());
    let isThird = false;
    const third = as('a', () => connections.connect()).then((client) => ((isThird = true), client));
    const held = [first, second];
    // Each user opens one connection, as a third of the first user would.
    for (const user of ['b', 'c', 'd']) held.push(await as(user, () => connections.connect()));
    expect(isThird).toBe(false);
    held.forEach((client) => client.release());
    (await third).release();
  });

  it('a pool of connections tells for a while that a write has found no room on the disk', async () => {
    const connections = pool() as DatabasePool & pg.Pool;
    expect(connections.isDiskFull).toBe(false);
    expect(codeOf(await failure(connections.query(`DO $$ BEGIN RAISE 'full' USING ERRCODE = '53100'; END $$`)))).toBe('53100');
    expect(connections.isDiskFull).toBe(true);
  });

  it('a pool of connections keeps none for longer than an hour, and notices a peer that has gone by TCP keep-alive (contract 16.2)', () => {
    expect(pool().options).toMatchObject({ maxLifetimeSeconds: 3600, keepAlive: true });
  });

  it('a pool of connections ends a statement that is not answered in time, here and on the server', async () => {
    const connections = pool();
    const error = await failure(connections.query('SELECT pg_sleep(600)'));
    expect([codeOf(error), isUnavailable(error)]).toEqual(['08006', true]);
    const active = `SELECT FROM pg_stat_activity WHERE query LIKE '%pg_sleep(600)' AND state = 'active'`;
    await until(async () => (await test.db.query<object[]>(active)).length === 0);
    expect((await connections.query('SELECT 1')).rowCount).toBe(1);
  });

  it('a pool of connections lets some work take longer', async () => {
    const connections = pool({ timeouts: { ...TIMEOUTS, statementMs: 200 } });
    await withStatementTimeout(60_000, () => connections.query('SELECT pg_sleep(0.5)'));
    expect(codeOf(await failure(connections.query('SELECT pg_sleep(600)')))).toBe('08006');
  });

  it('a pool of connections counts the wait for a connection towards its first statement alone', async () => {
    const client = await pool({ timeouts: { ...TIMEOUTS, statementMs: 60_000 } }).connect();
    Object.assign(client, { answerBy: performance.now() });
    await client.query('SELECT 1');
    expect((await client.query('SELECT pg_sleep(1.5)')).rowCount).toBe(1);
    client.release();
  });

  it('a pool of connections drops a connection that was lost, and works with another one', async () => {
    const connections = pool({ max: 1 });
    const { rows } = await connections.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await test.db.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
    const failures: unknown[] = [];
    await until(() => connections.query('SELECT 1').catch((error: unknown) => void failures.push(error)));
    expect(failures.map(isUnavailable)).toEqual(failures.map(() => true));
  });

  it('a pool of connections to a database that takes none is unavailable, whatever its reason, and keeps no place', async () => {
    const closed = `closed_${randomUUID().replaceAll('-', '')}`;
    await test.db.query(`CREATE DATABASE ${closed} ALLOW_CONNECTIONS false`);
    try {
      const url = new URL(test.url);
      url.pathname = closed;
      const connections = pool({ connectionString: url.href, max: 1 });
      const error = await failure(connections.query('SELECT 1'));
      expect([String(error), isUnavailable(error)]).toEqual([expect.stringContaining('not currently accepting connections'), true]);
      await test.db.query(`ALTER DATABASE ${closed} ALLOW_CONNECTIONS true`);
      expect((await connections.query('SELECT 1')).rowCount).toBe(1);
    } finally {
      await test.db.query(`DROP DATABASE ${closed} WITH (FORCE)`);
    }
  });
});

describe('transactions', () => {
  let db: DataSource;

  const connected = async (timeouts = TIMEOUTS): Promise<DataSource> => {
    db = await new DataSource(dataSourceOptions({ url: test.url, poolSize: 4, persistence: [], timeouts })).initialize();
    open.push({ end: () => db.destroy() });
    return db;
  };

  it('transactions have their timeouts on the server, and leave none behind', async () => {
    await connected();
    const settings = `SELECT current_setting('statement_timeout') AS s, current_setting('lock_timeout') AS l, current_setting('idle_in_transaction_session_timeout') AS i, current_setting('TimeZone') AS z`;
    const inside = await db.transaction((tx) => tx.query<object[]>(settings));
    expect(inside).toEqual([{ s: '4s', l: '4s', i: '1min', z: 'UTC' }]);
    expect(await db.query(settings)).toEqual([{ s: '0', l: '0', i: '0', z: 'UTC' }]);
  });

  it('transactions do not wait for a lock for ever', async () => {
    await connected({ ...TIMEOUTS, lockMs: 300 });
    await db.query('CREATE TABLE IF NOT EXISTS locked (id int)');
    await db.query('INSERT INTO locked VALUES (1)');
    const holder = await pool().connect();
    await holder.query('BEGIN; SELECT FROM locked FOR UPDATE');
    const error = await failure(db.transaction((tx) => tx.query('SELECT FROM locked FOR UPDATE')));
    holder.release(true);
    expect([codeOf(error), isUnavailable(error)]).toEqual(['55P03', true]);
  });

  it('transactions that the server ends by its own time limit are unavailable, not a bug', async () => {
    await connected();
    const error = await failure(
      db.transaction(async (tx) => {
        await tx.query(`SET LOCAL transaction_timeout = '50ms'`);
        await tx.query('SELECT pg_sleep(600)');
      }),
    );
    expect([String(error), isUnavailable(error)]).toEqual([expect.stringContaining('transaction timeout'), true]);
  });

  it('transactions that lose their connection between two statements are unavailable, not a bug', async () => {
    await connected();
    const error = await failure(
      db.transaction(async (tx) => {
        const [row] = await tx.query<{ pid: number }[]>('SELECT pg_backend_pid() AS pid');
        await test.db.query('SELECT pg_terminate_backend($1)', [row?.pid]);
        await sleep(200);
        await tx.query('SELECT 1');
      }),
    );
    expect([String(error), isUnavailable(error)]).toEqual([expect.any(String), true]);
  });
});

describe('a database that is read-only for a while', () => {
  it('connections from the time when the database was read-only are used no longer', async () => {
    const name = new URL(test.url).pathname.slice(1);
    const connections = pool() as DatabasePool & pg.Pool;
    await test.db.query('CREATE TABLE IF NOT EXISTS written (n int)');
    const write = () => connections.query('INSERT INTO written VALUES (1)');
    await write();
    await test.db.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    try {
      await test.db.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()`, [name]);
      for (let round = 0; round < 20; round += 1) {
        const error = await failure(write());
        expect(isUnavailable(error)).toBe(true);
      }
      await Promise.all(Array.from({ length: 8 }, () => connections.query('SELECT 1')));
      expect(connections.isReadOnly).toBe(true);
    } finally {
      await test.db.query('SET default_transaction_read_only = off');
      await test.db.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
    }
    await until(() => !connections.isReadOnly); // it looks by itself
    await Promise.all(Array.from({ length: 30 }, write));
  });
});

it('a replica is read-only, and its connections are used again', async () => {
  const name = new URL(test.url).pathname.slice(1);
  await test.db.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  try {
    const connections = pool({ readsOnly: true, max: 1 }) as DatabasePool & pg.Pool;
    const pid = async () => (await connections.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid;
    expect([await pid(), connections.isReadOnly]).toEqual([await pid(), false]);
  } finally {
    await test.db.query('SET default_transaction_read_only = off');
    await test.db.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
  }
});

/** A proxy that, from some moment on, takes everything and passes nothing on. */
async function swallowing(): Promise<{ url: string; swallow: () => void; swallowOld: () => void; server: Server }> {
  const sockets: Socket[] = [];
  let swallows = false;
  let old = 0;
  const target = new URL(test.url);
  const server = createServer((socket) => {
    const onward = connect(Number(target.port), target.hostname);
    const number = sockets.push(socket, onward);
    const passes = () => !swallows && number > old;
    socket.on('error', () => onward.destroy()).on('close', () => onward.destroy());
    onward.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.on('data', (bytes) => passes() && onward.write(bytes));
    onward.on('data', (bytes) => passes() && socket.write(bytes));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push({ end: () => new Promise((resolve) => (sockets.forEach((socket) => socket.destroy()), server.close(resolve))) });
  const url = new URL(test.url);
  url.port = String((server.address() as AddressInfo).port);
  return { url: url.href, swallow: () => (swallows = true), swallowOld: () => (old = sockets.length), server };
}

/** A pool with so many idle connections. */
async function idle(url: string, count: number): Promise<pg.Pool> {
  const connections = pool({ connectionString: url });
  const held = await Promise.all(Array.from({ length: count }, () => connections.connect()));
  held.forEach((client) => client.release());
  return connections;
}

/** Asks one after the other. @returns whether each was answered */
async function answers(connections: pg.Pool, count: number): Promise<boolean[]> {
  const all: boolean[] = [];
  for (let number = 0; number < count; number += 1) all.push((await failure(connections.query('SELECT 1'))) === undefined);
  return all;
}

describe('a network that swallows', () => {
  it('a network that swallows packets is noticed by a cursor', async () => {
    const { url, swallow } = await swallowing();
    const client = await pool({ connectionString: url, max: 2 }).connect();
    await client.query('BEGIN; DECLARE many CURSOR FOR SELECT n FROM generate_series(1, 100) AS n');
    expect((await client.query('FETCH 10 FROM many')).rows).toHaveLength(10);
    swallow();
    const error = await failure(client.query('FETCH 10 FROM many'));
    expect([codeOf(error), isUnavailable(error)]).toEqual(['08006', true]);
    client.release(true);
  });

  it('a network that swallows packets is noticed by the statement under way, and by whoever wants a new connection', async () => {
    const { url, swallow } = await swallowing();
    const connections = pool({ connectionString: url, max: 2 });
    await connections.query('SELECT 1');
    swallow();
    const errors = await Promise.all(Array.from({ length: 2 }, () => failure(connections.query('SELECT 1'))));
    for (const error of errors) expect([codeOf(error), isUnavailable(error)]).toEqual(['08006', true]);
  });
});

describe('a network that has swallowed some connections', () => {
  it('a network that has swallowed idle connections is noticed before one is used, and no statement fails', async () => {
    const { url, swallowOld } = await swallowing();
    const connections = await idle(url, 4);
    await sleep(5100);
    swallowOld();
    expect(await answers(connections, 4)).toEqual([true, true, true, true]);
  });

  it('a network that has swallowed some connections fails the statement under way, and none after it', async () => {
    const { url, swallowOld } = await swallowing();
    const connections = await idle(url, 4);
    swallowOld();
    expect(await answers(connections, 5)).toEqual([false, true, true, true, true]);
  });
});

describe('several servers', () => {
  /** The test's server behind a host of any name; nobody listens on port 1. */
  const urlOf = (hosts: string, query = '') => {
    const { username, password, pathname } = new URL(test.url);
    return `postgres://${username}:${password}@${hosts}${pathname}${query}`;
  };

  it('several servers are tried one after the other, and the one that answers is used from then on', async () => {
    const connections = pool({ connectionString: urlOf(`127.0.0.1:1,${new URL(test.url).host}`), max: 4 });
    const results = await Promise.all(Array.from({ length: 4 }, () => connections.query('SELECT 1')));
    expect(results.map(({ rowCount }) => rowCount)).toEqual([1, 1, 1, 1]);
    const session = await openSession(urlOf(`127.0.0.1:1,${new URL(test.url).host}`), {});
    expect((await session.query('SELECT 1')).rowCount).toBe(1);
    await session.end();
  });

  it('several servers that are all away, or all of the wrong kind, are unavailable', async () => {
    for (const url of [urlOf('127.0.0.1:1,127.0.0.1:2'), urlOf(new URL(test.url).host, '?target_session_attrs=standby')]) {
      expect(isUnavailable(await failure(pool({ connectionString: url }).connect()))).toBe(true);
      expect(isUnavailable(await failure(openSession(url, {})))).toBe(true);
    }
  });

  it('several servers are left for one that takes writes when the first becomes read-only', async () => {
    const name = new URL(test.url).pathname.slice(1);
    const { host: real } = new URL(test.url);
    const connections = pool({ connectionString: urlOf(`${real},${real.replace('127.0.0.1', 'localhost')}`), max: 2 });
    await test.db.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    try {
      expect(isUnavailable(await failure(connections.connect()))).toBe(true);
    } finally {
      await test.db.query('SET default_transaction_read_only = off');
      await test.db.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
    }
    expect((await connections.query('SELECT 1')).rowCount).toBe(1);
  });
});
