// @ts-check
/** What the tools need to know about processes: who one is, whether it lives, how to end it. Runs on Node 20. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** Whose child this process is born, before anything has had the time to go wrong. */
const PARENT = process.ppid;

/**
 * Tells a process apart from a later one with the same pid: when it started, or undefined when nothing (or only a zombie)
 * has that pid.
 *
 * @param {number} pid
 * @returns {string | undefined}
 */
export function startOf(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  if (process.platform === 'linux') {
    try {
      // The command's name stands in parentheses and may contain anything, so count fields after the last one.
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
      return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[19]}`;
    } catch {
      return undefined;
    }
  }
  try {
    return (
      execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() ||
      undefined
    );
  } catch {
    return undefined;
  }
}

/**
 * Waits until a condition holds.
 *
 * @param {() => boolean} condition
 * @param {number} milliseconds at most
 * @returns {Promise<boolean>} whether it came to hold in time
 */
export async function within(milliseconds, condition) {
  for (const deadline = Date.now() + milliseconds; Date.now() < deadline; await sleep(10)) if (condition()) return true;
  return condition();
}

/**
 * Ends a process, child of ours or not, step by step, and waits until it is gone.
 *
 * @param {number} pid
 * @param {readonly [NodeJS.Signals, number][]} steps a signal, and how many milliseconds to wait after it
 */
export async function end(pid, steps) {
  const start = startOf(pid);
  const gone = () => start === undefined || startOf(pid) !== start;
  for (const [signal, milliseconds] of steps) {
    if (gone()) return;
    try {
      process.kill(pid, signal);
    } catch {
      // it went in this very moment, or is not ours to end: the wait finds out
    }
    if (await within(milliseconds, gone)) return;
  }
  if (!gone()) throw new Error(`Process ${pid} does not end`);
}

/**
 * Aborts at the first SIGINT, SIGTERM or SIGHUP, and when npm, which started this process, is gone. Further ones change
 * nothing: Ctrl-C reaches the whole group and npm passes it on, so that it comes twice.
 *
 * @returns {AbortSignal}
 */
export function stopSignal() {
  const controller = new AbortController();
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => controller.abort());
  whenOrphaned(() => controller.abort());
  return controller.signal;
}

/**
 * Tells when the npm that runs this process is gone without having passed on a signal, that is, was killed. Only npm's end
 * means that: a process that was started otherwise may well outlive its parent.
 *
 * @param {() => void} tell
 */
export function whenOrphaned(tell) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const watch = setInterval(() => {
    if (process.ppid === PARENT) return;
    clearInterval(watch);
    tell();
  }, 200);
  watch.unref();
}

/**
 * Waits for the end of a child process.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>} its exit status; a signal's, as shells count it
 */
export function ended(child) {
  return new Promise((done, fail) => {
    child.once('error', (error) => (error.name === 'AbortError' ? undefined : fail(error)));
    child.once('exit', (status, signal) => done(status ?? 128 + constants.signals[signal ?? 'SIGKILL']));
  });
}
