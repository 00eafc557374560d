import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startOf } from './index.ts';

const GUARD_MODULE = join(import.meta.dirname, 'guard.ts');

let dir: string;
let parent: ChildProcess;
let pid: number;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'guard-'));
  const code = `const { guardChild } = await import(${JSON.stringify(GUARD_MODULE)});
    const child = (await import('node:child_process')).spawn('sleep', ['600'], { stdio: 'ignore' });
    guardChild(child, [${JSON.stringify(dir)}]);
    process.once('message', () => child.kill());
    child.once('exit', () => process.disconnect());
    process.send(child.pid);`;
  parent = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  [pid] = (await once(parent, 'message')) as [number];
});
afterEach(() => {
  parent.kill('SIGKILL');
  rmSync(dir, { recursive: true, force: true });
});

describe('a guarded child', () => {
  it('a guarded child ends with the process that started it, also one that is killed, and its folder goes', async () => {
    parent.kill('SIGKILL');
    while (startOf(pid) !== undefined || existsSync(dir)) await sleep(20); // until the time of the test is over
  });

  it('a guarded child that ends by itself ends its guard, and keeps its folder', async () => {
    const ended = once(parent, 'exit');
    parent.send('end');
    expect(await ended).toEqual([0, null]); // the guard would keep it
    expect(existsSync(dir)).toBe(true);
  });
});
