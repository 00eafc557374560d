import { setTimeout as sleep } from 'node:timers/promises';

/** Looks again and again until there is something to see, which it gives back. */
export async function until<T>(look: () => T | Promise<T>, patienceMs = 60_000): Promise<NonNullable<T>> {
  for (const deadline = Date.now() + patienceMs; ;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`it did not come to pass in ${patienceMs} ms: ${look.toString()}`);
    await sleep(50);
  }
}

/** Checks again and again until there is nothing to say against it; what there is at the end, it throws. */
export async function eventually(check: () => Promise<void>, patienceMs = 60_000): Promise<void> {
  for (const deadline = Date.now() + patienceMs; ;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(50);
    }
  }
}
