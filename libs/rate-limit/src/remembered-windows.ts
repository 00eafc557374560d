import { SlidingWindow, type Hit, type WindowSize } from './sliding-window.js';

/** Most full windows that a process remembers. Those beyond are asked for every time. */
const MAX_REMEMBERED = 100_000;

type Full = { readonly until: number; readonly used: number };

/**
 * Remembers which windows are full, and until when. Hits only leave a full window, and refused ones are not counted: until its
 * oldest hit leaves, the store could give no other answer. So a refusal costs the store nothing.
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
    // Counted from before the question: never later than the store frees a place.
    if (hit.used >= size.limit) this.remember(key, { until: asked + hit.freesInMs, used: hit.used });
    return hit;
  }

  /** What a hit would be answered, as far as that is known without the store: a refusal, or undefined. */
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
