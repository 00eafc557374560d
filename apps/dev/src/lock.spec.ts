import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { Held, holderOf, lock } from './lock.ts';
import { startOf } from './process.ts';

let dir;
let file;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'lock-'));
  file = join(dir, 'lock');
});
afterEach(() => rmSync(dir, { recursive: true }));

/** Another process that takes the lock and keeps it. */
async function holder(options) {
  const code = `const { lock } = await import(${JSON.stringify(import.meta.resolve('./lock.mjs'))});
    try { const held = await lock(${JSON.stringify(file)}, ${JSON.stringify(options)}); console.log('held'); setTimeout(() => held.release(), ${options.keep ?? 60_000}); }
    catch { console.log('refused'); }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [answer] = await once(child.stdout, 'data');
  return { child, answer: String(answer).trim() };
}

test('refuses while the holder lives, and names it', async () => {
  const { child } = await holder({ purpose: 'npm start' });
  await assert.rejects(lock(file, { purpose: 'test', patience: 100 }), new Held({ ...holderOf(file), pid: child.pid }));
  child.kill();
});

test('is free again when it is released', async () => {
  (await lock(file, { purpose: 'test' })).release();
  assert.equal(existsSync(file), false);
});

test('takes over from a holder that was killed, and tells which of its children live', async () => {
  const { child } = await holder({ purpose: 'npm start' });
  const living = { pid: process.pid, start: startOf(process.pid) };
  const dead = { pid: process.pid, start: 'long ago' };
  writeFileSync(file, JSON.stringify({ ...holderOf(file), children: [living, dead] }));
  child.kill('SIGKILL');
  await once(child, 'exit');
  const { left, release } = await lock(file, { purpose: 'test' });
  assert.deepEqual(left, [living]);
  release();
});

test('does not take a later process with the same pid for the holder', async () => {
  writeFileSync(file, JSON.stringify({ pid: process.pid, start: 'long ago', purpose: 'npm start', brief: false, children: [] }));
  (await lock(file, { purpose: 'test', patience: 0 })).release();
});

test('waits for a holder that will not be long', async () => {
  const { child } = await holder({ purpose: 'npm run admin', brief: true, keep: 500 });
  (await lock(file, { purpose: 'test', patience: 0 })).release();
  child.kill();
});

test('goes to one of many who find a dead one’s', async () => {
  writeFileSync(file, JSON.stringify({ pid: 2 ** 30, start: 'long ago', purpose: 'npm start', brief: false, children: [] }));
  const all = await Promise.all(Array.from({ length: 6 }, () => holder({ purpose: 'test', patience: 200 })));
  assert.equal(all.filter(({ answer }) => answer === 'held').length, 1);
  for (const { child } of all) child.kill();
});

for (const [left, content] of [['is empty', ''], ['was half written', '{"pid":12'], ['says null', 'null'], ['names nobody', '{}']]) {
  test(`takes over a file that ${left}, as after a crash of the machine`, async () => {
    writeFileSync(file, content);
    const { left: children } = await lock(file, { purpose: 'test' });
    assert.deepEqual(children, []);
    assert.equal(holderOf(file).pid, process.pid);
  });
} // prettier-ignore

test('goes to one of many who find a file that names nobody', async () => {
  writeFileSync(file, '');
  const all = await Promise.all(Array.from({ length: 6 }, () => holder({ purpose: 'test', patience: 200 })));
  assert.equal(all.filter(({ answer }) => answer === 'held').length, 1);
  for (const { child } of all) child.kill();
});

test('says what keeps it from being read', async () => {
  mkdirSync(file); // as good as a file of another user's, and also for root
  await assert.rejects(lock(file, { purpose: 'test' }), { code: 'EISDIR' });
});

test('can be given up while somebody else holds it', async () => {
  const { child } = await holder({ purpose: 'npm start', brief: true });
  await assert.rejects(lock(file, { purpose: 'test', signal: AbortSignal.timeout(100) }), { name: 'AbortError' });
  child.kill();
});
