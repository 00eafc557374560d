import { Semaphore } from 'async-mutex';
import { unlessAborted } from './deadline.js';

type FairSemaphoreOptions = {
  /** Most pieces of work that run at once; where work has weights, most of their sum. */
  readonly total: number;
  /** Most of them that belong to one key, such as a user. */
  readonly perKey: number;
  /** Milliseconds after which a waiting piece of work is refused. */
  readonly timeoutMs: number;
  /** Most pieces of work of one key that may wait; further ones are refused at once. Unlimited by default. */
  readonly maxWaitingPerKey?: number;
};

/** No slot was free in time. `isUnavailable` recognises it by its code. */
export class TooBusyError extends Error {
  readonly code = 'ETOOBUSY';

  constructor(message = 'No slot became free in time.') {
    super(message);
    this.name = 'TooBusyError';
  }
}

const MAX_TOTAL = 10_000;

type Share = { readonly slots: Semaphore; users: number };

/**
 * Runs at most `total` pieces of work at once and `perKey` of one key. Work waits for its key's share first and for a common slot
 * second, so that one key never has more than `perKey` places in the common queue, however much it asks for.
 */
export class FairSemaphore {
  private readonly common: Semaphore;
  private readonly shares = new Map<string, Share>();
  /** Pieces of work that did not find their slots free. While there are any, new work queues behind them. */
  private queued = 0;

  constructor(private readonly options: FairSemaphoreOptions) {
    // The library looks at every weight up to the total each time it dispatches.
    if (options.total > MAX_TOTAL) throw new RangeError(`total is ${options.total}; at most ${MAX_TOTAL} are allowed: use a larger unit.`);
    this.common = new Semaphore(options.total);
  }

  /** Keys that run or wait. */
  get size(): number {
    return this.shares.size;
  }

  /** Pieces of work that wait for a slot. */
  get waiting(): number {
    return this.queued;
  }

  /**
   * @throws TooBusyError when no slot becomes free within `timeoutMs`, or the key has `maxWaitingPerKey` waiting
   * @throws the reason of `signal` when it aborts first
   */
  async run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const release = await this.acquire(key, signal);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /**
   * Takes a slot, for work that does not end with a function.
   * @param weight slots that the work takes, such as bytes; a key's whole share where it is more
   * @returns releases the slot; a second call does nothing
   * @throws like {@link run}
   */
  async acquire(key: string, signal?: AbortSignal, weight = 1): Promise<() => void> {
    const { perKey, timeoutMs, maxWaitingPerKey = Infinity } = this.options;
    const share = this.shares.get(key) ?? { slots: new Semaphore(perKey), users: 0 };
    if (share.users >= perKey + maxWaitingPerKey) throw new TooBusyError();
    this.shares.set(key, share);
    share.users += 1;
    const leave = () => {
      share.users -= 1;
      if (share.users === 0) this.shares.delete(key);
    };
    const taken = Math.min(weight, perKey);
    const held: (() => void)[] = [leave];
    const release = () => held.splice(0).reverse().forEach((one) => one()); // prettier-ignore
    // A deadline costs more than everything else here, and work that finds its slots free needs none.
    if (this.queued === 0 && !signal?.aborted && share.slots.getValue() >= taken && this.common.getValue() >= taken) {
      const both = [share.slots.acquire(taken), this.common.acquire(taken)];
      for (const [, free] of await Promise.all(both)) held.push(free);
      return release;
    }
    const deadline = AbortSignal.timeout(timeoutMs);
    const ended = signal ? AbortSignal.any([signal, deadline]) : deadline;
    this.queued += 1;
    try {
      held.push(await take(share.slots, taken, ended));
      held.push(await take(this.common, taken, ended));
    } catch (error) {
      release();
      if (deadline.aborted && !signal?.aborted) throw new TooBusyError();
      throw error;
    } finally {
      this.queued -= 1;
    }
    return release;
  }
}

/** Takes slots. Slots that become free after `signal` has aborted are released again at once. */
async function take(slots: Semaphore, weight: number, signal: AbortSignal): Promise<() => void> {
  signal.throwIfAborted();
  const taking = slots.acquire(weight);
  try {
    const [, release] = await unlessAborted(taking, signal);
    return release;
  } catch (error) {
    void taking.then(([, release]) => release());
    throw error;
  }
}
