import { NIL_ID, ReadDatabase } from '@app/database';
import { Batches } from '@app/process';
import { Injectable } from '@nestjs/common';
import type { Podcast } from './podcast.entity.js';

export type ListedPodcast = Pick<Podcast, 'id' | 'title'>;

type Wanted = { readonly userId: string; readonly after: string; readonly size: number };

/** Pages that one statement reads: a few milliseconds of work, between which other requests are served. */
const BATCH_SIZE = 25;

/**
 * Pages of podcasts whose confirmed owner is a user, in order of creation: `$1` owners, `$2` the ids that the pages come after, `$3` the
 * rows of each. `page` counts from 1. The owner is part of the place and of the order, which only the index that begins with it serves:
 * with a plain equality, and statistics of an earlier state, PostgreSQL walked over the podcasts of all users.
 */
export const CONFIRMED_PODCASTS = `SELECT wanted.page::int, found.id, found.title
   FROM unnest($1::uuid[], $2::uuid[], $3::int[]) WITH ORDINALITY AS wanted (owner_id, after, size, page)
  CROSS JOIN LATERAL (
    SELECT id, title FROM podcasts
     WHERE owner_id <= wanted.owner_id AND (owner_id, id) > (wanted.owner_id, wanted.after) AND ownership_confirmed_at IS NOT NULL
     ORDER BY owner_id, id LIMIT wanted.size
  ) AS found
  ORDER BY wanted.page, found.id`;

@Injectable()
export class PodcastsQueries {
  /** Requests that come together are read together, in turns of the users. */
  private readonly pages = new Batches<Wanted, ListedPodcast[]>(
    (wanted) => this.read(wanted),
    BATCH_SIZE,
    ({ userId }) => userId,
  );

  constructor(private readonly reads: ReadDatabase) {}

  /**
   * Podcasts whose confirmed owner is the user, in order of creation, after the one with the id `after`.
   * One row more than asked for, so that the caller can tell whether a further page exists.
   */
  confirmedFor(userId: string, first: number, after = NIL_ID): Promise<ListedPodcast[]> {
    return this.pages.ask({ userId, after, size: first + 1 });
  }

  private async read(wanted: readonly Wanted[]): Promise<ListedPodcast[][]> {
    const rows = await this.reads.query<(ListedPodcast & { readonly page: number })[]>(CONFIRMED_PODCASTS, [
      wanted.map(({ userId }) => userId),
      wanted.map(({ after }) => after),
      wanted.map(({ size }) => size),
    ]);
    const pages: ListedPodcast[][] = wanted.map(() => []);
    for (const row of rows) pages[row.page - 1]?.push(row);
    return pages;
  }
}
