// @ts-check
/** Identity and end of processes. Runs on Node 20 without dependencies; types are in process.d.mts. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';

/** The parent at start-up, before it can have been replaced. */
const PARENT = process.ppid;

/** @type {typeof import('./process.d.mts').startOf} */
export function startOf(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  try {
    if (process.platform === 'linux') {
      // The command name is in parentheses and may contain any character: count the fields after the last parenthesis.
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
      return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[19]}`;
    }
    const stdio = /** @type {import('node:child_process').StdioOptions} */ (['ignore', 'pipe', 'ignore']);
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', stdio }).trim() || undefined;
  } catch {
    return undefined;
  }
}

/** @type {typeof import('./process.d.mts').whenOrphaned} */
export function whenOrphaned(tell) {
  if (process.env.npm_lifecycle_event === undefined) return; // not run by npm: outliving the parent is legitimate
  const watch = setInterval(() => {
    if (process.ppid === PARENT) return;
    clearInterval(watch);
    tell();
  }, 200);
  watch.unref();
}

/** @type {typeof import('./process.d.mts').ended} */
export function ended(child) {
  return new Promise((done, fail) => {
    child.once('error', (error) => (error.name === 'AbortError' ? undefined : fail(error)));
    child.once('exit', (status, signal) => done(status ?? 128 + constants.signals[signal ?? 'SIGKILL']));
  });
}
