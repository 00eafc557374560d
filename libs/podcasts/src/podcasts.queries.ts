import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { Podcast } from './podcast.entity.js';

export type ListedPodcast = Pick<Podcast, 'id' | 'title'>;

@Injectable()
export class PodcastsQueries {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /**
   * Podcasts whose confirmed owner is the user, in order of creation, after the one with the id `after`.
   * One row more than asked for, so that the caller can tell whether a further page exists.
   */
  confirmedFor(userId: string, first: number, after?: string): Promise<ListedPodcast[]> {
    return this.db.query<ListedPodcast[]>(
      `SELECT id, title FROM podcasts
        WHERE owner_id = $1 AND ownership_confirmed_at IS NOT NULL AND id > $2
        ORDER BY id LIMIT $3`,
      [userId, after ?? NIL, first + 1],
    );
  }
}

/** Before every id. One statement for all pages is one plan for all pages. */
const NIL = '00000000-0000-0000-0000-000000000000';
