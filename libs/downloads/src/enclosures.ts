import { isId } from '@app/database';
import { Clock } from '@app/process';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { EnclosuresQueries, type Enclosure } from './enclosures.queries.js';

/** Episodes whose enclosures are kept in memory. */
const CACHE_SIZE = 10_000;

/** Age up to which an enclosure is taken from memory. Listeners see a change of an episode after this time at the latest. */
const FRESH_MS = 1000;

/** Where the audio of an episode is. While the database is unavailable, what a process remembers is used. */
@Injectable()
export class Enclosures {
  /** Requests for one episode that come together share a look-up. What is not found is not kept: invented ids would evict episodes. */
  private readonly cache: LRUCache<string, Enclosure>;

  constructor(
    queries: EnclosuresQueries,
    private readonly clock: Clock,
  ) {
    this.cache = new LRUCache({
      max: CACHE_SIZE,
      ttl: FRESH_MS,
      fetchMethod: (episodeId, stale) =>
        queries.find(episodeId).catch((error: unknown) => {
          if (stale) return stale;
          throw error;
        }),
    });
  }

  /** @returns undefined when there is no such episode, or it is not published, or has no audio */
  async find(episodeId: string): Promise<string | undefined> {
    if (!isId(episodeId)) return undefined;
    const enclosure = await this.cache.fetch(episodeId.toLowerCase());
    return enclosure && enclosure.publishedAt <= this.clock.now() ? enclosure.audioUrl : undefined;
  }
}
