import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { holderOf, lock, LockHeldError, startOf } from './index.ts';

const LOCK_MODULE = join(import.meta.dirname, '../../../../tools/bootstrap/lock.mjs');

let dir: string;
let file: string;
let started: ChildProcess[];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'lock-'));
  file = join(dir, 'lock');
  started = [];
});
afterEach(() => {
  started.forEach((child) => child.kill('SIGKILL'));
  rmSync(dir, { recursive: true });
});

type HolderOptions = { purpose: string; brief?: boolean; timeoutMs?: number; keepMs?: number };

/** Another process that takes the lock and keeps it. */
async function startHolder({ keepMs = 60_000, ...options }: HolderOptions): Promise<{ child: ChildProcess; answer: string }> {
  const code = `const { lock } = await import(${JSON.stringify(LOCK_MODULE)});
    try { const held = await lock(${JSON.stringify(file)}, ${JSON.stringify(options)}); console.log('held'); setTimeout(() => held.release(), ${keepMs}); }
    catch { console.log('refused'); }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  started.push(child);
  const [answer] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, answer: String(answer).trim() };
}

const deadHolder = (purpose = 'npm start') => JSON.stringify({ pid: 2 ** 30, start: 'long ago', purpose, brief: false, children: [] });

async function holdersAtOnce(count: number): Promise<string[]> {
  return (await Promise.all(Array.from({ length: count }, () => startHolder({ purpose: 'test', timeoutMs: 200 })))).map(
    ({ answer }) => answer,
  );
}

describe('a lock', () => {
  it('a lock is refused while its holder lives, with an error that names the holder', async () => {
    const { child } = await startHolder({ purpose: 'npm start' });
    const refusal = await lock(file, { purpose: 'test', timeoutMs: 100 }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(LockHeldError);
    expect(String(refusal)).toContain(`in use by process ${child.pid} (npm start)`);
  });

  it('a lock is free after its release', async () => {
    (await lock(file, { purpose: 'test' })).release();
    expect(existsSync(file)).toBe(false);
  });

  it('a lock is taken over from a killed holder, and names its living children', async () => {
    const { child } = await startHolder({ purpose: 'npm start' });
    const living = { pid: process.pid, start: startOf(process.pid) };
    const dead = { pid: process.pid, start: 'long ago' };
    writeFileSync(file, JSON.stringify({ ...holderOf(file), children: [living, dead] }));
    child.kill('SIGKILL');
    await once(child, 'exit');
    const { left, release } = await lock(file, { purpose: 'test' });
    expect(left).toEqual([living]);
    release();
  });

  it('a lock is not kept by a later process with the pid of the holder', async () => {
    writeFileSync(file, JSON.stringify({ pid: process.pid, start: 'long ago', purpose: 'npm start', brief: false, children: [] }));
    (await lock(file, { purpose: 'test', timeoutMs: 0 })).release();
  });

  it('a lock is waited for if the holder is brief', async () => {
    await startHolder({ purpose: 'npm run admin', brief: true, keepMs: 500 });
    (await lock(file, { purpose: 'test', timeoutMs: 0 })).release();
  });

  it('a lock is taken by one of many that find a dead holder', async () => {
    writeFileSync(file, deadHolder());
    expect((await holdersAtOnce(6)).filter((answer) => answer === 'held')).toHaveLength(1);
  });

  it.each([
    ['is empty', ''],
    ['is half written', '{"pid":12'],
    ['says null', 'null'],
    ['names no process', '{}'],
  ])('a lock is free if its file %s, as after a crash of the machine', async (_, content) => {
    writeFileSync(file, content);
    const { left } = await lock(file, { purpose: 'test' });
    expect(left).toEqual([]);
    expect(holderOf(file)?.pid).toBe(process.pid);
  });

  it('a lock is taken by one of many that find a damaged file', async () => {
    writeFileSync(file, '');
    expect((await holdersAtOnce(6)).filter((answer) => answer === 'held')).toHaveLength(1);
  });

  it('a lock reports why its file cannot be read', async () => {
    mkdirSync(file); // like a file of another user, but for root too
    await expect(lock(file, { purpose: 'test' })).rejects.toMatchObject({ code: 'EISDIR' });
  });

  it('a lock is no longer waited for after an abort', async () => {
    await startHolder({ purpose: 'npm start', brief: true });
    const waiting = lock(file, { purpose: 'test', signal: AbortSignal.timeout(100) });
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  });
});
