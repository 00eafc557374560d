import { NIL_ID, ReadDatabase } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { Podcast } from './podcast.entity.js';

export type ListedPodcast = Pick<Podcast, 'id' | 'title'>;

/**
 * Podcasts whose confirmed owner is `$1`, after the id `$2`. The owner is part of the place and of the order, which
 * only the index that begins with it serves: with a plain equality and outdated statistics, PostgreSQL walked over the
 * podcasts of all users.
 */
export const CONFIRMED_PODCASTS = `
  SELECT id, title FROM podcasts
   WHERE owner_id <= $1 AND (owner_id, id) > ($1, $2) AND ownership_confirmed_at IS NOT NULL
   ORDER BY owner_id, id LIMIT $3`;

@Injectable()
export class PodcastsQueries {
  constructor(private readonly reads: ReadDatabase) {}

  /**
   * Podcasts whose confirmed owner is the user, in order of creation, after the one with the id `after`.
   * One row more than asked for, so that the caller can tell whether a further page exists.
   */
  confirmedFor(userId: string, first: number, after = NIL_ID): Promise<ListedPodcast[]> {
    return this.reads.query(CONFIRMED_PODCASTS, [userId, after, first + 1]);
  }
}
