import { SlidingWindow, type Hit, type WindowSize } from './sliding-window.js';

/** Most full windows that a process remembers. For others, the store is asked every time. */
const MAX_REMEMBERED = 100_000;

type Full = { readonly until: number; readonly used: number };

/**
 * Remembers which windows are full, and until when. Refused hits are not counted, so a full window stays full until its oldest hit
 * leaves. Until then a hit is refused without asking the store.
 */
export class RememberedWindows extends SlidingWindow {
  private readonly full = new Map<string, Full>();

  constructor(
    private readonly store: SlidingWindow,
    private readonly now = () => performance.now(), // monotonic, whatever happens to the clock
  ) {
    super();
  }

  override async hit(key: string, size: WindowSize): Promise<Hit> {
    const known = this.refusal(key);
    if (known) return known;
    const asked = this.now();
    const hit = await this.store.hit(key, size);
    // The time is taken before the store is asked, so that it is never later than the store's own.
    if (hit.used >= size.limit) this.remember(key, { until: asked + hit.freesInMs, used: hit.used });
    return hit;
  }

  /** The refusal of a hit on a window that is known to be full; undefined if the store must be asked. */
  refusal(key: string): Hit | undefined {
    const full = this.full.get(key);
    if (full === undefined) return undefined;
    const freesInMs = full.until - this.now();
    if (freesInMs > 0) return { allowed: false, used: full.used, freesInMs };
    this.full.delete(key);
    return undefined;
  }

  private remember(key: string, full: Full): void {
    if (this.full.size >= MAX_REMEMBERED) this.forgetFree();
    if (this.full.size < MAX_REMEMBERED) this.full.set(key, full);
  }

  private forgetFree(): void {
    const now = this.now();
    for (const [key, { until }] of this.full) if (until <= now) this.full.delete(key);
  }
}
