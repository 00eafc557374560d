import { AppError, Clock, Cursors, isId, newId, page, type PageQuery } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, EntityManager, IsNull } from 'typeorm';
import { Podcast } from './podcast.entity.js';
import { PodcastPage, PodcastResponse } from './podcasts.dto.js';
import { PodcastsQueries } from './podcasts.queries.js';

export type NewPodcast = {
  readonly title: string;
  readonly ownerId: string;
  readonly ownershipConfirmed?: boolean;
  readonly quotaBearerId?: string;
  readonly feedUrl?: string | null;
};

@Injectable()
export class PodcastsService {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly queries: PodcastsQueries,
    private readonly clock: Clock,
  ) {}

  /** One page of the podcasts whose ownership is confirmed for the user. @throws AppError 422 `invalid_cursor` */
  async list(userId: string, { first, after }: PageQuery): Promise<PodcastPage> {
    const cursors = new Cursors(`podcasts of ${userId}`);
    const rows = await this.queries.confirmedFor(userId, first, cursors.read(after));
    return page(rows, first, { cursors, key: ({ id }) => id, item: PodcastResponse.from });
  }

  /** @returns the new podcast's id */
  async create(
    tx: EntityManager,
    { title, ownerId, ownershipConfirmed = false, quotaBearerId = ownerId, feedUrl = null }: NewPodcast,
  ): Promise<string> {
    const id = newId();
    await tx.insert(Podcast, {
      id,
      title,
      ownerId,
      quotaBearerId,
      feedUrl,
      ownershipConfirmedAt: ownershipConfirmed ? this.clock.now() : null,
    });
    return id;
  }

  /** Confirming twice is confirming once. @throws AppError 404 */
  async confirmOwnership(id: string): Promise<void> {
    if (!isId(id)) throw new AppError('not_found', 'There is no such podcast.');
    const { affected } = await this.db.manager.update(
      Podcast,
      { id, ownershipConfirmedAt: IsNull() },
      { ownershipConfirmedAt: this.clock.now() },
    );
    if (!affected && !(await this.db.manager.existsBy(Podcast, { id }))) throw new AppError('not_found', 'There is no such podcast.');
  }
}
