import { setTimeout as sleep } from 'node:timers/promises';

const DEADLINE_MS = 60_000;

/** Waits for what happens outside the browser. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`It has not happened within ${DEADLINE_MS} ms: ${String(condition)}`);
    await sleep(100);
  }
}
