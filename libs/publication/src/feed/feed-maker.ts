import { audioKey, FeedSourcesQueries, type FeedFormat } from '@app/feeds';
import { httpErrors } from '@app/http/errors';
import { FairSemaphore } from '@app/process';
import { Injectable } from '@nestjs/common';
import { compressed, sizeOfFile, type FileMaker, type PublicFile } from '../files/public-files.js';
import { withAdditions } from './additions.js';
import { episodesByItem } from './public-episodes.js';
import { PublishedFeedsQueries, type FeedState } from './published-feeds.queries.js';

const TYPES: Readonly<Record<FeedFormat, string>> = {
  rss: 'application/rss+xml; charset=utf-8',
  rdf: 'application/rdf+xml; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
};

/** Seconds until a feed should be there that is being fetched for the first time. */
const FIRST_FETCH_SECONDS = 10;

/**
 * Makes public feeds. Each is made once for a version, by the first request of any process that needs it. A worker that
 * made them ahead would also make those that nobody reads, and a request that came before the worker was done would
 * still make its own.
 */
@Injectable()
export class FeedMaker implements FileMaker<FeedState> {
  readonly sizeOf = sizeOfFile;

  /** Making a feed takes several times its size in memory. */
  private readonly making = new FairSemaphore({ total: 2, perKey: 1, timeoutMs: 10_000 });

  constructor(
    private readonly queries: PublishedFeedsQueries,
    private readonly sources: FeedSourcesQueries,
  ) {}

  state(podcastId: string): Promise<FeedState | undefined> {
    return this.queries.state(podcastId);
  }

  /** @throws AppError 503 when the feed has not been fetched yet */
  async make(podcastId: string, state: FeedState): Promise<PublicFile> {
    return (await this.queries.made(podcastId, state.version)) ?? this.making.run(state.ownerId, () => this.makeAnew(podcastId, state));
  }

  private async makeAnew(podcastId: string, state: FeedState): Promise<PublicFile> {
    const source = await this.sources.of(podcastId);
    if (!source) throw httpErrors.unavailable('The feed is being fetched.', { headers: { 'Retry-After': String(FIRST_FETCH_SECONDS) } });
    const { items } = source.marks;
    const guids = items.flatMap(({ guid }) => (guid === null ? [] : [guid]));
    const audio = items.flatMap(({ guid, audioUrl }) => (guid === null ? (audioKey(audioUrl) ?? []) : []));
    const episodes = await this.queries.episodes(podcastId, { guids, audio, countDownloads: state.countDownloads });
    const pieces = withAdditions(source, state, episodesByItem(episodes));
    const file = await compressed(pieces, TYPES[source.marks.format]);
    await this.queries.store(podcastId, state.version, file);
    return file;
  }
}
