import { OutboxModule } from '@app/outbox';
import { PodcastsModule } from '@app/podcasts/services';
import { VideoStocksModule } from '@app/video-stocks';
import { Module } from '@nestjs/common';
import { EpisodesQueries } from './episodes/episodes.queries.js';
import { FeedClient } from './fetching/feed-client.js';
import { FeedContents } from './refetches/feed-contents.js';
import { FeedReader } from './refetches/feed-reader.js';
import { RefetchJob, refetchJob } from './refetches/refetch.job.js';
import { RefetchResults } from './refetches/refetch-results.js';
import { Refetcher } from './refetches/refetcher.js';
import { RefetchesQueries } from './refetches/refetches.queries.js';
import { ClaimsQueries } from './scheduling/claims.queries.js';
import { HostsQueries } from './scheduling/hosts.queries.js';
import { RefetchLoop } from './scheduling/refetch.loop.js';
import { RefetchMetrics } from './scheduling/refetch.metrics.js';
import { FeedSourcesModule } from './sources/feed-sources.module.js';
import { UpkeepQueries } from './scheduling/upkeep.queries.js';

@Module({
  imports: [FeedSourcesModule, OutboxModule, PodcastsModule, VideoStocksModule, ...refetchJob.imports],
  providers: [
    ...[ClaimsQueries, EpisodesQueries, HostsQueries, RefetchesQueries, UpkeepQueries],
    ...[FeedClient, FeedContents, FeedReader, Refetcher, RefetchResults, RefetchJob, RefetchLoop, RefetchMetrics],
    ...refetchJob.providers,
  ],
})
export class FeedsWorkerModule {}
