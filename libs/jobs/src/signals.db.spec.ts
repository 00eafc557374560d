import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { useDatabase } from '@app/database/testing';
import { until } from '@app/process/testing';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { pino } from 'pino';
import { Signals } from './signals.queries.js';

const test = useDatabase([]);

describe('a server that refuses LISTEN', () => {
  const sockets = new Set<Socket>();
  let server: Server;
  beforeAll(async () => {
    const { port, hostname } = new URL(test.url);
    server = createServer((socket) => {
      const onward = connect(Number(port), hostname);
      for (const [one, other] of [[socket, onward], [onward, socket]] as const) {
        sockets.add(one);
        one.on('error', () => other.destroy()).on('close', () => other.destroy());
        one.on('data', (bytes) => other.write(bytes.toString('latin1').replace('LISTEN', 'LISTFN'), 'latin1'));
      } // prettier-ignore
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  it('attempts to LISTEN on a server that refuses it keep no connection, and waiters look by themselves', async () => {
    const url = Object.assign(new URL(test.url), { port: String((server.address() as AddressInfo).port) });
    const env = { DATABASE_DIRECT_URL: url.href } as ConstructorParameters<typeof Signals>[1];
    const signals = new Signals(test.db, env, pino({ level: 'silent' }));
    const wait = () =>
      signals.wait('key', () => Promise.resolve('found'), { seconds: 1, isDone: () => true, closed: new AbortController().signal });
    expect([await wait(), await wait(), await wait()]).toEqual(['found', 'found', 'found']);
    await until(async () => {
      const rows = await test.db.query<unknown[]>(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'signals'`,
      );
      return rows.length === 0;
    });
    await signals.beforeApplicationShutdown();
  });
});

it('a signal is sent after the commit of the whole transaction, not after that of a savepoint', async () => {
  const env = { DATABASE_DIRECT_URL: test.url } as ConstructorParameters<typeof Signals>[1];
  const signals = new Signals(test.db, env, pino({ level: 'silent' }));
  const asked = jest.spyOn(test.db, 'query');
  const sent = () => asked.mock.calls.filter(([statement]) => statement.includes('pg_notify')).length;
  await test.db.transaction(async (tx) => {
    await tx.transaction((inner) => Promise.resolve(signals.afterCommit(inner, ['key'])));
    expect(sent()).toBe(0);
  });
  await until(() => Promise.resolve(sent() === 1));
  asked.mockRestore();
  await signals.beforeApplicationShutdown();
});

it('waiters look at once when the session is lost on which signals are heard: some may have been missed', async () => {
  const env = { DATABASE_DIRECT_URL: test.url } as ConstructorParameters<typeof Signals>[1];
  const signals = new Signals(test.db, env, pino({ level: 'silent' }));
  const looks: boolean[] = [];
  let isThere = false;
  const look = () => Promise.resolve(isThere).finally(() => looks.push(isThere));
  const never = { seconds: 1_000_000, againMs: () => 1_000_000_000, closed: new AbortController().signal };
  const waiting = signals.wait('key', look, { ...never, isDone: (found) => found });
  await until(() => looks.length === 1);
  isThere = true; // without a signal
  await test.db.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'signals'`,
  );
  await until(() => looks.length === 2).finally(() => signals.beforeApplicationShutdown());
  expect(await waiting).toBe(true);
});

it('waiters are woken by signals again after the session was lost on which they were heard', async () => {
  const env = { DATABASE_DIRECT_URL: test.url } as ConstructorParameters<typeof Signals>[1];
  const signals = new Signals(test.db, env, pino({ level: 'silent' }));
  let looks = 0;
  const look = () => Promise.resolve((looks += 1));
  const never = { seconds: 1_000_000, againMs: () => 1_000_000_000, closed: new AbortController().signal };
  const waiting = signals.wait('key', look, { ...never, isDone: (found) => found === 3 });
  await until(() => looks === 1);
  await test.db.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'signals'`,
  );
  await until(() => looks === 2);
  await test.db.transaction((tx) => Promise.resolve(signals.afterCommit(tx, ['key'])));
  await until(() => looks === 3).finally(() => signals.beforeApplicationShutdown());
  expect(await waiting).toBe(3);
});
