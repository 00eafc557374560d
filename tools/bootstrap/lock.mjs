// @ts-check
/** A lock between processes: a file that names its holder. A dead holder's lock is free. Runs on Node 20. */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startOf } from './process.mjs';

/** How long to wait for a holder that says it will not be long. */
const BRIEF_MS = 15_000;

/** @typedef {{ pid: number, start?: string }} Identity a process, told apart from later ones with its pid */
/**
 * @typedef {Identity & { purpose: string, brief: boolean, children: Identity[], database?: 'embedded' | 'elsewhere' }} Holder
 *   `brief`: it will let go soon, so waiting is worth while; `children`: what it leaves behind when it is killed; `database`: the
 *   one it runs for others as well, once they may use it, or that it has one which is none of theirs
 */
/**
 * @typedef {object} Lock
 * @property {Identity[]} left children of the holder that died before, as far as they live
 * @property {(changes: Partial<Pick<Holder, 'brief' | 'children' | 'database'>>) => void} note
 * @property {() => void} release
 */

/** Somebody else holds the lock. */
export class Held extends Error {
  /** @param {Holder} holder */
  constructor(holder) {
    super(`in use by process ${holder.pid} (${holder.purpose})`);
    this.holder = holder;
  }
}

/**
 * Takes a lock; waits for a holder that will not be long.
 *
 * @param {string} file
 * @param {object} options
 * @param {string} options.purpose what others are told
 * @param {boolean} [options.brief]
 * @param {number} [options.patience] milliseconds to wait for any holder: it may be about to notice that it shall stop
 * @param {AbortSignal} [options.signal] gives up waiting
 * @returns {Promise<Lock>}
 * @throws {Held} when it is not let go in time
 */
export async function lock(file, { purpose, brief = false, patience = 1000, signal }) {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const mine = { pid: process.pid, start: startOf(process.pid), purpose, brief, children: /** @type {Identity[]} */ ([]) };
  const began = Date.now();
  let namesNobody = false;
  for (;;) {
    const before = holderOf(file);
    if (!before || !isAlive(before)) {
      // A holder appears and changes whole. What names nobody twice in a row is what a crash of the machine has left.
      if (before || namesNobody) bury(file, before);
      if (place(file, mine)) return lockOf(file, mine, before?.children.filter(isAlive) ?? []);
    } else if (Date.now() - began > (before.brief ? Math.max(patience, BRIEF_MS) : patience)) {
      throw new Held(before);
    }
    namesNobody = !before;
    await sleep(50, undefined, { signal });
  }
}

/**
 * Who holds a lock, dead or alive.
 *
 * @param {string} file
 * @returns {Holder | undefined} undefined also when the file names nobody
 * @throws the system's error when the file is there and cannot be read
 */
export function holderOf(file) {
  try {
    const holder = JSON.parse(readFileSync(file, 'utf8'));
    return Number.isInteger(holder?.pid) && Array.isArray(holder.children) ? holder : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || /** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** @param {Identity} identity */
export function isAlive({ pid, start }) {
  return start !== undefined && startOf(pid) === start;
}

/**
 * @param {string} file
 * @param {Holder} mine
 * @param {Identity[]} left
 * @returns {Lock}
 */
function lockOf(file, mine, left) {
  return {
    left,
    note: (changes) => {
      Object.assign(mine, changes);
      try {
        renameSync(write(file, mine), file);
      } catch {
        // somebody has deleted the folder: no reason to fall over, least of all when stopping
      }
    },
    release: () => {
      const { pid, start } = holderOf(file) ?? {};
      if (pid === mine.pid && start === mine.start) rmSync(file, { force: true });
    },
  };
}

/**
 * Writes the lock unless there is one. A link appears with its content, so nobody reads half a holder.
 *
 * @param {string} file
 * @param {Holder} holder
 */
function place(file, holder) {
  const next = write(file, holder);
  try {
    linkSync(next, file);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(next, { force: true });
  }
}

/**
 * Removes a dead holder's lock, unless another process has been quicker and it is a living one's by now.
 *
 * @param {string} file
 * @param {Holder | undefined} dead undefined when the file names nobody
 */
function bury(file, dead) {
  const grave = `${file}.${process.pid}.dead`;
  try {
    renameSync(file, grave); // one process gets it
  } catch {
    return;
  }
  const found = holderOf(grave);
  if (found && (found.pid !== dead?.pid || found.start !== dead.start)) place(file, found);
  rmSync(grave, { force: true });
}

/**
 * @param {string} file
 * @param {Holder} holder
 */
function write(file, holder) {
  const next = `${file}.${process.pid}.new`;
  writeFileSync(next, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
  return next;
}
