import type { components } from './schema.js';
import { sleep } from './retry.js';

type Stock = components['schemas']['VideoStockResponse'];

export type UntilOptions = {
  /** Default 3,600. */
  readonly timeoutSeconds?: number;
  readonly signal?: AbortSignal;
};

/** Seconds for which the API holds a request while the video is being read. */
const WAIT_SECONDS = 30;

/** Milliseconds between requests about a stock that waits for its episode. */
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 10_000;

/** What timers take at most. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Asks until a stock has a state, or can no longer come to it. A request that is under way at the deadline is given up. */
export async function untilStock(
  show: (id: string, waitSeconds: number, signal: AbortSignal) => Promise<Stock>,
  id: string,
  { state, timeoutSeconds = 3600, signal: given }: UntilOptions & { readonly state: 'ready' | 'matched' },
): Promise<Stock> {
  const deadline = performance.now() + timeoutSeconds * 1000;
  const over = AbortSignal.timeout(Math.min(timeoutSeconds * 1000, MAX_TIMEOUT_MS));
  const signal = given ? AbortSignal.any([given, over]) : over;
  let status: string | undefined;
  try {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, MAX_PAUSE_MS)) {
      signal.throwIfAborted();
      const left = deadline - performance.now();
      const stock = await show(id, Math.min(WAIT_SECONDS, Math.max(1, Math.ceil(left / 1000))), signal);
      ({ status } = stock);
      const isOnItsWay = status === 'processing' || (state === 'matched' && status === 'ready');
      if (!isOnItsWay) return stock;
      await sleep(pause, signal);
    }
  } catch (cause) {
    if (!over.aborted || given?.aborted) throw cause;
    throw new Error(`The video stock ${id} is ${status ?? 'not known'} after ${timeoutSeconds} s.`, { cause });
  }
}
