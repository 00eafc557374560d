/**
 * A request for an episode's audio that may count. `listener` is a hash under the key of its day; in the first hours of
 * a day `earlier` is the same listener's hash under the key of the day before, otherwise null.
 */
export type Hit = { readonly episodeId: string; readonly at: Date; readonly listener: string; readonly earlier: string | null };

/** The first and last buffered hit of a listener on an episode. No batch contains both: see {@link HitBuffer.take}. */
type ListenerHits = { first: Hit; last: Hit | undefined; readonly names: Set<string> };

/**
 * A bounded buffer of hits on their way to the database. Of a listener's repeated hits it keeps the first and the last:
 * it is emptied every half second, so at most one window of six hours ends between the two.
 */
export class HitBuffer {
  private readonly listeners = new Map<string, ListenerHits>();
  private readonly held = new Set<ListenerHits>();
  private hits = 0;

  constructor(private readonly capacity: number) {}

  get size(): number {
    return this.hits;
  }

  /** @returns `repeated` when it replaces one of the listener's hits; `full` when the buffer is full and drops it */
  add(hit: Hit): 'added' | 'repeated' | 'full' {
    const names = namesOf(hit);
    let held = names.flatMap((name) => this.listeners.get(name) ?? [])[0];
    const isFurther = held?.last === undefined;
    if (isFurther && this.hits >= this.capacity) return 'full';
    if (held) {
      const hits = [held.first, hit, ...(held.last ? [held.last] : [])].sort((a, b) => a.at.getTime() - b.at.getTime());
      [held.first, held.last] = [hits[0] ?? hit, hits.at(-1)];
    } else {
      held = { first: hit, last: undefined, names: new Set() };
      this.held.add(held);
    }
    for (const name of names) {
      this.listeners.set(name, held);
      held.names.add(name);
    }
    if (isFurther) this.hits += 1;
    return isFurther ? 'added' : 'repeated';
  }

  /** Removes and returns the oldest hits, one of each listener and episode: the last of a pair is in the next batch. */
  take(maxHits: number): Hit[] {
    const taken: Hit[] = [];
    for (const held of this.held) {
      if (taken.length === maxHits) break;
      taken.push(held.first);
      if (held.last) {
        [held.first, held.last] = [held.last, undefined];
      } else {
        this.held.delete(held);
        for (const name of held.names) this.listeners.delete(name);
      }
    }
    this.hits -= taken.length;
    return taken;
  }
}

/** Keys of a hit. Hits of one listener before and after midnight share one of them. */
function namesOf({ episodeId, listener, earlier }: Hit): string[] {
  return [listener, earlier].filter((hash) => hash !== null).map((hash) => `${episodeId} ${hash}`);
}
