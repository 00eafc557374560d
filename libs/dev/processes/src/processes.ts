import { setTimeout as sleep } from 'node:timers/promises';
import { startOf, whenOrphaned } from '@app/bootstrap/process';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A signal, and how many milliseconds to wait for its effect. */
type EndStep = readonly [signal: NodeJS.Signals, timeoutMs: number];

/** Polls a condition. @returns whether it became true before the timeout */
export async function isTrueWithin(timeoutMs: number, condition: () => boolean): Promise<boolean> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(10)) if (condition()) return true;
  return condition();
}

/** Ends a process, a child or not, with one signal after the other, and waits until it is gone. */
export async function endProcess(pid: number, steps: readonly EndStep[]): Promise<void> {
  const start = startOf(pid);
  const isGone = () => start === undefined || startOf(pid) !== start;
  for (const [signal, timeoutMs] of steps) {
    if (isGone()) return;
    try {
      process.kill(pid, signal);
    } catch {
      // The process has just ended, or belongs to another user: the wait below tells which.
    }
    if (await isTrueWithin(timeoutMs, isGone)) return;
  }
  if (!isGone()) throw new Error(`Process ${pid} does not end`);
}

/**
 * Aborts at the first SIGINT, SIGTERM or SIGHUP, and when npm, which started this process, was killed. Later signals
 * are ignored: Ctrl-C reaches the whole group and npm passes it on, so that it arrives twice.
 */
export function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of STOP_SIGNALS) process.on(signal, () => controller.abort());
  whenOrphaned(() => controller.abort());
  return controller.signal;
}
