import { Clock, isId } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/** Episodes in one look-up. */
const MOST = 500;

type Waiting = { readonly episodeId: string; readonly settle: PromiseWithResolvers<string | undefined> };

/**
 * Where the audio of an episode is, from the primary key's index. One statement is under way at a time, and who comes meanwhile goes
 * with the next: a lone request waits for nobody, and many share the price of a statement.
 */
@Injectable()
export class Enclosures {
  private waiting: Waiting[] = [];
  private busy = false;

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly clock: Clock,
  ) {}

  /** @returns undefined when there is no such episode, or it is not published, or has no audio */
  async find(episodeId: string): Promise<string | undefined> {
    if (!isId(episodeId)) return undefined;
    const settle = Promise.withResolvers<string | undefined>();
    this.waiting.push({ episodeId: episodeId.toLowerCase(), settle });
    if (!this.busy) void this.lookUp();
    return settle.promise;
  }

  private async lookUp(): Promise<void> {
    this.busy = true;
    while (this.waiting.length > 0) {
      const asked = this.waiting.splice(0, MOST);
      try {
        const found = await this.audioOf([...new Set(asked.map(({ episodeId }) => episodeId))]);
        for (const { episodeId, settle } of asked) settle.resolve(found.get(episodeId));
      } catch (error) {
        for (const { settle } of asked) settle.reject(error);
      }
    }
    this.busy = false;
  }

  private async audioOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.db.query<{ id: string; audio_url: string }[]>(
      'SELECT id, audio_url FROM episodes WHERE id = ANY($1::uuid[]) AND published_at <= $2 AND audio_url IS NOT NULL',
      [ids, this.clock.now()],
    );
    return new Map(rows.map(({ id, audio_url }) => [id, audio_url]));
  }
}
