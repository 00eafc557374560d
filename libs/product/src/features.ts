import { agentsFeature } from '@app/agents/feature';
import { analyticsFeature } from '@app/analytics/feature';
import { authFeature } from '@app/auth/feature';
import { chaptersFeature } from '@app/chapters/feature';
import { downloadsFeature } from '@app/downloads/feature';
import { episodesFeature } from '@app/episodes/feature';
import { eventsFeature } from '@app/events/feature';
import { feedsFeature } from '@app/feeds/feature';
import { fixturesFeature } from '@app/fixtures/feature';
import { outboxFeature } from '@app/outbox/feature';
import type { Feature } from '@app/database';
import { podcastsFeature } from '@app/podcasts/feature';
import { publicationFeature } from '@app/publication/feature';
import { quotaFeature } from '@app/quota/feature';
import { rateLimitFeature } from '@app/rate-limit/feature';
import { transcriptsFeature } from '@app/transcripts/feature';
import { uploadsFeature } from '@app/uploads/feature';
import { videoStocksFeature } from '@app/video-stocks/feature';
import { webhooksFeature } from '@app/webhooks/feature';

/** Every feature of the product. The api, the worker and the operator's command line are composed from this list. */
export const FEATURES: readonly Feature[] = [
  rateLimitFeature,
  authFeature,
  podcastsFeature,
  transcriptsFeature,
  chaptersFeature,
  downloadsFeature,
  analyticsFeature,
  outboxFeature,
  webhooksFeature,
  eventsFeature,
  quotaFeature,
  uploadsFeature,
  videoStocksFeature,
  feedsFeature,
  episodesFeature,
  publicationFeature,
  fixturesFeature,
  agentsFeature,
];
