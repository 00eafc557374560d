/** Exchanges that are starting: each costs a TLS handshake, and many at once keep the event loop busy. */
const MAX_STARTING = 200;

/** Milliseconds after which an exchange no longer counts as starting. */
const STARTING_MS = 150;

/** Milliseconds of lag above which fewer exchanges start, and how many do in any case. */
const MAX_LAG_MS = 50;
const MIN_STARTING = 8;

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

export type Slot = {
  readonly endpointId: string;
  readonly startedAt: number;
  /** Of the process, when the exchange started. */
  readonly stalledMs: number;
  pool: 'starting' | 'running' | 'slow' | 'recording';
  /** Undefined once the exchange is slow. */
  timer: NodeJS.Timeout | undefined;
};

type SlotsOptions = {
  readonly timeoutMs: number;
  /** Slots have become free. */
  readonly onFree: () => void;
  readonly stalls?: Stalls;
};

/**
 * Counts the exchanges in flight and decides which destinations may have another. An exchange holds a starting slot
 * until it ends, for a moment at most, so that destinations that hang pass through quickly. After a tenth of the
 * webhook timeout its destination is slow until an exchange with it ends sooner: meanwhile it gets one exchange at a
 * time, from slots of its own kind.
 */
export class Slots {
  private readonly inFlight = new Map<string, Set<Slot>>(); // by destination
  private readonly slowDestinations = new Map<string, number>(); // time of the last attempt; least recent first
  private readonly slowAfterMs: number;
  private readonly onFree: () => void;
  private readonly stalls: Stalls;
  private readonly used = { starting: 0, running: 0, slow: 0, recording: 0 };
  private capacity = MAX_IN_FLIGHT;

  constructor({ timeoutMs, onFree, stalls = new Stalls() }: SlotsOptions) {
    this.slowAfterMs = timeoutMs * SLOW_SHARE;
    this.onFree = onFree;
    this.stalls = stalls;
  }

  /** Begins to measure how late this process is. From then on a late process has fewer slots. */
  start(): void {
    this.stalls.start();
  }

  stop(): void {
    this.stalls.stop();
  }

  get total(): number {
    return this.used.starting + this.used.running + this.used.slow + this.used.recording;
  }

  /** @param further for destinations with an exchange: half of the slots is left to first exchanges with others */
  freeStarting({ further }: { readonly further: boolean }): number {
    const max = this.paced(further ? MAX_STARTING / 2 : MAX_STARTING);
    return Math.max(0, Math.min(max - this.used.starting, this.capacity - this.total));
  }

  /**
   * Fewer exchanges at once than `max` while the process is late: handshakes that it cannot keep up with would delay
   * the answers of destinations that are quick.
   */
  paced(max: number): number {
    const lag = this.stalls.lagMs();
    return lag <= MAX_LAG_MS ? max : Math.max(MIN_STARTING, Math.floor((max * MAX_LAG_MS) / lag));
  }

  freeSlow(): number {
    return Math.max(0, Math.min(MAX_SLOW, Math.floor(this.capacity / 2)) - this.used.slow);
  }

  /** Destinations that get no starting slot now: slow ones, full ones, and those without an answer for a moment. */
  excluded(): string[] {
    const waits = (slots: Set<Slot>) => slots.size >= MAX_PER_DESTINATION || [...slots].some(({ pool }) => pool === 'running');
    const waiting = [...this.inFlight].filter(([id, slots]) => !this.isSlow(id) && waits(slots)).map(([id]) => id);
    return [...waiting, ...this.slowDestinations.keys()];
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
    const pool = this.isSlow(endpointId) ? 'slow' : 'starting';
    const slot: Slot = { endpointId, startedAt: performance.now(), stalledMs: this.stalls.totalMs(), pool, timer: undefined };
    this.used[pool] += 1;
    const others = this.inFlight.get(endpointId);
    if (others) others.add(slot);
    else this.inFlight.set(endpointId, new Set([slot]));
    this.watch(slot, Math.min(STARTING_MS, this.slowAfterMs));
    return slot;
  }

  /**
   * The exchange has ended. While it is recorded, another may start in its place.
   * @param answered whether its duration says something about the destination
   */
  judge(slot: Slot, { answered }: { readonly answered: boolean }): void {
    if (slot.timer && answered) this.slowDestinations.delete(slot.endpointId);
    else if (this.isSlow(slot.endpointId)) this.markSlow(slot.endpointId);
    clearTimeout(slot.timer);
    if (slot.pool !== 'starting') return;
    const wasFull = !this.hasRoom();
    this.move(slot, 'recording');
    if (wasFull && this.hasRoom()) this.onFree();
  }

  release(slot: Slot): void {
    clearTimeout(slot.timer);
    this.used[slot.pool] -= 1;
    const others = this.inFlight.get(slot.endpointId);
    others?.delete(slot);
    if (others?.size === 0) this.inFlight.delete(slot.endpointId);
    if (this.hasRoom()) this.onFree();
  }

  /** Milliseconds for which this process could not run in an exchange: they say nothing about its destination. */
  stalledMs(slot: Slot): number {
    return this.stalls.totalMs() - slot.stalledMs;
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
      if (slot.pool === 'starting') {
        this.move(slot, 'running');
        if (this.hasRoom()) this.onFree();
      }
      const ran = performance.now() - slot.startedAt - this.stalledMs(slot);
      if (ran < this.slowAfterMs) return this.watch(slot, this.slowAfterMs - ran);
      slot.timer = undefined;
      this.move(slot, 'slow');
      this.markSlow(slot.endpointId);
    }, ms);
  }

  private move(slot: Slot, pool: Slot['pool']): void {
    this.used[slot.pool] -= 1;
    this.used[pool] += 1;
    slot.pool = pool;
  }

  /**
   * Starting slots are claimed for together once a quarter of them is free: a claim costs as much as several exchanges.
   * An exchange leaves its starting slot within {@link STARTING_MS}, so that no delivery waits for longer.
   */
  hasRoom(): boolean {
    return 3 * this.freeStarting({ further: false }) >= this.used.starting;
  }

  private markSlow(endpointId: string): void {
    this.slowDestinations.delete(endpointId);
    this.slowDestinations.set(endpointId, performance.now());
  }
}

/** Milliseconds between two looks how late this process is. */
const TICK_MS = 100;

/** A tick that is late by less is the ordinary lag of a busy process, which still reads its sockets in between. */
const TOLERANCE_MS = 500;

/** Measures how long this process could not run: a blocked event loop, a stopped process, a machine without CPU. */
export class Stalls {
  private total = 0;
  private late = 0;
  private expected = Infinity;
  private timer: NodeJS.Timeout | undefined;

  start(): void {
    this.expected = performance.now() + TICK_MS;
    this.timer = setInterval(() => {
      this.total = this.totalMs();
      this.late = performance.now() - this.expected;
      this.expected = performance.now() + TICK_MS;
    }, TICK_MS);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
    this.expected = Infinity;
  }

  /** Milliseconds by which timers are late at present: how much this process has to do beside what is asked of it. */
  lagMs(): number {
    return Math.max(0, this.late, performance.now() - this.expected);
  }

  /** Milliseconds since the start, the stall that has not ended yet included. */
  totalMs(): number {
    const late = performance.now() - this.expected;
    return late > TOLERANCE_MS ? this.total + late : this.total;
  }
}
