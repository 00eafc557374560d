import { Cursors, page, type PageQuery } from '@app/http';
import { isId } from '@app/database';
import { Injectable } from '@nestjs/common';
import { PodcastPage, PodcastResponse } from './podcasts.dto.js';
import { PodcastsQueries } from './podcasts.queries.js';

@Injectable()
export class PodcastListService {
  constructor(private readonly queries: PodcastsQueries) {}

  /** One page of the podcasts whose ownership is confirmed for the user. @throws AppError 422 `invalid_cursor` */
  async confirmedFor(userId: string, { first, after }: PageQuery): Promise<PodcastPage> {
    const cursors = new Cursors(`podcasts of ${userId}`, isId);
    const rows = await this.queries.confirmedFor(userId, first, cursors.read(after));
    return page(rows, first, { cursors, key: ({ id }) => id, item: PodcastResponse.from });
  }
}
