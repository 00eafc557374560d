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

/** Asks until a stock has a state, or can no longer come to it. */
export async function untilStock(
  show: (id: string, waitSeconds: number, signal?: AbortSignal) => Promise<Stock>,
  id: string,
  { state, timeoutSeconds = 3600, signal }: UntilOptions & { readonly state: 'ready' | 'matched' },
): Promise<Stock> {
  const deadline = performance.now() + timeoutSeconds * 1000;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, MAX_PAUSE_MS)) {
    const left = deadline - performance.now();
    signal?.throwIfAborted();
    const stock = await show(id, Math.min(WAIT_SECONDS, Math.max(1, Math.ceil(left / 1000))), signal);
    const isOnItsWay = stock.status === 'processing' || (state === 'matched' && stock.status === 'ready');
    if (!isOnItsWay) return stock;
    if (performance.now() + pause > deadline) throw new Error(`The video stock ${id} is ${stock.status} after ${timeoutSeconds} s.`);
    await sleep(pause, signal);
  }
}
