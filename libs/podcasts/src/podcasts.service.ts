import { httpErrors } from '@app/http/errors';
import { isId, newId } from '@app/database';
import { Clock } from '@app/process';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, EntityManager, IsNull } from 'typeorm';
import { Podcast } from './podcast.entity.js';
import { mustOwn } from './podcasts.errors.js';

type NewPodcast = {
  readonly title: string;
  readonly ownerId: string;
  readonly ownershipConfirmed?: boolean;
  readonly quotaBearerId?: string;
  readonly feedUrl?: string | null;
};

/** The podcast that a path names, with the fields that routes need. */
export type OwnedPodcast = { readonly id: string };

@Injectable()
export class PodcastsService {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Every podcast, or those of one owner, in order of creation: for operators. */
  all(ownerId?: string): Promise<Podcast[]> {
    return this.db.manager.find(Podcast, { where: ownerId === undefined ? {} : { ownerId }, order: { id: 'ASC' } });
  }

  /**
   * The podcast, provided that it exists and is the user's.
   * @throws AppError 404, or 403 when it is another user's or its ownership is not confirmed (contract 2.7)
   */
  async owned(podcastId: string, userId: string): Promise<OwnedPodcast> {
    const id = podcastId.toLowerCase();
    const podcast = isId(id) ? await this.db.manager.findOneBy(Podcast, { id }) : null;
    if (!podcast) throw httpErrors.not_found('There is no such podcast.');
    mustOwn({ ownerId: podcast.ownerId, confirmed: podcast.ownershipConfirmedAt !== null }, userId);
    return { id };
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

  /**
   * Locks the podcast until the transaction ends. Changes of which episode has which video wait for each other; rows
   * that refer to the podcast do not wait.
   * @returns null when it has gone meanwhile
   */
  lock(tx: EntityManager, id: string): Promise<Podcast | null> {
    return tx.findOne(Podcast, { where: { id }, lock: { mode: 'for_no_key_update' } });
  }

  /** Like {@link lock}, without waiting. @returns null when another transaction has locked it, or it has gone */
  tryLock(tx: EntityManager, id: string): Promise<Podcast | null> {
    return tx.findOne(Podcast, { where: { id }, lock: { mode: 'for_no_key_update', onLocked: 'skip_locked' } });
  }

  /** Confirming twice is confirming once. @throws AppError 404 */
  async confirmOwnership(tx: EntityManager, id: string): Promise<void> {
    if (!isId(id)) throw httpErrors.not_found('There is no such podcast.');
    const { affected } = await tx.update(Podcast, { id, ownershipConfirmedAt: IsNull() }, { ownershipConfirmedAt: this.clock.now() });
    if (!affected && !(await tx.existsBy(Podcast, { id }))) throw httpErrors.not_found('There is no such podcast.');
  }
}
