import { waitingErrors } from './waiting.errors.js';
import { Injectable } from '@nestjs/common';
import { Signals, type WaitOptions } from './signals.queries.js';

/** Requests that wait, of one user (contract 18.4) and of a process: a request beyond these is answered at once. */
const MAX_WAITING_PER_USER = 20;
const MAX_WAITING = 4000;

/** A request that may wait: whose it is, for how long, and whether its connection is closed. */
export type WaitingRequest = { readonly userId: string; readonly seconds: number; readonly closed: AbortSignal };

type Waited<T> = Pick<WaitOptions<T>, 'isDone' | 'againMs'> & { readonly key: string; readonly request: WaitingRequest };

/** Requests that wait for a change (`?wait=S`). They hold no database connection, and a user has a share of them. */
@Injectable()
export class Waits {
  /** When the waits of each user end at the latest, on the clock of `performance.now()`. */
  private readonly deadlines = new Map<string, Set<{ readonly at: number }>>();
  private total = 0;

  constructor(private readonly signals: Signals) {}

  /**
   * Looks, and looks again after each signal of a key, until it has found what is wanted or the time is over.
   * @throws AppError 429 `too_many_waiting`
   */
  async until<T>(look: () => Promise<T>, { key, request, isDone, againMs }: Waited<T>): Promise<T> {
    const found = await look();
    if (isDone(found) || request.seconds === 0 || this.total >= MAX_WAITING) return found;
    const leave = this.enter(request);
    try {
      return await this.signals.wait(key, look, { ...request, isDone, againMs });
    } finally {
      leave();
    }
  }

  /**
   * Takes a place of the user's share until the time is over, the connection is closed or the process drains.
   * @throws AppError 429 `too_many_waiting`, before anything is waited for
   */
  holdPlace(key: string, request: WaitingRequest): Promise<unknown> {
    if (this.total >= MAX_WAITING) return Promise.resolve();
    const leave = this.enter(request);
    return this.signals.wait(key, () => Promise.resolve(), { ...request, isDone: () => false }).finally(leave);
  }

  private enter({ userId, seconds }: WaitingRequest): () => void {
    const own = this.deadlines.get(userId) ?? new Set();
    if (own.size >= MAX_WAITING_PER_USER) {
      const frees = Math.min(...[...own].map(({ at }) => at)) - performance.now();
      const headers = { 'Retry-After': String(Math.max(1, Math.ceil(frees / 1000))) };
      throw waitingErrors.too_many_waiting({ limit: MAX_WAITING_PER_USER }, { headers });
    }
    const place = { at: performance.now() + seconds * 1000 };
    this.deadlines.set(userId, own.add(place));
    this.total += 1;
    return () => {
      this.total -= 1;
      own.delete(place);
      if (own.size === 0) this.deadlines.delete(userId);
    };
  }
}
