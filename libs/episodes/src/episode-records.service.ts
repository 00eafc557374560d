import { Cursors, page } from '@app/http';
import { httpErrors } from '@app/http/errors';
import { isId } from '@app/database';
import { Injectable } from '@nestjs/common';
import { EpisodeResponse, type EpisodePage, type ListEpisodes } from './episodes.dto.js';
import { EpisodesQueries, type EpisodeRow, type Position } from './episodes.queries.js';

/** Microseconds since 1970 from which PostgreSQL makes a time, to the microsecond. */
const MIN_US = -210_000_000_000_000_000n;
const MAX_US = 500_000_000_000_000_000n;

@Injectable()
export class EpisodeRecordsService {
  constructor(private readonly queries: EpisodesQueries) {}

  /** One page of a podcast's episodes. @throws AppError 422 `invalid_cursor` */
  async list(podcastId: string, { first, after, ...filter }: ListEpisodes, origin: string): Promise<EpisodePage> {
    const { guid, missing, q, ids } = filter;
    // Without ids as before there were any: cursors of the version before stay valid.
    const scope = JSON.stringify(ids ? [guid, missing, q, ids] : [guid, missing, q]);
    const cursors = new Cursors(`episodes of ${podcastId} with ${scope}`, isPosition);
    const key = cursors.read(after);
    const rows = await this.queries.list(podcastId, filter, first, key === undefined ? undefined : positionIn(key));
    return page(rows, first, { cursors, key: keyOf, item: (row) => EpisodeResponse.from(row, origin) });
  }

  /** @throws AppError 404 when the episode has gone meanwhile */
  async show(episodeId: string, origin: string): Promise<EpisodeResponse> {
    const row = await this.queries.find(episodeId);
    if (!row) throw httpErrors.not_found('There is no such episode.');
    return EpisodeResponse.from(row, origin);
  }
}

function keyOf({ released_us, id }: EpisodeRow): string {
  return `${released_us ?? 'unpublished'} ${id}`;
}

function positionIn(key: string): Position {
  const [released = '', id = ''] = key.split(' ');
  return { releasedUs: released === 'unpublished' ? null : released, id };
}

function isPosition(key: string): boolean {
  const [, released, id = ''] = /^(unpublished|-?\d{1,18}) (\S+)$/.exec(key) ?? [];
  if (released === undefined || !isId(id)) return false;
  return released === 'unpublished' || (BigInt(released) >= MIN_US && BigInt(released) <= MAX_US);
}
