/** Runs the worker's built code for feeds and stocks, without queue and schedule. */
import 'reflect-metadata';
import { createServer } from 'node:http';
import { JobsModule } from '@app/jobs';
import { OutboundModule } from '@app/outbound';
import { newId } from '@app/database';
import { DatabaseModule } from '@app/database/start';
import { Env } from '@app/env';
import { createLog, ProcessModule } from '@app/process/start';
import { PodcastsModule, PodcastsService } from '@app/podcasts';
import { loadEnvironment, persistence } from '@app/product';
import { RateLimitModule } from '@app/rate-limit';
import { StockChanges, VideoStocksModule } from '@app/video-stocks';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { serve } from './bench-child.ts';
import { internal } from './internal.ts';

class Matching {}

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
const [{ ClaimsQueries }, { HostsQueries }, { EpisodesQueries }, { RefetchMetrics }, { UpkeepQueries }] = await Promise.all(
  [
    'scheduling/claims.queries.js',
    'scheduling/hosts.queries.js',
    'episodes/episodes.queries.js',
    'scheduling/refetch.metrics.js',
    'scheduling/upkeep.queries.js',
  ].map(feeds),
);
const environment = loadEnvironment({ ...process.env, OUTBOUND_CONNECT_TO: `feeds.example.com:80:127.0.0.1:${port}` });
const log = createLog('matching-worker', 'error');
const platform = [ProcessModule.for({ environment, log }), DatabaseModule.over(persistence, 'matching-worker')];
const imports = [...platform, JobsModule.forRoot(environment.get(Env)), OutboundModule, RateLimitModule, VideoStocksModule, PodcastsModule];
const providers = [FeedClient, Refetcher, RefetchesQueries, ClaimsQueries, HostsQueries, EpisodesQueries, RefetchMetrics, UpkeepQueries];
const context = await NestFactory.createApplicationContext({ module: Matching, imports, providers }, { logger: ['error'] });
const db = context.get(DataSource);
const podcasts = context.get(PodcastsService);
const changes = context.get(StockChanges);
const [client, refetches, refetcher, claims, episodes] = [FeedClient, RefetchesQueries, Refetcher, ClaimsQueries, EpisodesQueries].map(
  (type) => context.get(type),
);

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

/** Ready stocks, spread over all podcasts but one. @param task */
async function stock({ stocks, but }: { stocks: number; but: string }) {
  await db.query(
    `INSERT INTO video_stocks (id, podcast_id, owner_id, client_key, status, duration_seconds, match_guid)
     SELECT uuidv7(), p.id, p.owner_id, 'waiting-' || n, 'ready', 60, 'urn:waiting:' || n
       FROM generate_series(1, $1::int) n
            JOIN (SELECT id, owner_id, row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS podcasts FROM podcasts WHERE id <> $2) p
              ON p.place = n % p.podcasts`,
    [stocks, but],
  );
  await db.query('VACUUM (ANALYZE) video_stocks');
}

/** One new episode of a podcast whose stock waits for it, as a refetch brings it. @param task */
async function match({ podcast }: { podcast: string }) {
  const [id, guid] = [newId(), newId()];
  await db.query(
    `INSERT INTO video_stocks (id, podcast_id, owner_id, client_key, status, duration_seconds, match_guid)
     SELECT $1::uuid, id, owner_id, $1::uuid::text, 'ready', 60, $3 FROM podcasts WHERE id = $2`,
    [id, podcast, guid],
  );
  const began = performance.now();
  const matched = await db.transaction(async (tx) => {
    const held = await podcasts.lock(tx, podcast);
    await episodes.write(tx, podcast, {
      created: [{ guid, title: 'New', durationSeconds: null, publishedAt: null, audioUrl: null }],
      updated: [],
    });
    return changes.match(tx, podcast, held?.quotaBearerId ?? '');
  });
  const milliseconds = performance.now() - began;
  if (matched !== 1) throw new Error(`${matched} have found each other`);
  return { milliseconds };
}

serve({ refetch, read, stock, match });
