import { setImmediate as turn } from 'node:timers/promises';
import { authPersistence } from '@app/auth';
import { newId } from '@app/database';
import { healthOn, rowsRead, useDatabase } from '@app/database/testing';
import { Clock, FairSemaphore, Metrics, TooBusyError, type OutboundRequest } from '@app/process';
import { until, ScriptedOutbound, withPassingTime, type Script, type ScriptedAnswer } from '@app/process/testing';
import { podcastsPersistence } from '@app/podcasts';
import { PodcastsService } from '@app/podcasts/services';
import { QuotaAccounts, quotaPersistence } from '@app/quota';
import { uploadsPersistence } from '@app/uploads';
import { uploadsOn } from '@app/uploads/testing';
import { StockChanges, VideoStocksQueries, videoStocksPersistence } from '@app/video-stocks';
import { aVideoStock } from '@app/video-stocks/testing';
import { outboxPersistence } from '@app/outbox';
import { anActiveEndpoint, aPublisher } from '@app/outbox/testing';
import { beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { pino } from 'pino';
import type { DataSource } from 'typeorm';
import { EpisodesQueries } from '../episodes/episodes.queries.js';
import { FeedClient } from '../fetching/feed-client.js';
import { feedsPersistence } from '../persistence.js';
import type { FeedItem } from '../reading/feed-item.js';
import { FeedContents } from './feed-contents.js';
import { FeedReader } from './feed-reader.js';
import { RefetchResults } from './refetch-results.js';
import { Refetcher } from './refetcher.js';
import { RefetchesQueries } from './refetches.queries.js';
import { ClaimsQueries } from '../scheduling/claims.queries.js';
import { HostsQueries } from '../scheduling/hosts.queries.js';
import { RefetchLoop } from '../scheduling/refetch.loop.js';
import { FeedSourcesQueries } from '../sources/feed-sources.queries.js';
import { feedsStatus } from '../feeds-status.queries.js';
import { RefetchMetrics } from '../scheduling/refetch.metrics.js';
import { UpkeepQueries } from '../scheduling/upkeep.queries.js';

const HOUR_MS = 3_600_000;
const test = useDatabase([authPersistence, podcastsPersistence, outboxPersistence, quotaPersistence, uploadsPersistence, videoStocksPersistence, feedsPersistence]); // prettier-ignore

class SetClock extends Clock {
  ahead = 0;
  /** The time since when it has not gone on by itself. */
  stoppedAt: number | undefined;

  override now(): Date {
    return new Date((this.stoppedAt ?? Date.now()) + this.ahead);
  }
}

let answer: Script;
let clock: SetClock;
let refetches: RefetchesQueries;
let refetcher: Refetcher;
let readerOn: (db: DataSource) => FeedReader;
let refetcherOn: (db: DataSource) => Refetcher;
let claims: ClaimsQueries;
let episodes: EpisodesQueries;
let hosts: HostsQueries;
let upkeep: UpkeepQueries;
let owner: string;

beforeAll(async () => {
  clock = new SetClock();
  const { db } = test;
  const podcasts = new PodcastsService(db, clock);
  const changes = new StockChanges(new VideoStocksQueries(db, clock), podcasts, uploadsOn(db), new QuotaAccounts(db), aPublisher(), clock);
  const client = new FeedClient(new ScriptedOutbound((url, request) => answer(url, request)), clock);
  refetches = new RefetchesQueries(db, clock);
  hosts = new HostsQueries(db, clock);
  claims = new ClaimsQueries(db, hosts, clock);
  episodes = new EpisodesQueries(clock);
  upkeep = new UpkeepQueries(db, hosts, clock);
  const metrics = new RefetchMetrics(new Metrics());
  const log = pino({ level: 'silent' });
  readerOn = (on) => new FeedReader(on, hosts, client, clock);
  refetcherOn = (on) => {
    const contents = new FeedContents(episodes, new FeedSourcesQueries(db, hosts, clock), podcasts, changes, aPublisher());
    const results = new RefetchResults(on, refetches, contents, hosts, aPublisher(), clock);
    return new Refetcher(claims, readerOn(on), results, metrics, clock, log);
  };
  refetcher = refetcherOn(db);
  owner = newId();
  await db.query(`INSERT INTO users (id, name) VALUES ($1, 'Owner')`, [owner]);
  await anActiveEndpoint(db, owner);
});
beforeEach(async () => {
  clock.ahead = 0;
  clock.stoppedAt = undefined;
  await test.db.query('DELETE FROM rss_refetches WHERE finished_at IS NULL');
});

async function aPodcast(createdAt = new Date()): Promise<string> {
  const id = newId();
  await test.db.query(
    `INSERT INTO podcasts (id, title, owner_id, quota_bearer_id, ownership_confirmed_at, feed_url, created_at)
     VALUES ($1, 'P', $2, $2, now(), 'http://feeds.example.com/', $3)`,
    [id, owner, createdAt],
  );
  return id;
}

/** A feed of such items. */
const channel = (...items: string[]): ScriptedAnswer => ({ body: `<rss><channel>${items.map((item) => `<item>${item}</item>`).join('')}</channel></rss>` }); // prettier-ignore
const feedOf =
  (...guids: string[]) =>
  (): ScriptedAnswer =>
    channel(...guids.map((guid) => `<guid>${guid}</guid><title>${guid}</title>`));

const ONE = { free: 1, perOwner: 100, running: new Map<string, number>() };
const MANY = { ...ONE, free: 100 };
const running = new AbortController().signal;

const claimOne = async () => (await claims.claimRequested(ONE))[0] ?? (await claims.claimAutomatic(ONE))[0];

/** Does one refetch that is due. @returns whether there was one */
async function next(stopping = running): Promise<boolean> {
  const claimed = await claimOne();
  if (claimed) await refetcher.refetch(claimed, stopping);
  return claimed !== undefined;
}

/** A refetch from its request to its end. */
async function refetch(podcast: string) {
  await test.db.transaction((tx) => refetches.insert(tx, podcast));
  await next();
  return (await refetches.latest(podcast))!;
}

const guidsOf = async (podcast: string) =>
  (await test.db.query<{ guid: string }[]>('SELECT guid FROM episodes WHERE podcast_id = $1 ORDER BY id', [podcast])).map(
    ({ guid }) => guid,
  );

describe('a refetch', () => {
  it('a refetch is all or nothing: what fails in the middle leaves episodes, stocks, events and validators as they were', async () => {
    const podcast = await aPodcast();
    answer = feedOf('one');
    expect(await refetch(podcast)).toMatchObject({ status: 'succeeded', episodesCreated: 1 });
    const stock = await aVideoStock(test.db, { podcastId: podcast, matchGuid: 'two' });
    answer = () => ({ ...feedOf('two', 'one')(), headers: { etag: '"new"' } });
    await test.db.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the connection is lost'; END $$;
      CREATE TRIGGER refuse BEFORE UPDATE ON rss_refetches FOR EACH ROW WHEN (new.status = 'succeeded') EXECUTE FUNCTION refuse()`);
    expect(await refetch(podcast)).toMatchObject({ status: 'queued', attempts: 1 });
    const [waiting] = await test.db.query<{ status: string }[]>('SELECT status FROM video_stocks WHERE id = $1', [stock]);
    const feed = await test.db.query<{ etag: string | null }[]>('SELECT etag FROM feeds WHERE podcast_id = $1', [podcast]);
    const events = await test.db.query<unknown[]>(`SELECT 1 FROM events WHERE body LIKE '%' || $1 || '%'`, [stock]);
    expect([await guidsOf(podcast), waiting?.status, feed, events]).toEqual([['one'], 'ready', [{ etag: null }], []]);

    // It is tried again.
    await test.db.query('DROP TRIGGER refuse ON rss_refetches');
    expect(await next()).toBe(false);
    clock.ahead = 10_000;
    expect(await next()).toBe(true);
    expect(await refetches.latest(podcast)).toMatchObject({ status: 'succeeded', episodesCreated: 1, stocksMatched: 1 });
    expect(await guidsOf(podcast)).toEqual(['one', 'two']);
  });

  it('a refetch tells of each episode that appeared, and of those whose time is past, then of itself (contract 18.3)', async () => {
    const podcast = await aPodcast();
    const item = (guid: string, year: number) => `<guid>${guid}</guid><pubDate>Thu, 01 Jan ${year} 00:00:00 GMT</pubDate>`;
    answer = () => channel(item('scheduled', 2099), item('past', 2026));
    await refetch(podcast);
    await refetch(podcast); // nothing new, but somebody has asked for it
    const told = await test.db.query<{ type: string; what: string }[]>(
      `SELECT type, coalesce(body::json#>>'{data,guid}', body::json#>>'{data,episodes_created}') AS what
         FROM events WHERE podcast_id = $1 AND user_id = $2 ORDER BY position`,
      [podcast, owner],
    );
    expect(told.map(({ type, what }) => `${type} ${what}`)).toEqual([
      'episode.appeared past',
      'episode.published past',
      'episode.appeared scheduled',
      'refetch.finished 2',
      'refetch.finished 0',
    ]);
  });

  it('a refetch whose claim another worker took over writes nothing', async () => {
    const podcast = await aPodcast();
    answer = async () => {
      await test.db.query('UPDATE rss_refetches SET claim = $2 WHERE podcast_id = $1', [podcast, newId()]);
      return feedOf('one')();
    };
    expect(await refetch(podcast)).toMatchObject({ status: 'fetching' });
    expect(await guidsOf(podcast)).toEqual([]);
  });

  it('a refetch that crashes its workers again and again is our fault, not the feed’s', async () => {
    const podcast = await aPodcast();
    answer = feedOf('one');
    await test.db.transaction((tx) => refetches.insert(tx, podcast));
    for (let attempt = 0; attempt < 3; attempt++) {
      expect(await claimOne()).toMatchObject({ podcastId: podcast }); // and is never heard of again
      clock.ahead += 100_000;
    }
    await until(async () => !(await next()));
    expect(await refetches.latest(podcast)).toMatchObject({ status: 'failed', failureCode: 'internal' });
    expect(await test.db.query('SELECT failures FROM feeds WHERE podcast_id = $1', [podcast])).toEqual([{ failures: 0 }]);
  });

  it('a refetch that cannot be written three times is our fault, not the feed’s', async () => {
    const podcast = await aPodcast();
    answer = feedOf('one');
    await test.db.query(`
      CREATE FUNCTION refuse_episode() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'disk full'; END $$;
      CREATE TRIGGER refuse_episode BEFORE INSERT ON episodes FOR EACH ROW WHEN (new.podcast_id = '${podcast}') EXECUTE FUNCTION refuse_episode()`);
    const known = { failures: 2, moved_to: 'http://feeds.example.com/moved' };
    await test.db.query(
      `INSERT INTO feeds (podcast_id, next_refetch_at, feed_url, failures, moved_to) VALUES ($1, 'infinity', 'http://feeds.example.com/', $2, $3)
       ON CONFLICT (podcast_id) DO UPDATE SET feed_url = excluded.feed_url, failures = excluded.failures, moved_to = excluded.moved_to`,
      [podcast, known.failures, known.moved_to],
    );
    await test.db.transaction((tx) => refetches.insert(tx, podcast));
    for (let attempt = 1; attempt <= 3; attempt++) {
      expect(await next()).toBe(true);
      clock.ahead += 10_000;
    }
    expect([await next(), await refetches.latest(podcast)]).toMatchObject([false, { status: 'failed', failureCode: 'internal' }]);
    expect(await test.db.query('SELECT failures, moved_to FROM feeds WHERE podcast_id = $1', [podcast])).toEqual([known]);
    await test.db.query('DROP TRIGGER refuse_episode ON episodes');
    expect(await refetch(podcast)).toMatchObject({ status: 'succeeded', episodesCreated: 1 });
  });

  it('a refetch whose work takes longer than its claim renews it, so that no other worker begins it', async () => {
    const podcast = await aPodcast();
    await test.db.transaction((tx) => refetches.insert(tx, podcast));
    const claimed = (await claimOne())!;
    clock.ahead = 80_000;
    await claims.renew(claimed);
    clock.ahead = 160_000;
    expect(await claimOne()).toBeUndefined();
    await claims.renew({ ...claimed, claim: newId() }); // a claim that is lost renews nothing
    clock.ahead = 180_000;
    expect((await claimOne())?.id).toBe(claimed.id);
  });

  it('a refetch is released when its worker stops during the fetch, and that costs no attempt', async () => {
    const podcast = await aPodcast();
    await test.db.transaction((tx) => refetches.insert(tx, podcast));
    for (let stops = 0; stops < 4; stops++) {
      const stopping = new AbortController();
      const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<ScriptedAnswer>()];
      answer = () => {
        asked.resolve();
        return answered.promise;
      };
      const ending = next(stopping.signal);
      await asked.promise;
      stopping.abort();
      expect(await ending).toBe(true);
      answered.resolve({});
      expect(await refetches.latest(podcast)).toMatchObject({ status: 'queued', claim: null, attempts: 0, startedAt: null });
    }
    answer = feedOf('one');
    await until(async () => !(await next()));
    expect(await refetches.latest(podcast)).toMatchObject({ status: 'succeeded' });
  });

  it('a refetch that waits for its user’s others is tried again, and that is no attempt (contract 2.12)', async () => {
    const podcast = await aPodcast();
    await test.db.transaction((tx) => refetches.insert(tx, podcast));
    answer = feedOf('one');
    const busy = jest.spyOn(episodes, 'changed').mockRejectedValueOnce(new TooBusyError());
    await next();
    busy.mockRestore();
    expect(await refetches.latest(podcast)).toMatchObject({ status: 'queued', attempts: 0 });
    clock.ahead = 10_000;
    await next();
    expect(await refetches.latest(podcast)).toMatchObject({ status: 'succeeded', episodesCreated: 1 });
  });

  it('a refetch ends the response that it cannot read now, so that its connection is not kept', async () => {
    const podcast = await aPodcast();
    await test.db.transaction((tx) => refetches.insert(tx, podcast));
    const ended: string[] = [];
    class Endings extends ScriptedOutbound {
      override async request(url: URL, request: OutboundRequest) {
        return { ...(await super.request(url, request)), discard: () => void ended.push(url.href) };
      }
    }
    const reader = new FeedReader(test.db, hosts, new FeedClient(new Endings(feedOf('one')), clock), clock);
    const claimed = (await claimOne())!;
    const busy = jest.spyOn(FairSemaphore.prototype, 'acquire').mockRejectedValueOnce(new TooBusyError());
    await expect(reader.read(claimed, 'http://feeds.example.com/')).rejects.toThrow(TooBusyError);
    busy.mockRestore();
    expect(ended).toEqual(['http://feeds.example.com/']);
  });

  it('a refetch keeps its slot for a download until the feed is parsed, since the body takes memory until then', async () => {
    const podcast = await aPodcast();
    await test.db.transaction((tx) => refetches.insert(tx, podcast));
    answer = feedOf('one');
    const claimed = (await claimOne())!;
    const semaphores: FairSemaphore[] = [];
    const order: string[] = [];
    const acquire = Reflect.get(FairSemaphore.prototype, 'acquire');
    const acquiring = jest.spyOn(FairSemaphore.prototype, 'acquire').mockImplementation(async function (this: FairSemaphore, key) {
      const release = await acquire.call(this, key);
      const name = semaphores.push(this) === 1 ? 'download' : 'parse';
      order.push(`${name} begins`);
      return () => {
        order.push(`${name} ends`);
        release();
      };
    });
    await readerOn(test.db).read(claimed, 'http://feeds.example.com/').finally(() => acquiring.mockRestore()); // prettier-ignore
    expect(order).toEqual(['download begins', 'parse begins', 'parse ends', 'download ends']);
  });

  it('a refetch that its worker has released too late belongs to the next', async () => {
    const podcast = await aPodcast();
    await test.db.transaction((tx) => refetches.insert(tx, podcast));
    const lapsed = (await claimOne())!;
    clock.ahead = 100_000;
    const { claim } = (await claimOne())!;
    await claims.release(lapsed, clock.now(), false);
    expect(await refetches.latest(podcast)).toMatchObject({ status: 'fetching', claim, attempts: 2 });
  });

  it('a refetch gives the guid that a feed has later to the episode of its audio, and the stock of that guid to it', async () => {
    const podcast = await aPodcast();
    const enclosure = '<enclosure url="https://media.example.com/1.mp3"/>';
    answer = () => channel(`<title>One</title>${enclosure}`);
    await refetch(podcast);
    await aVideoStock(test.db, { podcastId: podcast, matchGuid: 'one' });
    answer = () => channel(`<guid>one</guid>${enclosure}`);
    expect(await refetch(podcast)).toMatchObject({ episodesCreated: 0, episodesUpdated: 1, stocksMatched: 1 });
    expect(await refetch(podcast)).toMatchObject({ episodesCreated: 0, episodesUpdated: 0, stocksMatched: 0 });
    expect(await guidsOf(podcast)).toEqual(['one']);
  });

  it('a refetch that renames an episode gives it to the stock that waits for its title (contract 9.5)', async () => {
    const podcast = await aPodcast();
    answer = feedOf('one', 'two');
    await refetch(podcast);
    const stock = await aVideoStock(test.db, { podcastId: podcast, matchTitle: 'The Whole Truth' });
    expect(await refetch(podcast)).toMatchObject({ episodesUpdated: 0, stocksMatched: 0 });
    answer = () => channel('<guid>one</guid><title>the whole  truth</title>');
    expect(await refetch(podcast)).toMatchObject({ episodesCreated: 0, episodesUpdated: 1, stocksMatched: 1 });
    const matched = await test.db.query<unknown[]>(
      'SELECT e.guid, s.status FROM video_stocks s JOIN episodes e ON e.id = s.matched_episode_id WHERE s.id = $1',
      [stock],
    );
    expect(matched).toEqual([{ guid: 'one', status: 'matched' }]);
  });

  it('a refetch of more episodes than one statement writes has them all, in their order, and changes them all', async () => {
    const podcast = await aPodcast();
    const guids = Array.from({ length: 4001 }, (_, index) => `g${index}`);
    answer = feedOf(...guids.toReversed());
    expect(await refetch(podcast)).toMatchObject({ episodesCreated: 4001, episodesUpdated: 0 });
    expect(await guidsOf(podcast)).toEqual(guids);
    answer = () => channel(...guids.map((guid) => `<guid>${guid}</guid><title>New</title>`));
    expect(await refetch(podcast)).toMatchObject({ episodesCreated: 0, episodesUpdated: 4001 });
    expect(await test.db.query('SELECT DISTINCT title FROM episodes WHERE podcast_id = $1', [podcast])).toEqual([{ title: 'New' }]);
  });

  it('a refetch of ill-formed bytes changes nothing', async () => {
    const podcast = await aPodcast();
    answer = feedOf('Grüße');
    await refetch(podcast);
    const feed = '<rss><channel><item><guid>Grüße</guid><title>Grüße!</title></item></channel></rss>';
    answer = () => ({ body: Buffer.from(feed, 'latin1') });
    expect(await refetch(podcast)).toMatchObject({ status: 'failed', failureCode: 'invalid_xml', httpStatus: 200 });
    expect(await guidsOf(podcast)).toEqual(['Grüße']);
  });

  it('a refetch of a feed without guids adds no episode when its audio URLs are signed anew', async () => {
    const podcast = await aPodcast();
    let token = 0;
    answer = () => {
      token += 1;
      const item = (name: string) => `<title>${name}</title><enclosure url="https://media.example.com/${name}.mp3?token=${token}"/>`;
      return channel(item('two'), item('one'));
    };
    expect(await refetch(podcast)).toMatchObject({ episodesCreated: 2, episodesUpdated: 0 });
    expect(await refetch(podcast)).toMatchObject({ episodesCreated: 0, episodesUpdated: 2 });
    const urls = await test.db.query<{ audio_url: string }[]>('SELECT audio_url FROM episodes WHERE podcast_id = $1 ORDER BY id', [podcast]); // prettier-ignore
    expect(urls.map(({ audio_url }) => audio_url)).toEqual(['https://media.example.com/one.mp3?token=2', 'https://media.example.com/two.mp3?token=2']); // prettier-ignore
  });

  it('a refetch of a feed that returns to what it was before brings that back, also when it had no guids in between', async () => {
    const podcast = await aPodcast();
    const enclosure = '<enclosure url="https://media.example.com/1.mp3"/>';
    const version = (...items: string[]) => {
      answer = () => channel(...items);
      return refetch(podcast);
    };
    const [first, second] = [`<guid>1</guid><title>First</title>${enclosure}`, `<guid>1</guid><title>Second</title>${enclosure}`];
    const other = '<guid>2</guid><title>Other</title>';
    expect(await version(first, other)).toMatchObject({ status: 'succeeded', episodesCreated: 2, episodesUpdated: 0 });
    expect(await version(first, other)).toMatchObject({ status: 'succeeded', episodesCreated: 0, episodesUpdated: 0 });
    expect(await version(second, other)).toMatchObject({ episodesCreated: 0, episodesUpdated: 1 });
    expect(await version(first, other)).toMatchObject({ episodesCreated: 0, episodesUpdated: 1 });
    expect(await version(`<title>Without</title>${enclosure}`)).toMatchObject({ episodesCreated: 0, episodesUpdated: 1 });
    expect(await version(first, other)).toMatchObject({ episodesCreated: 0, episodesUpdated: 1 });
    expect(await test.db.query('SELECT guid, title FROM episodes WHERE podcast_id = $1 ORDER BY guid', [podcast])).toEqual([
      { guid: '1', title: 'First' },
      { guid: '2', title: 'Other' },
    ]);
  });

  it.each<[keyof FeedItem, string, string]>([
    ['title', '<guid>1</guid><title>new</title>', `title = 'new'`],
    ['durationSeconds', '<guid>1</guid><itunes:duration>61</itunes:duration>', 'duration_seconds = 61'],
    ['publishedAt', '<guid>1</guid><pubDate>Tue, 10 Jun 2025 04:00:00 GMT</pubDate>', `published_at = '2025-06-10T04:00:00Z'`],
    ['audioUrl', '<guid>1</guid><enclosure url="https://a.example/new.mp3"/>', `audio_url = 'https://a.example/new.mp3'`],
  ])('a refetch stores a change of %s alone', async (_, item, condition) => {
    const podcast = await aPodcast();
    answer = () => channel('<guid>1</guid>', '<guid>2</guid>');
    await refetch(podcast);
    answer = () => channel(item, '<guid>2</guid>');
    expect(await refetch(podcast)).toMatchObject({ episodesCreated: 0, episodesUpdated: 1 });
    expect(await refetch(podcast)).toMatchObject({ episodesCreated: 0, episodesUpdated: 0 });
    expect(await test.db.query(`SELECT guid FROM episodes WHERE podcast_id = $1 AND ${condition}`, [podcast])).toEqual([{ guid: '1' }]);
  });

  it('a refetch gives an episode that something else has changed what the feed says of it', async () => {
    const podcast = await aPodcast();
    answer = feedOf('one', 'two');
    await refetch(podcast);
    await test.db.query(`UPDATE episodes SET title = 'changed by hand' WHERE podcast_id = $1 AND guid = 'one'`, [podcast]);
    expect(await refetch(podcast)).toMatchObject({ episodesUpdated: 1 });
    expect(await test.db.query('SELECT title FROM episodes WHERE podcast_id = $1 ORDER BY title', [podcast])).toEqual([{ title: 'one' }, { title: 'two' }]); // prettier-ignore
  });

  it('a refetch loads only what its feed names, however many episodes the podcast has', async () => {
    const podcast = await aPodcast();
    await test.db.query(
      `INSERT INTO episodes (id, podcast_id, title, guid, audio_url)
       SELECT gen_random_uuid(), $1, 'Grown', CASE WHEN n / 50 % 2 = 0 THEN 'urn:' || n END,
              'https://media.example.com/' || n % 50 || '.mp3?token=' || n FROM generate_series(1, 5000) n`,
      [podcast],
    );
    const audio = new Set(['https://media.example.com/1.mp3', 'https://media.example.com/2.mp3', 'https://media.example.com/none.mp3']);
    const known = await test.db.transaction((tx) => episodes.known(tx, podcast, { guids: new Set(), audio, audioAlone: audio }));
    expect(known).toHaveLength(4); // of each audio the one with a guid and the one without
  });

  it('a refetch that would give a podcast more than 100,000 episodes changes nothing', async () => {
    const podcast = await aPodcast();
    const fill = (count: number) =>
      test.db.query(
        `INSERT INTO episodes (id, podcast_id, title, guid) SELECT gen_random_uuid(), $1, 'Old', gen_random_uuid() FROM generate_series(1, $2::int)`,
        [podcast, count],
      );
    await fill(99_998);
    answer = feedOf('a', 'b');
    expect(await refetch(podcast)).toMatchObject({ status: 'succeeded', episodesCreated: 2 });
    answer = () => channel('<guid>a</guid><title>New</title>', '<guid>c</guid>');
    expect(await refetch(podcast)).toMatchObject({ status: 'failed', failureCode: 'too_many_episodes', httpStatus: 200, episodesUpdated: 0 }); // prettier-ignore
    expect(await test.db.query('SELECT title FROM episodes WHERE podcast_id = $1 AND guid = $2', [podcast, 'a'])).toEqual([{ title: 'a' }]);
    answer = feedOf('a', 'b');
    expect(await refetch(podcast)).toMatchObject({ status: 'succeeded', episodesCreated: 0 });
  });

  it('a refetch of more than 20,000 episodes at a time changes nothing', async () => {
    const podcast = await aPodcast();
    answer = feedOf(...Array.from({ length: 20_001 }, (_, index) => `g${index}`));
    expect(await refetch(podcast)).toMatchObject({ status: 'failed', failureCode: 'too_many_episodes', httpStatus: 200 });
    expect(await guidsOf(podcast)).toEqual([]);
  });

  it('a refetch says what it repaired in the feed, and where the feed is broken', async () => {
    const podcast = await aPodcast();
    answer = () => ({ body: '<rss><channel>\n<item><title>a & b</title></item></channel></rss>' });
    expect(await refetch(podcast)).toMatchObject({ status: 'succeeded', warnings: [{ code: 'bare_ampersand', line: 2 }] });
    answer = () => ({ body: '<rss><channel>\n<item></channel></rss>' });
    expect(await refetch(podcast)).toMatchObject({ failureCode: 'invalid_xml', failureLine: 2, failureColumn: 7, warnings: [] });
  });

  it('a refetch sends validators only to the URL that they came from', async () => {
    const podcast = await aPodcast();
    const sent: unknown[] = [];
    answer = (_url, { headers = {} }) => {
      sent.push(headers['If-None-Match']);
      return { ...feedOf('one')(), headers: { etag: '"v1"' } };
    };
    await refetch(podcast);
    await refetch(podcast);
    await test.db.query(`UPDATE podcasts SET feed_url = 'http://feeds.example.com/moved' WHERE id = $1`, [podcast]);
    await refetch(podcast);
    await refetch(podcast);
    expect(sent).toEqual([undefined, '"v1"', undefined, '"v1"']);
  });

  it('a refetch sends no validators that the feed no longer has', async () => {
    const podcast = await aPodcast();
    const sent: unknown[] = [];
    answer = (_url, { headers = {} }) => {
      sent.push(headers['If-None-Match']);
      return { ...feedOf('one')(), headers: sent.length === 1 ? { etag: '"v1"' } : {} };
    };
    for (let time = 0; time < 3; time++) await refetch(podcast);
    expect(sent).toEqual([undefined, '"v1"', undefined]);
  });

  it('a refetch finds its stocks beside a link of the same moment without a deadlock', async () => {
    for (let round = 0; round < 10; round++) {
      const podcast = await aPodcast();
      const stocks = await Promise.all(Array.from({ length: 5 }, (_, index) => aVideoStock(test.db, { podcastId: podcast, matchGuid: `g${index}` }))); // prettier-ignore
      answer = feedOf('g0', 'g1', 'g2', 'g3', 'g4');
      const cancels = stocks.map((id) => test.db.query(`UPDATE video_stocks SET status = 'canceled' WHERE id = $1 AND status = 'ready'`, [id])); // prettier-ignore
      const [result] = await Promise.all([refetch(podcast), ...cancels]);
      expect(result.status).toBe('succeeded');
    }
  });
});

describe('the text of a feed (contract 17.4)', () => {
  const sources = () => new FeedSourcesQueries(test.db, hosts, clock);

  it('the text of a feed is kept once its owner has requested a refetch, and from then on by every refetch', async () => {
    const podcast = await aPodcast();
    answer = feedOf('one');
    await refetch(podcast);
    const first = await sources().of(podcast);
    expect([first?.text, first?.marks.items.map(({ guid }) => guid)]).toEqual([feedOf('one')().body, ['one']]);
    answer = feedOf('one', 'two');
    await test.db.query(
      `UPDATE feeds SET next_refetch_at = now() - interval '1 minute', host = 'feeds.example.com' WHERE podcast_id = $1`,
      [podcast],
    );
    await hosts.expect(test.db.manager, [{ host: 'feeds.example.com', turnAt: clock.now() }]);
    await until(async () => (await next(), (await refetches.latest(podcast))?.automatic === true));
    expect((await sources().of(podcast))?.text).toBe(feedOf('one', 'two')().body);
  });

  it('the text of a feed is not kept by automatic refetches alone', async () => {
    const podcast = await aPodcast(new Date(0));
    await test.db.query(`UPDATE podcasts SET feed_url = 'http://alone.example.com/' WHERE id = $1`, [podcast]);
    await upkeep.planFeeds();
    answer = feedOf('one');
    await until(async () => (await next(), (await refetches.latest(podcast))?.status === 'succeeded'));
    expect(await sources().of(podcast)).toBeUndefined();
  });

  it('the text of a feed is fetched within seconds once it is wanted, although the feed has not changed', async () => {
    const podcast = await aPodcast();
    await test.db.query(`UPDATE podcasts SET feed_url = 'http://wanted.example.com/' WHERE id = $1`, [podcast]);
    answer = (_url, { headers }) => (headers?.['If-None-Match'] ? { status: 304 } : { ...feedOf('one')(), headers: { etag: '"1"' } });
    await refetch(podcast);
    // Automatic refetches leave such a state.
    await test.db.query('DELETE FROM feed_sources WHERE podcast_id = $1', [podcast]);
    await upkeep.planFeeds();
    expect(await refetch(podcast)).toMatchObject({ status: 'not_modified' });
    await test.db.transaction((tx) => sources().keep(tx, podcast));
    expect(await sources().of(podcast)).toBeUndefined();
    clock.ahead = 6000;
    await until(async () => (await next(), (await refetches.latest(podcast))?.automatic === true));
    expect(await refetches.latest(podcast)).toMatchObject({ status: 'succeeded', episodesCreated: 0, episodesUpdated: 0 });
    expect((await sources().of(podcast))?.text).toBe(feedOf('one')().body);
  });

  it('the text of a feed that is wanted already is not fetched for it once more', async () => {
    const podcast = await aPodcast();
    await upkeep.planFeeds();
    const nextAt = async () =>
      (await test.db.query<[{ next_refetch_at: Date }]>('SELECT next_refetch_at FROM feeds WHERE podcast_id = $1', [podcast]))[0].next_refetch_at.getTime() - clock.now().getTime(); // prettier-ignore
    await test.db.transaction((tx) => sources().keep(tx, podcast));
    expect(await nextAt()).toBeLessThanOrEqual(5000);
    await test.db.query(`UPDATE feeds SET next_refetch_at = now() + interval '1 hour' WHERE podcast_id = $1`, [podcast]);
    await test.db.transaction((tx) => sources().keep(tx, podcast));
    expect(await nextAt()).toBeGreaterThan(HOUR_MS / 2);
  });
});

describe('a feed that says where it is from now on (contract 10.3)', () => {
  const moving = (guid: string): ScriptedAnswer => ({
    body: `<rss xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><itunes:new-feed-url>http://new.example.com/</itunes:new-feed-url><item><guid>${guid}</guid></item></channel></rss>`,
  });

  it.each([
    [
      'is followed from the next refetch on, when an item of it is there',
      feedOf('other', 'one'),
      ['feeds.example.com', 'new.example.com', 'new.example.com'],
    ],
    ['is not followed to a feed of other items', feedOf('other'), ['feeds.example.com', 'new.example.com', 'feeds.example.com']],
    [
      'is not followed to what is no feed',
      () => ({ body: '<html></html>' }),
      ['feeds.example.com', 'new.example.com', 'feeds.example.com'],
    ],
  ])('a feed that says where it is from now on %s', async (_, there, expected) => {
    const podcast = await aPodcast();
    const asked: string[] = [];
    answer = (url) => {
      asked.push(url.host);
      return url.host === 'new.example.com' ? there() : moving('one');
    };
    expect(await refetch(podcast)).toMatchObject({ status: 'succeeded', episodesCreated: 1 });
    expect(await refetch(podcast)).toMatchObject({ status: 'succeeded' });
    expect(asked.slice(0, 3)).toEqual(expected);
  });
});

describe('an automatic refetch', () => {
  beforeEach(() => test.db.query('TRUNCATE feeds, feed_hosts, rss_refetches; UPDATE podcasts SET feed_url = NULL'));

  const at = (podcast: string, url: string) => test.db.query('UPDATE podcasts SET feed_url = $2 WHERE id = $1', [podcast, url]);
  const status = async (podcast: string) => (await refetches.latest(podcast))?.status;
  const planned = async (podcast: string) =>
    (await test.db.query<{ failures: number; next_refetch_at: Date; host: string; moved_to: string | null }[]>('SELECT * FROM feeds WHERE podcast_id = $1', [podcast]))[0]!; // prettier-ignore

  /** Podcasts whose feeds are at `host` and due; of an owner of their own when `apart`. */
  async function dueFeeds(count: number, host: string, ownerId = owner): Promise<string[]> {
    const podcasts = [];
    for (let made = 0; made < count; made++) {
      const podcast = await aPodcast(new Date(0));
      await test.db.query('UPDATE podcasts SET feed_url = $2, owner_id = $3 WHERE id = $1', [podcast, `http://${host}/${made}`, ownerId]);
      podcasts.push(podcast);
    }
    await upkeep.planFeeds();
    return podcasts;
  }

  async function anOwner(): Promise<string> {
    const id = newId();
    await test.db.query(`INSERT INTO users (id, name) VALUES ($1, 'Another')`, [id]);
    return id;
  }

  it('an automatic refetch comes within one and a half hours after its podcast was created, and then every hour', async () => {
    const podcast = await aPodcast();
    answer = feedOf('one');
    await upkeep.planFeeds();
    expect([await next(), await status(podcast)]).toEqual([false, undefined]);
    clock.ahead = 1.5 * HOUR_MS;
    expect([await next(), await status(podcast)]).toEqual([true, 'succeeded']);
    expect(await refetches.latest(podcast)).toMatchObject({ automatic: true, host: 'feeds.example.com' });
    clock.ahead += HOUR_MS / 3;
    expect(await next()).toBe(false);
    clock.ahead += (HOUR_MS * 7) / 6;
    expect([await next(), await next()]).toEqual([true, false]);
  });

  it('an automatic refetch requests one host at most once a second', async () => {
    await dueFeeds(3, 'feeds.example.com');
    answer = feedOf('one');
    clock.stoppedAt = Date.now();
    expect([await next(), await next()]).toEqual([true, false]);
    clock.ahead += 500;
    expect(await next()).toBe(false);
    clock.ahead += 500;
    expect([await next(), await next()]).toEqual([true, false]);
  });

  it('an automatic refetch of a host comes at most twice at a time, whichever worker', async () => {
    await dueFeeds(4, 'feeds.example.com');
    const begun = [];
    for (let second = 0; second < 4; second++) {
      begun.push(...(await claims.claimAutomatic(MANY)));
      clock.ahead += 1000;
    }
    expect(begun).toHaveLength(2);
    answer = feedOf('one');
    await refetcher.refetch(begun[0]!, running);
    expect(await claims.claimAutomatic(MANY)).toHaveLength(1);
  });

  it('an automatic refetch of a host does not wait for workers that died while they asked it', async () => {
    await dueFeeds(3, 'feeds.example.com');
    const begun = [];
    for (; begun.length < 2; clock.ahead += 1000) begun.push(...(await claims.claimAutomatic(ONE)));
    expect(await claims.claimAutomatic(ONE)).toEqual([]);
    clock.ahead += 90_000;
    const podcasts = [...begun, ...(await claims.claimAutomatic(ONE))].map(({ podcastId }) => podcastId);
    expect(new Set(podcasts).size).toBe(3);
  });

  it('an automatic refetch that gives way to others being read takes its turn at the host anew', async () => {
    await dueFeeds(4, 'feeds.example.com');
    answer = feedOf('one');
    const busy = jest.spyOn(episodes, 'changed').mockRejectedValueOnce(new TooBusyError());
    const [given] = await claims.claimAutomatic(ONE);
    await refetcher.refetch(given!, running);
    busy.mockRestore();
    expect(await refetches.latest(given!.podcastId)).toBeNull();
    const begun = [];
    for (clock.ahead += 20_000; begun.length < 2; clock.ahead += 1000) begun.push(...(await claims.claimAutomatic(MANY)));
    expect([await claims.claimRequested(MANY), await claims.claimAutomatic(MANY)]).toEqual([[], []]);
  });

  it('an automatic refetch of one host does not wait for those of another', async () => {
    await dueFeeds(3, 'feeds.example.com');
    const other = await dueFeeds(1, 'other.example.com');
    const claimed = await claims.claimAutomatic(MANY);
    expect(claimed).toHaveLength(2);
    expect(claimed.map(({ podcastId }) => podcastId)).toEqual(expect.arrayContaining(other));
  });

  it('an automatic refetch of one user does not wait for those of another', async () => {
    const other = await anOwner();
    for (let host = 0; host < 100; host++) await dueFeeds(1, `host${host}.example.com`);
    const [podcast] = await dueFeeds(1, 'other.example.com', other);
    const full = { free: 4, perOwner: 8, running: new Map([[owner, 8]]) };
    expect(await claims.claimAutomatic(full)).toMatchObject([{ podcastId: podcast, ownerId: other }]);
    expect(await claims.claimAutomatic(full)).toEqual([]);
    clock.ahead += 1000;
    expect(await claims.claimAutomatic({ ...full, running: new Map([[owner, 7]]) })).toMatchObject([{ ownerId: owner }]);
  });

  it('an automatic refetch of a user who has all its places follows at once when one of them is free', async () => {
    for (let host = 0; host < 6; host++) await dueFeeds(1, `host${host}.example.com`);
    expect(await claims.claimAutomatic({ free: 8, perOwner: 2, running: new Map([[owner, 2]]) })).toEqual([]);
    expect(await claims.claimAutomatic({ free: 8, perOwner: 2, running: new Map([[owner, 1]]) })).toHaveLength(1);
    expect(await claims.claimAutomatic({ free: 8, perOwner: 8, running: new Map() })).toHaveLength(5);
  });

  it('an automatic refetch of a feed that fails comes half as often each time', async () => {
    const [podcast] = (await dueFeeds(1, 'feeds.example.com')) as [string];
    answer = () => ({ status: 500 });
    const waits: number[] = [];
    for (let failures = 1; failures <= 4; failures++) {
      expect(await next()).toBe(true);
      const row = await planned(podcast);
      waits.push((row.next_refetch_at.getTime() - clock.now().getTime()) / HOUR_MS);
      expect(row.failures).toBe(failures);
      clock.ahead += row.next_refetch_at.getTime() - clock.now().getTime();
    }
    for (const [index, wait] of waits.entries()) expect(Math.abs(wait - 2 ** (index + 1))).toBeLessThan(0.51);
    const events = await test.db.query<object[]>(`SELECT body::json#>>'{data,status}' AS status FROM events WHERE podcast_id = $1`, [
      podcast,
    ]);
    expect(events).toEqual(Array(4).fill({ status: 'failed' }));
  });

  it.each([429, 503])('after a %s automatic refetches leave the host alone for as long as it asks, its other feeds too', async (code) => {
    await dueFeeds(2, 'feeds.example.com');
    answer = () => ({ status: code, headers: { 'retry-after': '7200' } });
    expect(await next()).toBe(true);
    const [{ podcast_id: podcast }] = await test.db.query<[{ podcast_id: string }]>('SELECT podcast_id FROM rss_refetches');
    clock.ahead += 7_199_000;
    expect(await next()).toBe(false);
    answer = feedOf('one');
    expect(await refetch(podcast)).toMatchObject({ status: 'succeeded' }); // one that is requested is done
    clock.ahead += 2000;
    expect(await next()).toBe(true);
  });

  it('an automatic refetch asks where the feed has moved for good, until that fails', async () => {
    const [podcast] = (await dueFeeds(1, 'feeds.example.com')) as [string];
    const asked: string[] = [];
    let isGone = false;
    answer = ({ host, pathname }) => {
      asked.push(`${host}${pathname}`);
      if (host === 'feeds.example.com') return { status: 301, headers: { location: 'http://moved.example.com/new' } };
      return isGone ? { status: 404 } : feedOf('one')();
    };
    expect(await refetch(podcast)).toMatchObject({ status: 'succeeded' });
    await upkeep.planFeeds(); // plans turns of the host, which is new
    expect(await planned(podcast)).toMatchObject({ moved_to: 'http://moved.example.com/new', host: 'moved.example.com' });
    clock.ahead += 2 * HOUR_MS;
    expect([await next(), await status(podcast)]).toEqual([true, 'succeeded']);
    isGone = true;
    expect(await refetch(podcast)).toMatchObject({ failureCode: 'http_error', httpStatus: 404 });
    await refetch(podcast);
    const [old, moved] = ['feeds.example.com/0', 'moved.example.com/new'];
    expect(asked).toEqual([old, moved, moved, moved, old, moved]);
  });

  it('an automatic refetch keeps where the feed has moved when that is stored while turns are planned', async () => {
    const podcast = await aPodcast(new Date(0));
    answer = ({ host }) =>
      host === 'feeds.example.com' ? { status: 301, headers: { location: 'http://moved.example.com/new' } } : feedOf('one')();
    const planTurns = hosts.expect.bind(hosts);
    jest.spyOn(hosts, 'expect').mockImplementationOnce(async (...turns) => {
      expect(await refetch(podcast)).toMatchObject({ status: 'succeeded' }); // the feeds to plan have been read
      await planTurns(...turns);
    });
    await upkeep.planFeeds();
    await upkeep.planFeeds();
    expect(await planned(podcast)).toMatchObject({ moved_to: 'http://moved.example.com/new', host: 'moved.example.com' });
  });

  it('an automatic refetch is at the host of the new URL after its podcast got another', async () => {
    const [podcast] = (await dueFeeds(1, 'feeds.example.com')) as [string];
    await test.db.query(`UPDATE feeds SET moved_to = 'http://moved.example.com/'`);
    await at(podcast, 'http://other.example.com/');
    await upkeep.planFeeds();
    expect(await planned(podcast)).toMatchObject({ host: 'other.example.com', moved_to: null });
    answer = feedOf('one');
    expect(await next()).toBe(true);
    await at(podcast, null as unknown as string);
    await upkeep.planFeeds();
    expect(await test.db.query('SELECT FROM feeds WHERE podcast_id = $1', [podcast])).toEqual([]);
  });

  it('an automatic refetch whose redirect leads to a busy host is postponed, and asks that host in its turn', async () => {
    const [podcast] = (await dueFeeds(1, 'feeds.example.com')) as [string];
    answer = ({ host }) =>
      host === 'feeds.example.com' ? { status: 302, headers: { location: 'http://other.example.com/' } } : feedOf('one')();
    await hosts.rest(test.db.manager, 'other.example.com', new Date(clock.now().getTime() + HOUR_MS));
    expect([await next(), await status(podcast)]).toEqual([true, undefined]);
    expect((await planned(podcast)).next_refetch_at.getTime() - clock.now().getTime()).toBeGreaterThan(0.99 * HOUR_MS);
    expect(await next()).toBe(false);
    clock.ahead += HOUR_MS;
    expect([await next(), await status(podcast)]).toEqual([true, 'succeeded']);
    expect(await refetches.latest(podcast)).toMatchObject({ host: 'other.example.com' });
  });

  it('an automatic refetch does not wait for a feed that somebody requests a refetch of at this moment, and claims others', async () => {
    const [podcast] = (await dueFeeds(1, 'feeds.example.com')) as [string];
    const other = await dueFeeds(1, 'other.example.com');
    await test.db.transaction(async (tx) => {
      await refetches.lock(tx, podcast);
      expect((await claims.claimAutomatic(MANY)).map(({ podcastId }) => podcastId)).toEqual(other);
      expect(await refetches.insert(tx, podcast)).toMatchObject({ status: 'queued' });
    });
  });

  it('an automatic refetch ends beside others, each with its own result', async () => {
    const podcasts = [];
    for (let host = 0; host < 30; host++) podcasts.push(...(await dueFeeds(1, 'feeds.example.com')));
    const claimed = [];
    for (let seconds = 0; claimed.length < 30 && seconds < 300; seconds += 1) {
      const [one] = await claims.claimAutomatic(ONE);
      if (one) claimed.push(one);
      await test.db.query(`UPDATE rss_refetches SET host = NULL`); // all of one host at once
      clock.ahead += 1000;
    }
    expect(claimed.length).toBe(30);
    answer = ({ pathname }) => (pathname.endsWith('7') ? { status: 404 } : feedOf('one')());
    // Another worker has claimed the refetch.
    await test.db.query(`UPDATE rss_refetches SET claim = gen_random_uuid() WHERE id = $1`, [claimed[3]!.id]);
    await Promise.all(claimed.map((one, index) => refetcher.refetch({ ...one, url: `http://feeds.example.com/${index}` }, running)));
    const results = await test.db.query<{ status: string; count: number }[]>('SELECT status, count(*)::int FROM rss_refetches GROUP BY 1 ORDER BY 1'); // prettier-ignore
    expect(results).toEqual([{ status: 'failed', count: 3 }, { status: 'fetching', count: 1 }, { status: 'succeeded', count: 26 }]); // prettier-ignore
    expect(await test.db.query('SELECT count(*)::int FROM feeds WHERE failures = 1')).toEqual([{ count: 3 }]);
  });

  it('an automatic refetch gives way to one that is requested', async () => {
    const [podcast] = (await dueFeeds(1, 'feeds.example.com')) as [string];
    await test.db.transaction((tx) => refetches.insert(tx, podcast));
    expect(await claims.claimAutomatic(MANY)).toEqual([]);
    expect(await claims.claimRequested(MANY)).toMatchObject([{ podcastId: podcast, automatic: false }]);
  });

  it('an automatic refetch is claimed once, by however many workers', async () => {
    for (let host = 0; host < 30; host++) await dueFeeds(1, `host${host}.example.com`);
    const all = (await Promise.all(Array.from({ length: 8 }, () => claims.claimAutomatic({ ...MANY, free: 10 })))).flat();
    clock.ahead += 1000;
    all.push(...(await claims.claimAutomatic(MANY)));
    expect([all.length, new Set(all.map(({ podcastId }) => podcastId)).size]).toEqual([30, 30]);
  });

  it('automatic refetches that are due and running are counted', async () => {
    await dueFeeds(3, 'feeds.example.com');
    await claims.claimAutomatic(MANY);
    expect(await feedsStatus(test.db)).toMatchObject({ due: 2, running: 1, oldestDueAt: expect.any(Date) });
  });
});

it('the latest refetch of a podcast is one row, also with statistics of before other podcasts had any', async () => {
  const [first, other] = [await aPodcast(), await aPodcast()];
  const insert = (podcast: string, count: number) =>
    test.db.query(
      `INSERT INTO rss_refetches (id, podcast_id, status, finished_at) SELECT uuidv7(), $1, 'succeeded', now() FROM generate_series(1, $2)`,
      [podcast, count],
    );
  await test.db.query('DELETE FROM rss_refetches');
  await insert(first, 500);
  await test.db.query('ANALYZE rss_refetches');
  await insert(other, 5000);
  expect(await rowsRead(test.db, (tx) => refetches.latest(first, tx))).toBeLessThan(20);
});

it('a feed of many new episodes is written at the same cost in a session that began when there were few', async () => {
  const session = test.db.createQueryRunner();
  const inSession = Object.assign(Object.create(test.db) as DataSource, { transaction: session.manager.transaction.bind(session.manager) });
  const refetchMany = async (count: number) => {
    const podcast = await aPodcast();
    await test.db.query(
      `INSERT INTO video_stocks (id, podcast_id, owner_id, client_key, status, duration_seconds, match_guid)
       SELECT uuidv7(), $1, $2, n::text, 'ready', 1, 'g' || n FROM generate_series(1, $3) n`,
      [podcast, owner, count],
    );
    answer = feedOf(...Array.from({ length: count }, (_, index) => `g${index + 1}`));
    await test.db.transaction((tx) => refetches.insert(tx, podcast));
    const claimed = await claimOne();
    await refetcherOn(inSession).refetch(claimed!, running);
  };
  try {
    await test.db.query('TRUNCATE episodes, video_stocks CASCADE');
    await refetchMany(10);
    await test.db.query('ANALYZE');
    await refetchMany(10);
    expect(await rowsRead(inSession, () => refetchMany(2000))).toBeLessThan(200_000);
    expect(await test.db.query(`SELECT count(*)::int AS matched FROM video_stocks WHERE status = 'matched'`)).toEqual([{ matched: 2020 }]);
  } finally {
    await session.release();
  }
});

describe('requested refetches', () => {
  it('requested refetches are claimed in turns of their users, and at most one share for each', async () => {
    const other = newId();
    await test.db.query(`INSERT INTO users (id, name) VALUES ($1, 'Another')`, [other]);
    const podcasts = [];
    for (let made = 0; made < 12; made++) podcasts.push(await aPodcast());
    const late = await aPodcast();
    await test.db.query('UPDATE podcasts SET owner_id = $2 WHERE id = $1', [late, other]);
    for (const podcast of [...podcasts, late]) await test.db.transaction((tx) => refetches.insert(tx, podcast));
    const [first, ...rest] = await claims.claimRequested({ free: 1, perOwner: 8, running: new Map([[owner, 1]]) });
    expect([first?.ownerId, rest]).toEqual([other, []]);
    const oldest = await claims.claimRequested({ free: 2, perOwner: 8, running: new Map([[other, 1]]) });
    expect(oldest.map(({ podcastId }) => podcastId).sort()).toEqual(podcasts.slice(0, 2).sort());
    expect(await claims.claimRequested({ free: 16, perOwner: 8, running: new Map([[owner, 1]]) })).toHaveLength(7);
  });

  it('requested refetches are deleted a week after they finished, but for the latest of each podcast', async () => {
    const podcast = await aPodcast();
    answer = feedOf('one');
    const first = await refetch(podcast);
    clock.ahead = 8 * 24 * HOUR_MS;
    const second = await refetch(podcast);
    const left = await test.db.query<{ id: string }[]>('SELECT id FROM rss_refetches WHERE podcast_id = $1', [podcast]);
    expect([left, first.id === second.id]).toEqual([[{ id: second.id }], false]);
  });
});

it('a worker whose look for due refetches gets no answer is not ready and names the loop, until it goes on', () =>
  withPassingTime(async (pass) => {
    const line = Promise.withResolvers<void>();
    class BlockedClaims extends ClaimsQueries {
      override async nothingDueForMs(): Promise<number> {
        await line.promise;
        return super.nothingDueForMs();
      }
    }
    const health = healthOn(test.db);
    const loop = new RefetchLoop(new BlockedClaims(test.db, hosts, clock), refetcher, readerOn(test.db), health, pino({ level: 'silent' }));
    const isStuck = async () => (await health.missing()).includes('feeds.refetch');
    loop.onApplicationBootstrap();
    try {
      expect(await isStuck()).toBe(false);
      pass(61_000);
      await until(isStuck); // what was found out is told for a second
      line.resolve();
      await until(async () => !(await isStuck()));
    } finally {
      line.resolve();
      await loop.beforeApplicationShutdown();
    }
  }));

it('a worker that fails at each look for due refetches is not ready, although its loop goes on', () =>
  withPassingTime(async (pass) => {
    let looks = 0;
    class BrokenClaims extends ClaimsQueries {
      override nothingDueForMs(): Promise<number> {
        looks += 1;
        return Promise.reject(new Error('a bug'));
      }
    }
    const health = healthOn(test.db);
    const loop = new RefetchLoop(new BrokenClaims(test.db, hosts, clock), refetcher, readerOn(test.db), health, pino({ level: 'silent' }));
    loop.onApplicationBootstrap();
    try {
      pass(61_000);
      const before = looks;
      await until(() => (loop.wake(), looks >= before + 2)); // one of them has ended since
      expect(await health.missing()).toContain('feeds.refetch');
    } finally {
      await loop.beforeApplicationShutdown();
    }
  }));

it('a worker that stops waits until a refetch whose episodes are being stored has finished', async () => {
  const podcast = await aPodcast();
  await test.db.transaction((tx) => refetches.insert(tx, podcast));
  answer = feedOf('one');
  const [began, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const changed = episodes.changed.bind(episodes);
  const storing = jest.spyOn(episodes, 'changed').mockImplementationOnce(async (...asked) => {
    began.resolve();
    await goOn.promise;
    return changed(...asked);
  });
  const loop = new RefetchLoop(claims, refetcher, readerOn(test.db), healthOn(test.db), pino({ level: 'silent' }));
  loop.onApplicationBootstrap();
  try {
    await began.promise;
    let hasStopped = false;
    const stopped = loop.beforeApplicationShutdown().then(() => (hasStopped = true));
    await Reflect.get(loop, 'ended'); // the loop claims nothing more
    await turn();
    expect(hasStopped).toBe(false);
    goOn.resolve();
    await stopped;
    expect(await refetches.latest(podcast)).toMatchObject({ status: 'succeeded', episodesCreated: 1 });
  } finally {
    goOn.resolve();
    storing.mockRestore();
    await loop.beforeApplicationShutdown();
  }
});
