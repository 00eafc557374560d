import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { authPersistence } from '@app/auth';
import { Outbound } from '@app/outbound';
import { Clock, newId } from '@app/platform';
import { useDatabase } from '@app/platform/testing';
import { PodcastsService, podcastsPersistence } from '@app/podcasts';
import { QuotaAccounts, quotaPersistence } from '@app/quota';
import { uploadsPersistence } from '@app/uploads';
import { uploadsOn } from '@app/uploads/testing';
import { StockChanges, VideoStocksQueries, videoStocksPersistence } from '@app/video-stocks';
import { aVideoStock } from '@app/video-stocks/testing';
import { webhooksPersistence } from '@app/webhooks';
import { anActiveEndpoint, publisherOn } from '@app/webhooks/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { FeedClient } from './fetching/feed-client.js';
import { feedsPersistence } from './persistence.js';
import { Refetcher } from './refetcher.js';
import { RefetchesQueries } from './refetches.queries.js';

const HOUR_MS = 3_600_000;
const test = useDatabase([authPersistence, podcastsPersistence, webhooksPersistence, quotaPersistence, uploadsPersistence, videoStocksPersistence, feedsPersistence]); // prettier-ignore

class SetClock extends Clock {
  ahead = 0;

  override now(): Date {
    return new Date(Date.now() + this.ahead);
  }
}

let server: Server;
let answer: RequestListener;
let clock: SetClock;
let refetches: RefetchesQueries;
let refetcher: Refetcher;
let aRefetcher: () => Refetcher;
let owner: string;

beforeAll(async () => {
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  clock = new SetClock();
  const { db } = test;
  const podcasts = new PodcastsService(db, undefined as never, clock); // lists nothing here
  const changes = new StockChanges(
    new VideoStocksQueries(db, clock),
    podcasts,
    uploadsOn(db),
    new QuotaAccounts(db),
    publisherOn(db),
    clock,
  );
  const client = new FeedClient(new Outbound(new Map([['feeds.example.com:80', { host: '127.0.0.1', port }]])));
  refetches = new RefetchesQueries(db, clock);
  aRefetcher = () => new Refetcher(db, refetches, client, podcasts, changes, pino({ level: 'silent' }));
  refetcher = aRefetcher();
  owner = newId();
  await db.query(`INSERT INTO users (id, name) VALUES ($1, 'Owner')`, [owner]);
  await anActiveEndpoint(db, owner);
});
beforeEach(async () => {
  clock.ahead = 0;
  await test.db.query('DELETE FROM rss_refetches WHERE finished_at IS NULL');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
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

const feedOf = (...guids: string[]): RequestListener => (_request, response) =>
  response.end(`<rss><channel>${guids.map((guid) => `<item><guid>${guid}</guid><title>${guid}</title></item>`).join('')}</channel></rss>`); // prettier-ignore

/** A refetch from its request to its end. */
async function refetch(podcast: string) {
  await test.db.transaction((tx) => refetches.insert(tx, podcast));
  await refetcher.next();
  return (await refetches.latest(podcast))!;
}

const guidsOf = async (podcast: string) =>
  (await test.db.query<{ guid: string }[]>('SELECT guid FROM episodes WHERE podcast_id = $1 ORDER BY id', [podcast])).map(
    ({ guid }) => guid,
  );

describe('a refetch', () => {
  it('is all or nothing: what fails in the middle leaves episodes, stocks, events and validators as they were', async () => {
    const podcast = await aPodcast();
    answer = feedOf('one');
    expect(await refetch(podcast)).toMatchObject({ status: 'succeeded', episodesCreated: 1 });
    const stock = await aVideoStock(test.db, { podcastId: podcast, matchGuid: 'two' });
    answer = (request, response) => {
      response.setHeader('ETag', '"new"');
      feedOf('two', 'one')(request, response);
    };
    await test.db.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the connection is lost'; END $$;
      CREATE TRIGGER refuse BEFORE UPDATE ON rss_refetches FOR EACH ROW WHEN (new.status = 'succeeded') EXECUTE FUNCTION refuse()`);
    await expect(refetch(podcast)).rejects.toThrow('the connection is lost');
    const [waiting] = await test.db.query<{ status: string }[]>('SELECT status FROM video_stocks WHERE id = $1', [stock]);
    const feed = await test.db.query<{ etag: string | null }[]>('SELECT etag FROM feeds WHERE podcast_id = $1', [podcast]);
    const deliveries = await test.db.query<unknown[]>(`SELECT 1 FROM webhook_deliveries WHERE body LIKE '%' || $1 || '%'`, [stock]);
    expect([await guidsOf(podcast), waiting?.status, feed, deliveries]).toEqual([['one'], 'ready', [{ etag: null }], []]);

    // Its claim lapses, and another worker does it.
    await test.db.query('DROP TRIGGER refuse ON rss_refetches');
    clock.ahead = 100_000;
    expect(await refetcher.next()).toBe(true);
    expect(await refetches.latest(podcast)).toMatchObject({ status: 'succeeded', episodesCreated: 1, stocksMatched: 1 });
    expect(await guidsOf(podcast)).toEqual(['one', 'two']);
  });

  it('whose claim somebody else took over writes nothing', async () => {
    const podcast = await aPodcast();
    answer = (request, response) => {
      void test.db.query('UPDATE rss_refetches SET claim = $2 WHERE podcast_id = $1', [podcast, newId()]).then(() => feedOf('one')(request, response)); // prettier-ignore
    };
    expect(await refetch(podcast)).toMatchObject({ status: 'fetching' });
    expect(await guidsOf(podcast)).toEqual([]);
  });

  it('that takes its workers with it again and again fails', async () => {
    const podcast = await aPodcast();
    answer = feedOf('one');
    await test.db.transaction((tx) => refetches.insert(tx, podcast));
    for (let attempt = 0; attempt < 3; attempt++) {
      await refetches.claimDue(); // and is never heard of again
      clock.ahead += 100_000;
    }
    while (await refetcher.next());
    expect(await refetches.latest(podcast)).toMatchObject({ status: 'failed', failureCode: 'fetch_failed' });
  });

  it('in the middle of which its worker ends is given back, and costs no attempt; the worker takes no other', async () => {
    const [podcast, other] = [await aPodcast(), await aPodcast()];
    await test.db.transaction((tx) => refetches.insert(tx, podcast));
    for (let stops = 0; stops < 4; stops++) {
      const ending = aRefetcher();
      const { promise: asked, resolve } = Promise.withResolvers<void>();
      answer = () => resolve(); // and says nothing
      const turn = ending.next();
      await asked;
      if (stops === 3) await test.db.transaction((tx) => refetches.insert(tx, other));
      ending.onModuleDestroy();
      expect([await turn, await ending.next()]).toEqual([true, false]);
      expect(await refetches.latest(podcast)).toMatchObject({ status: 'queued', claim: null, attempts: 0, startedAt: null });
    }
    answer = feedOf('one');
    while (await refetcher.next());
    expect([await refetches.latest(podcast), await refetches.latest(other)]).toMatchObject([
      { status: 'succeeded' },
      { status: 'succeeded' },
    ]);
  });

  it('that its worker has given back too late is the other’s', async () => {
    const podcast = await aPodcast();
    await test.db.transaction((tx) => refetches.insert(tx, podcast));
    const lapsed = await refetches.claimDue();
    clock.ahead = 100_000;
    const { claim } = (await refetches.claimDue())!;
    await refetches.unclaim(lapsed!);
    expect(await refetches.latest(podcast)).toMatchObject({ status: 'fetching', claim, attempts: 2 });
  });

  it('gives the guid that a feed has later to the episode of its audio, and the stock of that guid to it', async () => {
    const podcast = await aPodcast();
    const enclosure = '<enclosure url="https://media.example.com/1.mp3"/>';
    answer = (_request, response) => response.end(`<rss><channel><item><title>One</title>${enclosure}</item></channel></rss>`);
    await refetch(podcast);
    await aVideoStock(test.db, { podcastId: podcast, matchGuid: 'one' });
    answer = (_request, response) => response.end(`<rss><channel><item><guid>one</guid>${enclosure}</item></channel></rss>`);
    expect(await refetch(podcast)).toMatchObject({ episodesCreated: 0, episodesUpdated: 1, stocksMatched: 1 });
    expect(await refetch(podcast)).toMatchObject({ episodesCreated: 0, episodesUpdated: 0, stocksMatched: 0 });
    expect(await guidsOf(podcast)).toEqual(['one']);
  });

  it('that renames an episode gives it to the stock that waits for its title (decisions 9)', async () => {
    const podcast = await aPodcast();
    answer = feedOf('one', 'two');
    await refetch(podcast);
    const stock = await aVideoStock(test.db, { podcastId: podcast, matchTitle: 'The Whole Truth' });
    expect(await refetch(podcast)).toMatchObject({ episodesUpdated: 0, stocksMatched: 0 });
    answer = (_request, response) =>
      response.end('<rss><channel><item><guid>one</guid><title>the whole  truth</title></item></channel></rss>');
    expect(await refetch(podcast)).toMatchObject({ episodesCreated: 0, episodesUpdated: 1, stocksMatched: 1 });
    const matched = await test.db.query<unknown[]>(
      'SELECT e.guid, s.status FROM video_stocks s JOIN episodes e ON e.id = s.matched_episode_id WHERE s.id = $1',
      [stock],
    );
    expect(matched).toEqual([{ guid: 'one', status: 'matched' }]);
  });

  it('of more episodes than one statement writes has them all, in their order, and changes them all', async () => {
    const podcast = await aPodcast();
    const guids = Array.from({ length: 4001 }, (_, index) => `g${index}`);
    answer = feedOf(...guids.toReversed());
    expect(await refetch(podcast)).toMatchObject({ episodesCreated: 4001, episodesUpdated: 0 });
    expect(await guidsOf(podcast)).toEqual(guids);
    answer = (_request, response) => response.end(`<rss><channel>${guids.map((guid) => `<item><guid>${guid}</guid><title>New</title></item>`).join('')}</channel></rss>`); // prettier-ignore
    expect(await refetch(podcast)).toMatchObject({ episodesCreated: 0, episodesUpdated: 4001 });
    expect(await test.db.query('SELECT DISTINCT title FROM episodes WHERE podcast_id = $1', [podcast])).toEqual([{ title: 'New' }]);
  });

  it('of ill-formed bytes changes nothing', async () => {
    const podcast = await aPodcast();
    answer = feedOf('Grüße');
    await refetch(podcast);
    const feed = '<rss><channel><item><guid>Grüße</guid><title>Grüße!</title></item></channel></rss>';
    answer = (_request, response) => response.end(Buffer.from(feed, 'latin1'));
    expect(await refetch(podcast)).toMatchObject({ status: 'failed', failureCode: 'invalid_xml', httpStatus: 200 });
    expect(await guidsOf(podcast)).toEqual(['Grüße']);
  });

  it('of a feed without guids has no episode more, however its audio URLs are signed', async () => {
    const podcast = await aPodcast();
    let token = 0;
    answer = (_request, response) => {
      token += 1;
      const item = (name: string) =>
        `<item><title>${name}</title><enclosure url="https://media.example.com/${name}.mp3?token=${token}"/></item>`;
      response.end(`<rss><channel>${item('two')}${item('one')}</channel></rss>`);
    };
    expect(await refetch(podcast)).toMatchObject({ episodesCreated: 2, episodesUpdated: 0 });
    expect(await refetch(podcast)).toMatchObject({ episodesCreated: 0, episodesUpdated: 2 });
    const urls = await test.db.query<{ audio_url: string }[]>('SELECT audio_url FROM episodes WHERE podcast_id = $1 ORDER BY id', [podcast]); // prettier-ignore
    expect(urls.map(({ audio_url }) => audio_url)).toEqual(['https://media.example.com/one.mp3?token=2', 'https://media.example.com/two.mp3?token=2']); // prettier-ignore
  });

  it('loads only what its feed names, however many episodes the podcast has', async () => {
    const podcast = await aPodcast();
    await test.db.query(
      `INSERT INTO episodes (id, podcast_id, title, audio_url)
       SELECT gen_random_uuid(), $1, 'Grown', 'https://media.example.com/' || n % 50 || '.mp3?token=' || n FROM generate_series(1, 5000) n`,
      [podcast],
    );
    const audio = new Set(['https://media.example.com/1.mp3', 'https://media.example.com/2.mp3', 'https://media.example.com/none.mp3']);
    const known = await test.db.transaction((tx) => refetches.known(tx, podcast, { guids: new Set(), audio, audioAlone: audio }));
    expect(known).toHaveLength(2);
  });

  it('that would give a podcast more than 100,000 episodes changes nothing', async () => {
    const podcast = await aPodcast();
    const fill = (count: number) =>
      test.db.query(
        `INSERT INTO episodes (id, podcast_id, title, guid) SELECT gen_random_uuid(), $1, 'Old', gen_random_uuid() FROM generate_series(1, $2::int)`,
        [podcast, count],
      );
    await fill(99_998);
    answer = feedOf('a', 'b');
    expect(await refetch(podcast)).toMatchObject({ status: 'succeeded', episodesCreated: 2 });
    answer = (_request, response) => response.end('<rss><channel><item><guid>a</guid><title>New</title></item><item><guid>c</guid></item></channel></rss>'); // prettier-ignore
    expect(await refetch(podcast)).toMatchObject({ status: 'failed', failureCode: 'too_many_episodes', httpStatus: 200, episodesUpdated: 0 }); // prettier-ignore
    expect(await test.db.query('SELECT title FROM episodes WHERE podcast_id = $1 AND guid = $2', [podcast, 'a'])).toEqual([{ title: 'a' }]);
    answer = feedOf('a', 'b');
    expect(await refetch(podcast)).toMatchObject({ status: 'succeeded', episodesCreated: 0 });
  });

  it('of more than 20,000 episodes at a time changes nothing', async () => {
    const podcast = await aPodcast();
    answer = feedOf(...Array.from({ length: 20_001 }, (_, index) => `g${index}`));
    expect(await refetch(podcast)).toMatchObject({ status: 'failed', failureCode: 'too_many_episodes', httpStatus: 200 });
    expect(await guidsOf(podcast)).toEqual([]);
  });

  it('says what it repaired in the feed, and where the feed is broken', async () => {
    const podcast = await aPodcast();
    answer = (_request, response) => response.end('<rss><channel>\n<item><guid>1</guid><title>a & b</title></item></channel></rss>');
    expect(await refetch(podcast)).toMatchObject({ status: 'succeeded', warnings: [{ code: 'bare_ampersand', line: 2 }] });
    answer = (_request, response) => response.end('<rss><channel>\n<item></channel></rss>');
    expect(await refetch(podcast)).toMatchObject({ failureCode: 'invalid_xml', failureLine: 2, failureColumn: 7, warnings: [] });
  });

  it('sends no validators of another URL than the feed’s', async () => {
    const podcast = await aPodcast();
    const sent: unknown[] = [];
    answer = (request, response) => {
      sent.push(request.headers['if-none-match']);
      response.setHeader('ETag', '"v1"');
      feedOf('one')(request, response);
    };
    await refetch(podcast);
    await refetch(podcast);
    await test.db.query(`UPDATE podcasts SET feed_url = 'http://feeds.example.com/moved' WHERE id = $1`, [podcast]);
    await refetch(podcast);
    await refetch(podcast);
    expect(sent).toEqual([undefined, '"v1"', undefined, '"v1"']);
  });

  it('finds its stocks beside a link of the same moment without a deadlock', async () => {
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

describe('by itself', () => {
  const due = async (podcast: string) => (await refetches.latest(podcast))?.status;

  it('a feed is refetched an hour or so after its podcast was made, and again after that', async () => {
    const podcast = await aPodcast();
    answer = feedOf('one');
    await refetches.queueDue();
    expect(await due(podcast)).toBe(undefined);
    clock.ahead = 1.3 * HOUR_MS;
    await refetches.queueDue();
    expect(await due(podcast)).toBe('queued');
    while (await refetcher.next());
    expect(await due(podcast)).toBe('succeeded');
    await refetches.queueDue();
    expect((await refetches.latest(podcast))?.status).toBe('succeeded');
    clock.ahead = 2.7 * HOUR_MS;
    await refetches.queueDue();
    expect(await due(podcast)).toBe('queued');
    while (await refetcher.next());
  });

  it('one that fails is asked for less often', async () => {
    const podcast = await aPodcast(new Date(0));
    answer = (_request, response) => response.writeHead(500).end();
    const waits: number[] = [];
    for (let failures = 1; failures <= 4; failures++) {
      await test.db.query('UPDATE feeds SET next_refetch_at = $2 WHERE podcast_id = $1', [podcast, new Date(0)]);
      await refetches.queueDue();
      const before = clock.now().getTime();
      while (await refetcher.next());
      const [row] = await test.db.query<{ failures: number; next_refetch_at: Date }[]>('SELECT * FROM feeds WHERE podcast_id = $1', [
        podcast,
      ]);
      waits.push(Math.round((row!.next_refetch_at.getTime() - before) / 60_000));
      expect(row!.failures).toBe(failures);
    }
    for (const [index, wait] of waits.slice(1).entries()) expect(wait / waits[index]!).toBeCloseTo(2, 1);
  });

  it('finished refetches go after a while, but for the latest', async () => {
    const podcast = await aPodcast();
    answer = feedOf('one');
    const first = await refetch(podcast);
    const second = await refetch(podcast);
    clock.ahead = 31 * 24 * HOUR_MS;
    await refetches.deleteFinishedBefore(clock.now());
    const left = await test.db.query<{ id: string }[]>('SELECT id FROM rss_refetches WHERE podcast_id = $1', [podcast]);
    expect([left, first.id === second.id]).toEqual([[{ id: second.id }], false]);
  });
});
