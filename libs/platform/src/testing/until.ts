import { setTimeout as sleep } from 'node:timers/promises';

/** Generous: a busy machine must not fail a test. */
const TIMEOUT_MS = 100_000;
const INTERVAL_MS = 20;

type Truthy<T> = Exclude<T, null | undefined | false | 0 | ''>;

/**
 * Polls until `look` returns something truthy, and returns that.
 * @throws once the time is over: names what it waited for
 */
export async function until<T>(look: () => T | Promise<T>, timeoutMs = TIMEOUT_MS): Promise<Truthy<T>> {
  for (const deadline = Date.now() + timeoutMs; ; await sleep(INTERVAL_MS)) {
    const found = await look();
    if (found) return found as Truthy<T>;
    if (Date.now() > deadline) throw new Error(`Not so within ${timeoutMs} ms: ${look.toString()}`);
  }
}

/** Polls until `check` throws nothing. @throws what `check` threw last, once the time is over */
export async function untilPasses(check: () => Promise<void>, timeoutMs = TIMEOUT_MS): Promise<void> {
  for (const deadline = Date.now() + timeoutMs; ; await sleep(INTERVAL_MS)) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}
