/**
 * A request for an episode's audio that may count. `listener` is a hash under the key of its day; in the first hours of a day
 * `earlier` is the same listener's hash under the key of the day before, otherwise null.
 */
export type Hit = { readonly episodeId: string; readonly at: Date; readonly listener: string; readonly earlier: string | null };

/** What is held of a listener's hits on an episode: never two of the same moment's batch, see {@link HitBuffer.take}. */
type Held = { first: Hit; last: Hit | undefined; readonly names: Set<string> };

/**
 * Hits on their way to the database: so many and no more. Of a listener who asks again and again it holds the first and the last. It
 * is emptied every moment, and the window in which repetitions do not count is hours: it may end between the two, and not twice.
 */
export class HitBuffer {
  private readonly listeners = new Map<string, Held>();
  private readonly held = new Set<Held>();
  private hits = 0;

  constructor(private readonly capacity: number) {}

  get size(): number {
    return this.hits;
  }

  /** @returns `repeated` when one of the listener's hits is let go for it; `full` when there was no room, and it is lost */
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

  /** The oldest hits, which are in the buffer no more. No listener is among them twice: the last one comes with the next. */
  take(most: number): Hit[] {
    const taken: Hit[] = [];
    for (const held of this.held) {
      if (taken.length === most) break;
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

/** Before and after midnight the same listener has one of them in common. */
function namesOf({ episodeId, listener, earlier }: Hit): string[] {
  return [listener, earlier].filter((hash) => hash !== null).map((hash) => `${episodeId} ${hash}`);
}
