import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { REDIRECT_DATABASE } from './redirect-database.js';

/** The address of an episode's audio, and the time from which it is public. */
export type Enclosure = { readonly audioUrl: string; readonly publishedAt: Date };

@Injectable()
export class EnclosuresQueries {
  constructor(@InjectDataSource(REDIRECT_DATABASE) private readonly db: DataSource) {}

  /** By episode; those that have no audio or no time of publication are left out. */
  async of(episodeIds: readonly string[]): Promise<ReadonlyMap<string, Enclosure>> {
    const rows = await this.db.query<{ id: string; audio_url: string; published_at: Date }[]>(
      'SELECT id, audio_url, published_at FROM episodes WHERE id = ANY($1::uuid[]) AND published_at IS NOT NULL AND audio_url IS NOT NULL',
      [episodeIds],
    );
    return new Map(rows.map(({ id, audio_url: audioUrl, published_at: publishedAt }) => [id, { audioUrl, publishedAt }]));
  }
}
