/** Runs the worker's built code for feeds, without queue and schedule. */
import 'reflect-metadata';
import { createServer } from 'node:http';
import { JobsModule } from '@app/jobs';
import { FeedSourcesModule } from '@app/feeds';
import { OutboundModule } from '@app/outbound';
import { DatabaseModule } from '@app/database/start';
import { Env } from '@app/env';
import { createLog, ProcessModule } from '@app/process/start';
import { PodcastsModule } from '@app/podcasts/services';
import { loadEnvironment, persistence } from '@app/product';
import { RateLimitModule } from '@app/rate-limit';
import { VideoStocksModule } from '@app/video-stocks';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { serve } from './bench-child.ts';
import { internal } from './internal.ts';

class Refetching {}

/** One refetch at a time, alone. */
const SHARES = { free: 1, perOwner: 1, running: new Map<string, number>() };
const URL_OF_FEED = 'http://feeds.example.com/';

let body = Buffer.alloc(0);
const server = createServer((_request, response) => response.writeHead(200, { 'Content-Type': 'application/rss+xml' }).end(body));
await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
const address = server.address();
const port = typeof address === 'object' ? (address?.port ?? 0) : 0;

const feeds = (file: string) => internal('feeds', file);
const [{ FeedClient }, { parseFeed }, { feedText }, { Refetcher }, { RefetchesQueries }] = await Promise.all(
  [
    'fetching/feed-client.js',
    'reading/parse-feed.js',
    'reading/feed-text.js',
    'refetches/refetcher.js',
    'refetches/refetches.queries.js',
  ].map(feeds),
);
const [{ ClaimsQueries }, { HostsQueries }, { EpisodesQueries }, { RefetchMetrics }] = await Promise.all(
  ['scheduling/claims.queries.js', 'scheduling/hosts.queries.js', 'episodes/episodes.queries.js', 'scheduling/refetch.metrics.js'].map(
    feeds,
  ),
);
const [{ FeedContents }, { FeedReader }, { RefetchResults }] = await Promise.all(
  ['refetches/feed-contents.js', 'refetches/feed-reader.js', 'refetches/refetch-results.js'].map(feeds),
);
const [{ FeedMaker }, { PublishedFeedsQueries }] = await Promise.all(
  ['feed/feed-maker.js', 'feed/published-feeds.queries.js'].map((file) => internal('publication', file)),
);
const environment = loadEnvironment({ ...process.env, OUTBOUND_CONNECT_TO: `feeds.example.com:80:127.0.0.1:${port}` });
const log = createLog('refetching-worker', 'error');
const platform = [ProcessModule.for({ environment, log }), DatabaseModule.over(persistence, 'refetching-worker')];
const imports = [
  ...platform,
  JobsModule.forRoot(environment.get(Env)),
  OutboundModule,
  RateLimitModule,
  VideoStocksModule,
  PodcastsModule,
  FeedSourcesModule,
];
const providers = [
  FeedClient,
  FeedContents,
  FeedReader,
  Refetcher,
  RefetchResults,
  RefetchesQueries,
  ClaimsQueries,
  HostsQueries,
  EpisodesQueries,
  RefetchMetrics,
  FeedMaker,
  PublishedFeedsQueries,
];
const context = await NestFactory.createApplicationContext({ module: Refetching, imports, providers }, { logger: ['error'] });
const db = context.get(DataSource);
const types = [FeedClient, RefetchesQueries, Refetcher, ClaimsQueries, FeedMaker];
const [client, refetches, refetcher, claims, maker] = types.map((type) => context.get(type));

/** @param items @param version of one item in a hundred */
function feed(items: number, version: number) {
  const lines = Array.from(
    { length: items },
    (_, n) =>
      `<item><guid isPermaLink="false">urn:episode:${n}</guid><title>Episode ${n}${n % 100 === 0 ? `, version ${version}` : ''}</title>` +
      `<description><![CDATA[<p>${'What this episode is about, in some words. '.repeat(12)}</p>]]></description>` +
      `<pubDate>Tue, 10 Jun 2025 04:00:00 GMT</pubDate><itunes:duration>1:02:03</itunes:duration>` +
      `<enclosure url="https://media.example.com/${n}.mp3" length="50000000" type="audio/mpeg"/></item>`,
  );
  return `<?xml version="1.0"?><rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>C</title>${lines.join('')}</channel></rss>`;
}

let version = 0;

async function refetch({ podcast, items }: { podcast: string; items: number }) {
  await db.query('UPDATE podcasts SET feed_url = $2 WHERE id = $1', [podcast, URL_OF_FEED]);
  body = Buffer.from(feed(items, ++version));
  await db.transaction((tx) => refetches.insert(tx, podcast));
  const began = performance.now();
  const [claimed] = await claims.claimRequested(SHARES);
  await refetcher.refetch(claimed, new AbortController().signal);
  const milliseconds = performance.now() - began;
  const latest = await refetches.latest(podcast);
  if (latest?.status !== 'succeeded') throw new Error(`the refetch is ${latest?.status}: ${latest?.failureCode}`);
  return { milliseconds, created: latest.episodesCreated, updated: latest.episodesUpdated, megabytes: body.length / 1e6 };
}

/** Download and parse alone. @param task */
async function read({ items }: { items: number }) {
  body = Buffer.from(feed(items, ++version));
  const began = performance.now();
  const fetched = await client.fetch(URL_OF_FEED, { validators: { etag: null, lastModified: null } });
  await parseFeed(feedText(await fetched.body(), fetched.contentType), URL_OF_FEED);
  return { milliseconds: performance.now() - began };
}

/** Makes the public feed anew, as the first request after a refetch does. */
async function publish({ podcast }: { podcast: string }) {
  const state = await maker.state(podcast);
  const began = performance.now();
  await maker.make(podcast, state);
  return { milliseconds: performance.now() - began };
}

serve({ refetch, read, publish });
