import { isId } from '@app/database';
import { Clock } from '@app/process';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { EnclosuresQueries, type Enclosure } from './enclosures.queries.js';

/** Episodes in one look-up. */
const BATCH_SIZE = 500;

/** Episodes whose enclosures are kept in memory. */
const CACHE_SIZE = 10_000;

/** Age up to which an enclosure is taken from memory. Listeners see a change of an episode after this time at the latest. */
const FRESH_MS = 1000;

/** Age up to which it is used while the database is unavailable. */
const STALE_MS = 60_000;

type Cached = Enclosure & { readonly readAt: number };
type Question = { readonly episodeId: string; readonly settle: PromiseWithResolvers<Cached | undefined> };

/**
 * Where the audio of an episode is. One look-up runs at a time, and requests that come meanwhile share the next: a lone request does
 * not wait, and many share the price of a statement.
 */
@Injectable()
export class Enclosures {
  private readonly cache = new LRUCache<string, Cached>({ max: CACHE_SIZE });
  private waiting: Question[] = [];
  private busy = false;

  constructor(
    private readonly queries: EnclosuresQueries,
    private readonly clock: Clock,
  ) {}

  /** @returns undefined when there is no such episode, or it is not published, or has no audio */
  async find(episodeId: string): Promise<string | undefined> {
    if (!isId(episodeId)) return undefined;
    const enclosure = await this.enclosureOf(episodeId.toLowerCase());
    return enclosure && enclosure.publishedAt <= this.clock.now() ? enclosure.audioUrl : undefined;
  }

  private async enclosureOf(episodeId: string): Promise<Cached | undefined> {
    const cached = this.cache.get(episodeId);
    const age = cached ? performance.now() - cached.readAt : Infinity;
    if (age < FRESH_MS) return cached;
    try {
      return await this.read(episodeId);
    } catch (error) {
      if (age < STALE_MS) return cached;
      throw error;
    }
  }

  private read(episodeId: string): Promise<Cached | undefined> {
    const settle = Promise.withResolvers<Cached | undefined>();
    this.waiting.push({ episodeId, settle });
    if (!this.busy) void this.readWaiting();
    return settle.promise;
  }

  private async readWaiting(): Promise<void> {
    this.busy = true;
    while (this.waiting.length > 0) {
      const asked = this.waiting.splice(0, BATCH_SIZE);
      try {
        const readAt = performance.now();
        const found = await this.queries.of([...new Set(asked.map(({ episodeId }) => episodeId))]);
        for (const { episodeId, settle } of asked) settle.resolve(this.keep(episodeId, found.get(episodeId), readAt));
      } catch (error) {
        for (const { settle } of asked) settle.reject(error);
      }
    }
    this.busy = false;
  }

  /** Caches what was found. Unknown ids are not cached: a flood of invented ids would evict episodes. */
  private keep(episodeId: string, enclosure: Enclosure | undefined, readAt: number): Cached | undefined {
    if (!enclosure) {
      this.cache.delete(episodeId);
      return undefined;
    }
    const cached = { ...enclosure, readAt };
    this.cache.set(episodeId, cached);
    return cached;
  }
}
