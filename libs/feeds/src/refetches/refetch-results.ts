import { EventPublisher, type EventData } from '@app/outbox';
import { Clock } from '@app/process';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { FeedError } from '../feed-error.js';
import type { FetchedFeed } from '../fetching/feed-client.js';
import type { ClaimedRefetch } from '../scheduling/claims.queries.js';
import { HostsQueries } from '../scheduling/hosts.queries.js';
import { FeedContents } from './feed-contents.js';
import type { ReadFeed } from './feed-reader.js';
import { RefetchResponse } from './refetches.dto.js';
import { Refetch } from './refetch.entity.js';
import { RefetchesQueries, type Remembered, type Result } from './refetches.queries.js';

/**
 * Ends refetches: result, what the feed changes and the event are one transaction. Null stands for a claim that another
 * worker has.
 */
@Injectable()
export class RefetchResults {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly refetches: RefetchesQueries,
    private readonly contents: FeedContents,
    private readonly hosts: HostsQueries,
    private readonly publisher: EventPublisher,
    private readonly clock: Clock,
  ) {}

  notModified(claimed: ClaimedRefetch, { httpStatus, movedTo }: FetchedFeed): Promise<Result | null> {
    return this.end(claimed, { status: 'not_modified', httpStatus }, { movedTo: movedTo ?? claimed.movedTo });
  }

  /** @throws FeedError `too_many_episodes` */
  async succeeded(claimed: ClaimedRefetch, { httpStatus, validators, movedTo }: FetchedFeed, read: ReadFeed): Promise<Result | null> {
    const remembered = { validators, movedTo: movedTo ?? claimed.movedTo };
    const result = { status: 'succeeded', httpStatus, warnings: read.warnings } as const;
    const changes = await this.contents.changes(this.db.manager, claimed.podcastId, read, this.clock.now());
    if (!changes) return this.end(claimed, result, remembered);
    try {
      return await this.db.transaction(async (tx) => {
        const counts = await this.contents.write(tx, claimed, changes);
        if (!counts) throw new ClaimLost();
        const whole = { ...counts, ...result };
        if (!(await this.finish(tx, claimed, { result: whole, remembered }))) throw new ClaimLost();
        return whole;
      });
    } catch (error) {
      if (error instanceof ClaimLost) return null;
      throw error instanceof FeedError ? new FeedError(error.code, { httpStatus }) : error;
    }
  }

  /** Forgets a permanent redirect whose target fails, so that the next refetch requests the podcast's own URL. */
  async failed(claimed: ClaimedRefetch, { code, httpStatus, place, rest, detail }: FeedError): Promise<Result | null> {
    const failurePlace = { failureLine: place?.line ?? null, failureColumn: place?.column ?? null };
    const result = { status: 'failed', failureCode: code, failureDetail: detail, httpStatus, ...failurePlace } as const;
    if (rest) await this.hosts.rest(this.db.manager, rest.host, rest.until);
    const movedTo = rest || code === 'internal' ? claimed.movedTo : null;
    return this.end(claimed, result, { movedTo, restUntil: rest?.until ?? null });
  }

  private async end(claimed: ClaimedRefetch, result: Result, remembered: Remembered): Promise<Result | null> {
    const isOurs = await this.db.transaction((tx) => this.finish(tx, claimed, { result, remembered }));
    return isOurs ? result : null;
  }

  /**
   * An automatic refetch that found nothing new is no event: there is one an hour for every podcast.
   * @returns whether the claim held
   */
  private async finish(
    tx: EntityManager,
    claimed: ClaimedRefetch,
    { result, remembered }: { readonly result: Result; readonly remembered: Remembered },
  ): Promise<boolean> {
    if (!(await this.refetches.finish(tx, { claimed, result, remembered }))) return false;
    const { id, ownerId: userId, podcastId, automatic } = claimed;
    const changed = (result.episodesCreated ?? 0) + (result.episodesUpdated ?? 0) + (result.stocksMatched ?? 0) > 0;
    if (automatic && !changed && result.status !== 'failed') return true;
    const data = RefetchResponse.from(await tx.findOneByOrFail(Refetch, { id })) as EventData<'refetch.finished'>;
    await this.publisher.publish(tx, { userId, podcastId, type: 'refetch.finished', data });
    return true;
  }
}

class ClaimLost extends Error {}
