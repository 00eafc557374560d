import { Semaphore } from 'async-mutex';
import { unlessAborted } from './deadline.js';

type FairSemaphoreOptions = {
  /** Most pieces of work that run at once. */
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

type Share = { readonly slots: Semaphore; users: number };

/**
 * Runs at most `total` pieces of work at once and `perKey` of one key. Work waits for its key's share first and for a
 * common slot second, so that one key never has more than `perKey` places in the common queue, however much it asks
 * for.
 */
export class FairSemaphore {
  private readonly common: Semaphore;
  private readonly shares = new Map<string, Share>();
  /** Pieces of work that did not find their slots free. While there are any, new work queues behind them. */
  private queued = 0;
  private contending = 0;

  constructor(private readonly options: FairSemaphoreOptions) {
    this.common = new Semaphore(options.total);
  }

  /** Keys that run or wait. */
  get size(): number {
    return this.shares.size;
  }

  /** Pieces of work that wait for others: their key has its share free. */
  get waiting(): number {
    return this.contending;
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
   * @returns releases the slot; a second call does nothing
   * @throws like {@link run}
   */
  async acquire(key: string, signal?: AbortSignal): Promise<() => void> {
    const { perKey, timeoutMs, maxWaitingPerKey = Infinity } = this.options;
    const share = this.shares.get(key) ?? { slots: new Semaphore(perKey), users: 0 };
    if (share.users >= perKey + maxWaitingPerKey) throw new TooBusyError();
    this.shares.set(key, share);
    share.users += 1;
    const leave = () => {
      share.users -= 1;
      if (share.users === 0) this.shares.delete(key);
    };
    const held: (() => void)[] = [leave];
    const release = () => held.splice(0).reverse().forEach((one) => one()); // prettier-ignore
    // A deadline costs more than everything else here, and work that finds its slots free needs none.
    if (this.queued === 0 && !signal?.aborted && share.slots.getValue() > 0 && this.common.getValue() > 0) {
      const both = [share.slots.acquire(), this.common.acquire()];
      for (const [, free] of await Promise.all(both)) held.push(free);
      return release;
    }
    const deadline = AbortSignal.timeout(timeoutMs);
    const ended = signal ? AbortSignal.any([signal, deadline]) : deadline;
    this.queued += 1;
    try {
      held.push(await take(share.slots, ended));
      this.contending += 1;
      held.push(await take(this.common, ended).finally(() => (this.contending -= 1)));
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

/** Takes a slot. One that becomes free after `signal` has aborted is released again at once. */
async function take(slots: Semaphore, signal: AbortSignal): Promise<() => void> {
  signal.throwIfAborted();
  const taking = slots.acquire();
  try {
    const [, release] = await unlessAborted(taking, signal);
    return release;
  } catch (error) {
    void taking.then(([, release]) => release());
    throw error;
  }
}
