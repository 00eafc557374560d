import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { REDIRECT_DATABASE } from './redirect-database.js';

/** The address of an episode's audio, and the time from which it is public. */
export type Enclosure = { readonly audioUrl: string; readonly publishedAt: Date };

@Injectable()
export class EnclosuresQueries {
  constructor(@InjectDataSource(REDIRECT_DATABASE) private readonly db: DataSource) {}

  /** @returns undefined when the episode has no audio or no time of publication */
  async find(episodeId: string): Promise<Enclosure | undefined> {
    const [row] = await this.db.query<Enclosure[]>(
      `SELECT audio_url AS "audioUrl", published_at AS "publishedAt" FROM episodes
        WHERE id = $1 AND published_at IS NOT NULL AND audio_url IS NOT NULL`,
      [episodeId],
    );
    return row;
  }
}
