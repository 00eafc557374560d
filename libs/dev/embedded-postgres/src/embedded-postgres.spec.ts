import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startPostgres, THROWAWAY } from './embedded-postgres.mjs';
import { startOf, within } from './process.mjs';

let dir;
beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'embedded-postgres-test-'))));
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const start = (options = {}) => startPostgres({ dir, settings: THROWAWAY, ...options });

/** Another process that starts a server and keeps it. */
async function starter(options = {}) {
  const code = `const { startPostgres } = await import(${JSON.stringify(import.meta.resolve('./embedded-postgres.mjs'))});
    const server = await startPostgres(${JSON.stringify({ dir, settings: THROWAWAY, ...options })});
    console.log(JSON.stringify({ pid: server.pid })); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [answer] = await once(child.stdout, 'data');
  return { child, ...JSON.parse(String(answer)) };
}

async function query(url, sql) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test('keeps what was written, and stops without a trace', async () => {
  const first = await start();
  const url = await first.createDatabase('a "name"');
  await query(url, 'CREATE TABLE notes AS SELECT 1 AS note');
  await first.stop();
  assert.equal(startOf(first.pid), undefined);

  const second = await start({ port: first.port });
  assert.deepEqual(await query(url, 'SELECT * FROM notes'), [{ note: 1 }]);
  await second.stop();
});

test('lets in nobody without the password', async () => {
  const server = await start();
  await assert.rejects(query(server.url.replace(/:[^:@]+@/, ':guess@'), 'SELECT 1'), /password authentication failed/);
  await server.stop();
});

test('ends with its starter, however that ends; a throwaway one is deleted', async () => {
  const { child, pid } = await starter({ throwaway: true });
  child.kill('SIGKILL');
  assert.ok(await within(5000, () => startOf(pid) === undefined && !existsSync(dir)));
});

test('starts where the last server was killed, and where its pid is another process’s', async () => {
  const { child, pid } = await starter();
  process.kill(pid, 'SIGKILL');
  child.kill('SIGKILL');
  const second = await start();
  await second.stop();

  writeFileSync(join(dir, 'cluster/postmaster.pid'), `${process.pid}\n`);
  const third = await start();
  assert.equal(Number(readFileSync(join(dir, 'cluster/postmaster.pid'), 'utf8').split('\n')[0]), third.pid);
  await third.stop();
});

test('takes over from a server that still runs', async () => {
  const { child, pid } = await starter();
  const second = await start();
  assert.equal(startOf(pid), undefined);
  await second.stop();
  child.kill('SIGKILL');
});

test('is not harmed by an interruption while it makes the cluster', async () => {
  const interruption = new AbortController();
  const first = start({ signal: interruption.signal });
  await sleep(300);
  interruption.abort();
  await assert.rejects(first, { name: 'AbortError' });
  const second = await start();
  assert.deepEqual(
    readdirSync(dir).filter((name) => name.startsWith('cluster')),
    ['cluster'],
  );
  await second.stop();
});
