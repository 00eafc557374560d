/**
 * A request for an episode's audio that may count. `listener` is a hash under the key of its day; in the first hours of a day
 * `earlier` is the same listener's hash under the key of the day before, otherwise null.
 */
export type Hit = { readonly episodeId: string; readonly at: Date; readonly listener: string; readonly earlier: string | null };

/**
 * Hits on their way to the database. A listener who asks again is in it once: it is emptied every moment, and the window in which
 * repetitions do not count is hours. It holds so many hits and no more.
 */
export class HitBuffer {
  private readonly hits = new Set<Hit>();
  private readonly listeners = new Map<string, Hit>();

  constructor(private readonly capacity: number) {}

  get size(): number {
    return this.hits.size;
  }

  /** @returns `full` when there was no room, and the hit is lost */
  add(hit: Hit): 'added' | 'repeated' | 'full' {
    const names = namesOf(hit);
    if (names.some((name) => this.listeners.has(name))) return 'repeated';
    if (this.hits.size >= this.capacity) return 'full';
    this.hits.add(hit);
    for (const name of names) this.listeners.set(name, hit);
    return 'added';
  }

  /** The oldest hits, which are in the buffer no more. No listener is among them twice. */
  take(most: number): Hit[] {
    const taken: Hit[] = [];
    for (const hit of this.hits) {
      if (taken.length === most) break;
      taken.push(hit);
    }
    for (const hit of taken) {
      this.hits.delete(hit);
      for (const name of namesOf(hit)) this.listeners.delete(name);
    }
    return taken;
  }
}

/** Before and after midnight the same listener has one of them in common. */
function namesOf({ episodeId, listener, earlier }: Hit): string[] {
  return [listener, earlier].filter((hash) => hash !== null).map((hash) => `${episodeId} ${hash}`);
}
