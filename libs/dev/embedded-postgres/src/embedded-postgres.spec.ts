import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isTrueWithin, startOf } from '@app/processes';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { startPostgres, THROWAWAY, type Postgres, type PostgresOptions } from './index.ts';

jest.setTimeout(120_000);

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'embedded-postgres-test-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const start = (options: Partial<PostgresOptions> = {}): Promise<Postgres> => startPostgres({ dir, settings: THROWAWAY, ...options });

/** Another process that starts a server and keeps it. */
async function startElsewhere(options: Partial<PostgresOptions> = {}): Promise<{ child: ChildProcess; pid: number }> {
  const code = `const { startPostgres } = await import(${JSON.stringify(join(import.meta.dirname, 'index.ts'))});
    const server = await startPostgres(${JSON.stringify({ dir, settings: THROWAWAY, ...options })});
    console.log(JSON.stringify({ pid: server.pid })); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [answer] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, pid: (JSON.parse(String(answer)) as { pid: number }).pid };
}

async function query(url: string, sql: string): Promise<object[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<object>(sql)).rows;
  } finally {
    await client.end();
  }
}

it('the embedded PostgreSQL keeps what was written, and leaves no process after a stop', async () => {
  const first = await start();
  const url = await first.createDatabase('a "name"');
  await query(url, 'CREATE TABLE notes AS SELECT 1 AS note');
  await first.stop();
  expect(startOf(first.pid)).toBeUndefined();

  const second = await start({ port: first.port });
  expect(await query(url, 'SELECT * FROM notes')).toEqual([{ note: 1 }]);
  await second.stop();
});

it('the embedded PostgreSQL refuses connections without the password', async () => {
  const server = await start();
  await expect(query(server.url.replace(/:[^:@]+@/, ':guess@'), 'SELECT 1')).rejects.toThrow('password authentication failed');
  await server.stop();
});

it('the embedded PostgreSQL ends when its starter is killed, and deletes a throwaway directory', async () => {
  const { child, pid } = await startElsewhere({ throwaway: true });
  child.kill('SIGKILL');
  expect(await isTrueWithin(60_000, () => startOf(pid) === undefined && !existsSync(dir))).toBe(true);
});

it('the embedded PostgreSQL starts where the last server was killed, and where its pid belongs to another process', async () => {
  const { child, pid } = await startElsewhere();
  process.kill(pid, 'SIGKILL');
  child.kill('SIGKILL');
  const second = await start();
  await second.stop();

  writeFileSync(join(dir, 'cluster/postmaster.pid'), `${process.pid}\n`);
  const third = await start();
  expect(Number(readFileSync(join(dir, 'cluster/postmaster.pid'), 'utf8').split('\n')[0])).toBe(third.pid);
  await third.stop();
});

it('the embedded PostgreSQL stops a server that still runs on its directory', async () => {
  const { child, pid } = await startElsewhere();
  const second = await start();
  expect(startOf(pid)).toBeUndefined();
  await second.stop();
  child.kill('SIGKILL');
});

it('the embedded PostgreSQL starts after an interruption while it created the cluster', async () => {
  const interruption = new AbortController();
  const first = start({ signal: interruption.signal });
  await isTrueWithin(60_000, () => readdirSync(dir).some((name) => name.startsWith('cluster.')));
  interruption.abort();
  await expect(first).rejects.toMatchObject({ name: 'AbortError' });
  const second = await start();
  expect(readdirSync(dir).filter((name) => name.startsWith('cluster'))).toEqual(['cluster']);
  await second.stop();
});
