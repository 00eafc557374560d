import { ApiError } from './errors.js';
import type { components } from './schema.js';
import { sleep } from './retry.js';

type Stock = components['schemas']['VideoStockResponse'];
type Events = components['schemas']['EventPage'];

export type UntilOptions = {
  /** Default 3,600. */
  readonly timeoutSeconds?: number;
  readonly signal?: AbortSignal;
};

type EventsQuery = { readonly podcast_id: string; readonly after?: string; readonly wait: number };

/** Requests that the API holds until there is something to tell. */
type Reads = {
  readonly show: (id: string, wait: number, signal: AbortSignal) => Promise<Stock>;
  readonly events: (query: EventsQuery, signal: AbortSignal) => Promise<Events>;
};

/** Seconds for which the API holds a request. */
const WAIT_SECONDS = 30;

/** Milliseconds between two requests: a process that drains answers at once. */
const PAUSE_MS = 500;

/** Milliseconds until a wait asks anew for which the user had no place (`too_many_waiting`): others wait, too. */
const CROWDED_MS = 3000;

/** The longest time that timers take. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Waits until a stock has a state, or can no longer have it. A request under way at the deadline is given up. */
export async function untilStock(
  { show, events }: Reads,
  id: string,
  { state, timeoutSeconds = 3600, signal: given }: UntilOptions & { readonly state: 'ready' | 'matched' },
): Promise<Stock> {
  const deadline = performance.now() + timeoutSeconds * 1000;
  const over = AbortSignal.timeout(Math.min(timeoutSeconds * 1000, MAX_TIMEOUT_MS));
  const signal = given ? AbortSignal.any([given, over]) : over;
  const wait = () => Math.min(WAIT_SECONDS, Math.max(1, Math.ceil((deadline - performance.now()) / 1000)));
  let status: string | undefined;
  let after: string | undefined;
  try {
    for (;;) {
      signal.throwIfAborted();
      try {
        const stock = await show(id, wait(), signal);
        ({ status } = stock);
        if (status !== 'processing' && !(state === 'matched' && status === 'ready')) return stock;
        if (status === 'ready') after = await nextEvents(stock.podcast_id, after);
        await sleep(PAUSE_MS, signal);
      } catch (error) {
        if (!(error instanceof ApiError && error.has('too_many_waiting'))) throw error;
        await sleep(CROWDED_MS, signal);
      }
    }
  } catch (cause) {
    if (!over.aborted || given?.aborted) throw cause;
    throw new Error(`The video stock ${id} is ${status ?? 'not known'} after ${timeoutSeconds} s.`, { cause });
  }

  /** Waits for an event of this stock, from the oldest one on; not for ever, since they may be those of others. */
  async function nextEvents(podcast_id: string, from?: string): Promise<string> {
    const ends = performance.now() + WAIT_SECONDS * 1000;
    for (let cursor = from; ;) {
      const { data, meta } = await events({ podcast_id, after: cursor, wait: wait() }, signal);
      cursor = meta.next_cursor;
      const isTold = data.length === 0 || data.some((event) => 'id' in event.data && event.data.id === id);
      if (isTold || performance.now() > ends) return cursor;
      if (!meta.has_more) await sleep(PAUSE_MS, signal);
    }
  }
}
