import { setTimeout as sleep } from 'node:timers/promises';

/** Generous: a busy machine must not fail a test. */
const TIMEOUT_MS = 100_000;

/** Between two looks. Most ask a process or PostgreSQL, and would take the processor from what they wait for. */
const MIN_INTERVAL_MS = 20;
const MAX_INTERVAL_MS = 250;

type Truthy<T> = Exclude<T, null | undefined | false | 0 | ''>;

/**
 * Polls until `look` returns something truthy, and returns that.
 * @throws once the time is over: names what it waited for
 */
export async function until<T>(look: () => T | Promise<T>, timeoutMs = TIMEOUT_MS): Promise<Truthy<T>> {
  for (const began = Date.now(); ; await sleep(interval(began))) {
    const found = await look();
    if (found) return found as Truthy<T>;
    if (Date.now() > began + timeoutMs) throw new Error(`Not so within ${timeoutMs} ms: ${look.toString()}`);
  }
}

/** Polls until `check` throws nothing. @throws what `check` threw last, once the time is over */
export async function untilPasses(check: () => Promise<void>, timeoutMs = TIMEOUT_MS): Promise<void> {
  for (const began = Date.now(); ; await sleep(interval(began))) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > began + timeoutMs) throw error;
    }
  }
}

/** A tenth of the time waited so far, so that a wait takes hardly longer than what it waits for. */
function interval(began: number): number {
  return Math.min(Math.max((Date.now() - began) / 10, MIN_INTERVAL_MS), MAX_INTERVAL_MS);
}
