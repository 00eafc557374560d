import { TooBusyError } from '@app/process';

type RequestMemoryOptions = {
  /** Bytes of all requests together, and of one user. */
  readonly total: number;
  readonly perUser: number;
};

type HoldingOptions = {
  /** Milliseconds that the request waits for room. */
  readonly timeoutMs: number;
  readonly rate?: MinRate | undefined;
};

type MinRate = {
  /** Bytes a second. */
  readonly least: number;
  /** Seconds below it after which a request is cut off. */
  readonly seconds: number;
  readonly tooSlow: () => Error;
};

/** The holdings of a user, the oldest first, and their bytes together. */
type Share = { readonly holdings: Set<Holding>; bytes: number };

type Waiter = { readonly bytes: number; readonly admit: () => void };

/** Milliseconds between looks at what has moved. A holding is judged after its first. */
const TICK_MS = 1000;

/**
 * Memory for bodies that arrive and files on their way out (contract 2.12). Bytes count when they are there, not when
 * they are announced. A user whose share is full waits for its own requests. When all memory is full and another
 * request waits, the holding that would keep the most bytes for the longest time gives way. Of requests that only wait
 * for each other one gives way: a user's newest, or the largest.
 */
export class RequestMemory {
  private readonly users = new Map<string, Share>();
  private readonly queue = new Map<Holding, Waiter>();
  private ticking: NodeJS.Timeout | undefined;
  private used = 0;

  constructor(readonly options: RequestMemoryOptions) {}

  /** Bytes that are held. */
  get bytes(): number {
    return this.used;
  }

  /** Requests that wait for room. */
  get waiting(): number {
    return this.queue.size;
  }

  /** Begins to hold memory for a request. It must be closed. */
  open(user: string, options: HoldingOptions): Holding {
    const holding = new Holding(this, user, options);
    const share = this.users.get(user) ?? { holdings: new Set(), bytes: 0 };
    share.holdings.add(holding);
    this.users.set(user, share);
    this.ticking ??= setInterval(() => this.tick(), TICK_MS).unref();
    return holding;
  }

  /** @internal */
  tryToAdd(holding: Holding, bytes: number): boolean {
    const share = this.users.get(holding.user);
    if (!share?.holdings.has(holding)) return true; // closed: it holds nothing, and nobody would give it back
    if (!this.isWithinShare(holding, bytes) || (this.used > 0 && this.used + bytes > this.options.total)) return false;
    holding.bytes += bytes;
    share.bytes += bytes;
    this.used += bytes;
    return true;
  }

  /** @internal */
  enqueue(holding: Holding, waiter: Waiter): void {
    this.queue.set(holding, waiter);
    this.makeRoom();
  }

  /** @internal */
  dequeue(holding: Holding): void {
    this.queue.delete(holding);
  }

  /** @internal */
  remove(holding: Holding): void {
    const share = this.users.get(holding.user);
    if (!share?.holdings.delete(holding)) return;
    share.bytes -= holding.bytes;
    this.used -= holding.bytes;
    this.queue.delete(holding);
    if (share.holdings.size === 0) this.users.delete(holding.user);
    if (this.users.size === 0) {
      clearInterval(this.ticking);
      this.ticking = undefined;
    }
    this.admit();
  }

  private isWithinShare(holding: Holding, bytes: number): boolean {
    const others = this.heldBeside(holding);
    return others === 0 || others + holding.bytes + bytes <= this.options.perUser;
  }

  /** Bytes of the other requests of its user. */
  private heldBeside({ user, bytes }: Holding): number {
    return (this.users.get(user)?.bytes ?? 0) - bytes;
  }

  /** Requests that wait, first that whose user holds the least beside it, else the earliest. */
  private inLine(): [Holding, Waiter][] {
    return [...this.queue].sort(([one], [other]) => this.heldBeside(one) - this.heldBeside(other));
  }

  /** Lets requests in, in the order of the line. A request that waits for its own user's share delays nobody else. */
  private admit(): void {
    for (const [holding, { bytes, admit }] of this.inLine()) {
      if (this.tryToAdd(holding, bytes)) {
        this.queue.delete(holding);
        admit();
      } else if (this.isWithinShare(holding, bytes)) return;
    }
  }

  /** While a request of a user who has a share left waits, the slowest give way. */
  private makeRoom(): void {
    this.admit();
    for (;;) {
      const next = this.inLine().find(([holding, { bytes }]) => this.isWithinShare(holding, bytes));
      const slowest = next && this.slowest();
      if (!slowest) return;
      slowest.end(new TooBusyError('The request was the slowest while others waited for memory.'));
    }
  }

  private slowest(): Holding | undefined {
    let found: Holding | undefined;
    for (const { holdings } of this.users.values()) {
      for (const one of holdings) if (one.secondsLeft > (found?.secondsLeft ?? 0)) found = one;
    }
    return found;
  }

  private tick(): void {
    for (const share of [...this.users.values()]) {
      for (const holding of [...share.holdings]) holding.tick();
      const holders = holdersOf(share);
      if (holders.length > 1 && holders.every((one) => this.waitsForShare(one))) holders.at(-1)?.end(new TooBusyError(ONLY_WAITED));
    }
    this.makeRoom();
    const holders = [...this.users.values()].flatMap(holdersOf);
    if ([...this.queue.keys()].every((one) => this.waitsForShare(one)) || !holders.every((one) => this.queue.has(one))) return;
    holders.sort((one, other) => other.bytes - one.bytes)[0]?.end(new TooBusyError(ONLY_WAITED));
  }

  private waitsForShare(holding: Holding): boolean {
    const waiter = this.queue.get(holding);
    return waiter !== undefined && !this.isWithinShare(holding, waiter.bytes);
  }
}

const ONLY_WAITED = 'The requests that held memory only waited for more.';

const holdersOf = ({ holdings }: Share): Holding[] => [...holdings].filter(({ bytes }) => bytes > 0);

/** The memory that one request holds. */
export class Holding {
  /** @internal Bytes that are held. */
  bytes = 0;
  private readonly ending = new AbortController();
  private isMoving = true;
  private isWaiting = false;
  private movedBytes = 0;
  /** Bytes a second, recent ones weighing more; none before the first tick. */
  private rate: number | undefined;
  private slowTicks = 0;

  constructor(
    private readonly memory: RequestMemory,
    readonly user: string,
    private readonly options: HoldingOptions,
  ) {}

  /** Aborts when the request was too slow, or gives way to others. */
  get signal(): AbortSignal {
    return this.ending.signal;
  }

  /** @internal How long its bytes would be held at its rate; 0 while it waits for others, or is too young. */
  get secondsLeft(): number {
    if (!this.isMoving || this.isWaiting || this.rate === undefined || this.signal.aborted) return 0;
    return this.bytes / (this.rate + 1);
  }

  /**
   * Holds more bytes.
   * @returns nothing when there is room; else what resolves when there is
   * @throws TooBusyError, in the promise, when there is none in time; the reason of {@link signal}
   */
  grow(bytes: number): Promise<void> | undefined {
    if (!this.signal.aborted && this.memory.tryToAdd(this, bytes)) return undefined;
    return this.wait(bytes);
  }

  /** Notes that the client has sent or taken bytes. */
  moved(bytes: number): void {
    this.isMoving = true;
    this.movedBytes += bytes;
  }

  /** The bytes wait for the service, not for the client, until some are {@link moved}. */
  settle(): void {
    this.isMoving = false;
  }

  close(): void {
    this.isMoving = false;
    this.memory.remove(this);
  }

  /** @internal */
  end(reason: Error): void {
    this.close();
    this.ending.abort(reason);
  }

  /** @internal */
  tick(): void {
    const sample = (this.movedBytes * 1000) / TICK_MS;
    this.movedBytes = 0;
    if (!this.isMoving || this.isWaiting) return;
    this.rate = this.rate === undefined ? sample : (this.rate + sample) / 2;
    const { rate } = this.options;
    if (!rate) return;
    this.slowTicks = this.rate < rate.least ? this.slowTicks + 1 : 0;
    if (this.slowTicks * TICK_MS >= rate.seconds * 1000) this.end(rate.tooSlow());
  }

  private async wait(bytes: number): Promise<void> {
    this.signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => reject(new TooBusyError('No memory became free in time.')), this.options.timeoutMs);
    const onEnd = () => reject(this.signal.reason as Error);
    this.signal.addEventListener('abort', onEnd);
    this.isWaiting = true;
    this.memory.enqueue(this, { bytes, admit: resolve });
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      this.signal.removeEventListener('abort', onEnd);
      this.memory.dequeue(this);
      this.isWaiting = false;
    }
  }
}

const MB = 1024 * 1024;

/** The memory that requests of this process share: eight of the largest bodies (contract 2.12). */
export const REQUEST_MEMORY = new RequestMemory({ total: 256 * MB, perUser: 32 * MB });
