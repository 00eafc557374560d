// @ts-check
/**
 * A lock between processes: a file that names its holder. The lock of a dead holder is free. Runs on Node 20 without
 * dependencies; types and their documentation are in lock.d.mts.
 */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startOf } from './process.mjs';

/** How long to wait for a holder that will release the lock soon. */
const BRIEF_HOLDER_TIMEOUT_MS = 15_000;

/** @typedef {import('./lock.d.mts').Holder} Holder */

export class LockHeldError extends Error {
  /** @param {Holder} holder */
  constructor(holder) {
    super(`in use by process ${holder.pid} (${holder.purpose})`);
    this.holder = holder;
  }
}

/** @type {typeof import('./lock.d.mts').lock} */
export async function lock(file, { purpose, brief = false, timeoutMs = 1000, signal }) {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const mine = { pid: process.pid, start: startOf(process.pid), purpose, brief, children: [] };
  const began = Date.now();
  let wasNameless = false;
  for (;;) {
    const holder = holderOf(file);
    if (!holder || !isAlive(holder)) {
      // A lock file appears and changes atomically. One that names no process twice in a row was damaged by a crash of
      // the machine.
      if (holder || wasNameless) removeStaleLock(file, holder);
      if (create(file, mine)) return lockOf(file, mine, holder?.children.filter(isAlive) ?? []);
    } else if (Date.now() - began > (holder.brief ? Math.max(timeoutMs, BRIEF_HOLDER_TIMEOUT_MS) : timeoutMs)) {
      throw new LockHeldError(holder);
    }
    wasNameless = !holder;
    await sleep(50, undefined, { signal });
  }
}

/** @type {typeof import('./lock.d.mts').holderOf} */
export function holderOf(file) {
  try {
    const holder = JSON.parse(readFileSync(file, 'utf8'));
    return Number.isInteger(holder?.pid) && Array.isArray(holder.children) ? holder : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** @type {typeof import('./lock.d.mts').isAlive} */
export function isAlive({ pid, start }) {
  return start !== undefined && startOf(pid) === start;
}

/** @type {(file: string, mine: Holder, left: Holder['children']) => import('./lock.d.mts').Lock} */
function lockOf(file, mine, left) {
  return {
    left,
    note: (changes) => {
      Object.assign(mine, changes);
      try {
        renameSync(write(file, mine), file);
      } catch {
        // The folder was deleted. That must not stop a graceful shutdown.
      }
    },
    release: () => {
      const { pid, start } = holderOf(file) ?? {};
      if (pid === mine.pid && start === mine.start) rmSync(file, { force: true });
    },
  };
}

/**
 * Creates the lock file unless it exists. A link appears with its content, so that no process reads half a file.
 * @type {(file: string, holder: Holder) => boolean}
 */
function create(file, holder) {
  const next = write(file, holder);
  try {
    linkSync(next, file);
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(next, { force: true });
  }
}

/**
 * Removes the lock of a dead holder, unless another process has replaced it.
 * @type {(file: string, dead?: Holder) => void}
 */
function removeStaleLock(file, dead) {
  const moved = `${file}.${process.pid}.dead`;
  try {
    renameSync(file, moved); // succeeds in one process only
  } catch {
    return;
  }
  const found = holderOf(moved);
  if (found && (found.pid !== dead?.pid || found.start !== dead.start)) create(file, found);
  rmSync(moved, { force: true });
}

/** @type {(file: string, holder: Holder) => string} */
function write(file, holder) {
  const next = `${file}.${process.pid}.new`;
  writeFileSync(next, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
  return next;
}

/** @type {(error: unknown) => string | undefined} */
const codeOf = (error) => /** @type {NodeJS.ErrnoException} */ (error).code;
