import { setTimeout as sleep } from 'node:timers/promises';
import { Refused } from './failures.js';

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 10_000;
const TIMEOUT_MS = 60 * 60_000;

/** Asks again and again, ever more rarely, until there is an answer. @throws Refused after an hour */
export async function until<T>(ask: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + TIMEOUT_MS;
  for (let wait = FIRST_WAIT_MS; Date.now() < deadline; wait = Math.min(wait * 1.5, MAX_WAIT_MS)) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await sleep(wait);
  }
  throw new Refused('Nothing has come of it in an hour.');
}
