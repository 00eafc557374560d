import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { ThreadPool } from './thread-pool.js';

/** Gives the task back, or ends its thread: at once, or once the task has been answered. */
const WORKER = `export const answer = (task) => {
  if (task === 'end') process.exit(1);
  if (task === 'end later') setImmediate(() => { throw new Error('ended later'); });
  return task;
}`;

const directory = mkdtempSync(join(tmpdir(), 'thread-pool-'));
let pool: ThreadPool;

beforeAll(() => {
  const worker = join(directory, 'worker.mjs');
  writeFileSync(worker, WORKER);
  pool = new ThreadPool({ worker, threads: 1, log: pino({ level: 'silent' }) });
});
afterAll(async () => {
  await pool.close();
  rmSync(directory, { recursive: true });
});

it('a thread that ends costs the task that it had, and no other', async () => {
  const tasks = ['one', 'end', 'two', 'three', 'end', 'four'];
  const outcomes = await Promise.allSettled(tasks.map((task) => pool.run('answer', task)));
  expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'failed'))).toEqual([
    'one',
    'failed',
    'two',
    'three',
    'failed',
    'four',
  ]);
});

it('a thread that ends between two tasks does not end the process', async () => {
  expect(await pool.run('answer', 'end later')).toBe('end later');
  await expect(pool.run('answer', 'end')).rejects.toThrow();
  expect(await pool.run('answer', 'after')).toBe('after');
});
