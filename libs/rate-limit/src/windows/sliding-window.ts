/** The outcome of one hit on a window. */
export type Hit = {
  /** False when the window was full, so that the hit was not counted. */
  readonly allowed: boolean;
  /** Hits in the window, this one included when it was allowed. */
  readonly used: number;
  /** Milliseconds until the oldest hit leaves the window: when a full one frees a place, never earlier. */
  readonly freesInMs: number;
};

export type WindowSize = { readonly limit: number; readonly windowMs: number };

/**
 * Counts hits in a window that slides: in any `windowMs` at most `limit` hits of a key are allowed, exactly, over all
 * processes that share the store. Refused hits do not count, so that waiting `freesInMs` always helps.
 */
export type SlidingWindow = {
  hit(key: string, size: WindowSize): Promise<Hit>;
};

/** Most full windows that a process remembers. For others, the store is asked every time. */
const MAX_REMEMBERED = 100_000;

/**
 * When the store counted is not known: some time between the question and the answer. A hit is refused without asking
 * only until the earliest time at which the window can free a place; the caller is told the latest, so that waiting as
 * long as told always helps.
 */
type Full = { readonly earliest: number; readonly latest: number; readonly used: number };

/**
 * Remembers which windows are full, and until when. Refused hits are not counted, so a full window stays full until its
 * oldest hit leaves. Until then a hit is refused without asking the store.
 */
export class RememberedWindows implements SlidingWindow {
  private readonly full = new Map<string, Full>();

  constructor(
    private readonly store: SlidingWindow,
    private readonly now = () => performance.now(), // monotonic, whatever happens to the clock
  ) {}

  async hit(key: string, size: WindowSize): Promise<Hit> {
    const known = this.refusal(key);
    if (known) return known;
    const asked = this.now();
    const hit = await this.store.hit(key, size);
    const { used, freesInMs } = hit;
    if (used >= size.limit) this.remember(key, { earliest: asked + freesInMs, latest: this.now() + freesInMs, used });
    return hit;
  }

  /** The refusal of a hit on a window that is known to be full; undefined if the store must be asked. */
  refusal(key: string): Hit | undefined {
    const full = this.full.get(key);
    if (full === undefined) return undefined;
    const now = this.now();
    if (now < full.earliest) return { allowed: false, used: full.used, freesInMs: full.latest - now };
    this.full.delete(key);
    return undefined;
  }

  private remember(key: string, full: Full): void {
    if (this.full.size >= MAX_REMEMBERED) this.forgetFree();
    if (this.full.size < MAX_REMEMBERED) this.full.set(key, full);
  }

  private forgetFree(): void {
    const now = this.now();
    for (const [key, { earliest }] of this.full) if (earliest <= now) this.full.delete(key);
  }
}
