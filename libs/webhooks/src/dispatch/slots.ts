/** Exchanges that began a moment ago. */
const MAX_QUICK = 1000;

/** Exchanges with destinations that are known to be slow. Exchanges that turn slow on the way may exceed it. */
const MAX_SLOW = 500;

/** Exchanges of one worker in all. */
const MAX_IN_FLIGHT = 3000;

/** Slots that remain when file descriptors run out. */
const MIN_CAPACITY = 16;

/** Exchanges with one destination at once, over all workers. */
export const MAX_PER_DESTINATION = 4;

/** An exchange is slow after this share of the webhook timeout. */
const SLOW_SHARE = 0.1;

/** Slow destinations that one worker remembers. The least recently attempted is forgotten first. */
const MAX_SLOW_DESTINATIONS = 10_000;

/** A slow destination without an attempt for this long is forgotten. */
const FORGET_AFTER_MS = 15 * 60_000;

/** The slot of one exchange. */
export type Slot = {
  readonly endpointId: string;
  readonly startedAt: number;
  /** Of the process, when the exchange started. */
  readonly stalledMs: number;
  pool: 'quick' | 'slow';
  /** Undefined once the exchange has been slow. */
  timer: NodeJS.Timeout | undefined;
};

type SlotsOptions = {
  readonly timeoutMs: number;
  /** A slot has become free. */
  readonly onFree: () => void;
  /** Milliseconds for which this process could not run so far: they say nothing about a destination. */
  readonly stalledMs?: () => number;
};

/**
 * Counts the exchanges in flight and decides which destinations may have another. Every exchange starts in the quick pool and
 * moves to the slow pool after a tenth of the webhook timeout. Its destination is slow until an exchange with it ends sooner:
 * meanwhile it gets one exchange at a time, from the slow pool. So a destination that hangs holds a quick slot once, for a moment.
 */
export class Slots {
  private readonly inFlight = new Map<string, number>(); // by destination
  private readonly slowDestinations = new Map<string, number>(); // time of the last attempt; least recent first
  private readonly slowAfterMs: number;
  private readonly onFree: () => void;
  private readonly stalledMs: () => number;
  private readonly used = { quick: 0, slow: 0 };
  private capacity = MAX_IN_FLIGHT;

  constructor({ timeoutMs, onFree, stalledMs = () => 0 }: SlotsOptions) {
    this.slowAfterMs = timeoutMs * SLOW_SHARE;
    this.onFree = onFree;
    this.stalledMs = stalledMs;
  }

  get total(): number {
    return this.used.quick + this.used.slow;
  }

  /** Further exchanges with a destination leave half of the slots to the first ones of others. */
  freeQuick({ further }: { readonly further: boolean }): number {
    const max = Math.min(MAX_QUICK, Math.ceil(this.capacity / 2));
    return Math.max(0, Math.min((further ? Math.ceil(max / 2) : max) - this.used.quick, this.capacity - this.total));
  }

  freeSlow(): number {
    return Math.max(0, Math.min(MAX_SLOW, Math.floor(this.capacity / 2)) - this.used.slow);
  }

  /** Destinations that get nothing from the quick pool now. */
  excluded(): string[] {
    const full = [...this.inFlight].filter(([id, count]) => count >= MAX_PER_DESTINATION && !this.isSlow(id)).map(([id]) => id);
    return [...full, ...this.slowDestinations.keys()];
  }

  /** Slow destinations without an exchange in flight, least recently attempted first. */
  idleSlow(): string[] {
    const forgotten = performance.now() - FORGET_AFTER_MS;
    for (const [id, attemptedAt] of this.slowDestinations) {
      if (this.slowDestinations.size <= MAX_SLOW_DESTINATIONS && attemptedAt >= forgotten) break;
      this.slowDestinations.delete(id);
    }
    return [...this.slowDestinations.keys()].filter((id) => !this.inFlight.has(id));
  }

  isSlow(endpointId: string): boolean {
    return this.slowDestinations.has(endpointId);
  }

  take(endpointId: string): Slot {
    const pool = this.isSlow(endpointId) ? 'slow' : 'quick';
    const slot: Slot = { endpointId, startedAt: performance.now(), stalledMs: this.stalledMs(), pool, timer: undefined };
    this.used[pool] += 1;
    this.inFlight.set(endpointId, (this.inFlight.get(endpointId) ?? 0) + 1);
    this.watch(slot, this.slowAfterMs);
    return slot;
  }

  /**
   * The exchange has ended; recording it may take a while.
   * @param answered whether its duration says something about the destination
   */
  judge(slot: Slot, { answered }: { readonly answered: boolean }): void {
    if (slot.timer && answered) this.slowDestinations.delete(slot.endpointId);
    else if (this.isSlow(slot.endpointId)) this.markSlow(slot.endpointId);
    clearTimeout(slot.timer);
  }

  release({ endpointId, timer, pool }: Slot): void {
    clearTimeout(timer);
    this.used[pool] -= 1;
    const others = (this.inFlight.get(endpointId) ?? 1) - 1;
    if (others > 0) this.inFlight.set(endpointId, others);
    else this.inFlight.delete(endpointId);
    this.onFree();
  }

  /** File descriptors or memory ran out: fewer exchanges at once from here on. */
  exhausted(): void {
    this.capacity = Math.max(MIN_CAPACITY, Math.min(this.capacity, Math.floor(this.total * 0.8)));
  }

  /** Lets the capacity grow again, a little with every call. */
  grow(): void {
    this.capacity = Math.min(MAX_IN_FLIGHT, Math.ceil(this.capacity * 1.1));
  }

  private watch(slot: Slot, ms: number): void {
    slot.timer = setTimeout(() => {
      const ran = performance.now() - slot.startedAt - (this.stalledMs() - slot.stalledMs);
      if (ran < this.slowAfterMs) this.watch(slot, this.slowAfterMs - ran);
      else this.turnSlow(slot);
    }, ms);
  }

  private turnSlow(slot: Slot): void {
    slot.timer = undefined;
    this.used[slot.pool] -= 1;
    this.used.slow += 1;
    slot.pool = 'slow';
    this.markSlow(slot.endpointId);
    this.onFree();
  }

  private markSlow(endpointId: string): void {
    this.slowDestinations.delete(endpointId);
    this.slowDestinations.set(endpointId, performance.now());
  }
}
