import { isId, RememberedAnswers } from '@app/database';
import { Clock } from '@app/process';
import { Injectable } from '@nestjs/common';
import { EnclosuresQueries, type Enclosure } from './enclosures.queries.js';

/** Age up to which an enclosure is taken from memory: after it at the latest, listeners see an episode's change. */
const FRESH_MS = 3000;

/** Where the audio of an episode is. While the database is unavailable, what a process remembers is used. */
@Injectable()
export class Enclosures {
  private readonly remembered = new RememberedAnswers<Enclosure>({
    maxSize: 10_000,
    sizeOf: () => 1,
    freshMs: FRESH_MS,
    staleMs: Infinity,
    retryMs: FRESH_MS,
    timeoutMs: 150,
    isAway: () => true, // whatever it is, listeners go on
  });

  constructor(
    private readonly queries: EnclosuresQueries,
    private readonly clock: Clock,
  ) {}

  /** The answer of {@link find} that needs no look-up. */
  fresh(episodeId: string): string | undefined {
    return this.published(this.remembered.fresh(episodeId));
  }

  /** @returns undefined when there is no such episode, or it is not published, or has no audio */
  async find(episodeId: string): Promise<string | undefined> {
    if (!isId(episodeId)) return undefined;
    const id = episodeId.toLowerCase();
    return this.published(await this.remembered.find(id, () => this.queries.find(id)));
  }

  private published(enclosure: Enclosure | undefined): string | undefined {
    return enclosure && enclosure.publishedAt <= this.clock.now() ? enclosure.audioUrl : undefined;
  }
}
