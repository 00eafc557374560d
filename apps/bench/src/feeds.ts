/** The figures of feeds: many of them, and one that matches many stocks. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { against, inTurn, type Course } from './measure.ts';
import { median } from './stats.ts';
import type { BenchChild } from './stack.ts';

const FEW = 2000;
const HOSTS = Array.from({ length: 1000 }, (_, number) => `h${number}.example.com`);
const FEEDS = 20_000; // with their episodes
/** Episodes of a small feed (15 kB), and of one that has been published for years (150 kB). */
const EPISODES = [20, 200];
const STOCKS = 26_000;
/** As many as a feed may bring at a time. */
const ITEMS = 20_000;

/**
 * Automatic refetches by two workers, of feeds that were fetched before and have not changed but for the date that their host writes
 * into them. The bare loop asks each host once a second, as the workers must.
 */
export async function manyFeeds({ stack, quick }: Course) {
  const url = await stack.emptyDatabase('many_feeds');
  const [server, bare] = [stack.child('feed-host.ts'), stack.child('feed-host.ts')];
  const port: number = await server.do('port');
  const connectTo = HOSTS.map((host) => `${host}:80:127.0.0.1:${port}`).join(',');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  stack.log(`${FEEDS.toLocaleString('en')} feeds`);
  await client.query(PLANT, [FEEDS, HOSTS.length]);
  await client.query(PLANNED);
  await client.query('VACUUM (ANALYZE) podcasts, feeds, feed_hosts');
  const env = { NODE_ENV: 'test', OUTBOUND_CONNECT_TO: connectTo };
  const workers = await Promise.all([stack.worker({ url }, env), stack.worker({ url }, env)]);
  const seconds = quick ? 15 : 30;
  const ours = () => refetchedPerSecond(client, server, seconds);
  const peer = async () => (await bare.do('bare', { port, hosts: HOSTS.length, atOnce: 36, seconds: 5 })).perSecond;
  const figures = [];
  for (const episodes of EPISODES) {
    await server.do('publish', { episodes });
    await client.query(TAKEN_OVER, [episodes]);
    await client.query('VACUUM (ANALYZE) episodes');
    const [mine = [], theirs = []] = await inTurn([ours, peer], { warm: 1, rounds: quick ? 2 : 4 });
    const what = `refetch of ${FEEDS.toLocaleString('en')} feeds of ${episodes} episodes on 1,000 simulated hosts by 2 workers, feeds a second, against a bare fetch-and-parse loop that asks each host once a second`;
    figures.push(against(what, median(mine), median(theirs), { bar: 0.5, aim: 0.8, unit: 'feeds/s', better: 'higher' }));
  }
  const { rows } = await client.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM rss_refetches WHERE status = 'failed' OR episodes_created > 0`,
  );
  await client.end();
  await Promise.all([...workers, server, bare].map(({ stop }) => stop()));
  if (rows[0]?.n) throw new Error(`${rows[0].n} refetches have failed, or found a change`);
  return figures;
}

/** Feeds that the hosts were asked for while every feed was due. */
async function refetchedPerSecond(client: pg.Client, hosts: BenchChild, seconds: number): Promise<number> {
  await client.query(DUE);
  await sleep(2000); // workers look once a second
  const before: number = await hosts.do('asked');
  const began = performance.now();
  await sleep(seconds * 1000);
  const perSecond = (((await hosts.do('asked')) - before) / (performance.now() - began)) * 1000;
  await client.query(REST);
  await sleep(3000); // what was begun ends
  return perSecond;
}

/** 1,000 users with 100 feeds each; feed n is at host n modulo 1,000. */
const PLANT = `
  WITH made AS (INSERT INTO users (id, name) SELECT uuidv7(), 'U' FROM generate_series(1, 1000) RETURNING id),
  numbered AS (SELECT id, row_number() OVER () - 1 AS number FROM made),
  p AS (
    INSERT INTO podcasts (id, title, owner_id, ownership_confirmed_at, quota_bearer_id, feed_url)
    SELECT uuidv7(), 'P', u.id, now(), u.id, 'http://h' || (n % $2::int) || '.example.com/' || n
      FROM generate_series(0, $1::int - 1) n JOIN numbered u ON u.number = (n / 7) % 1000)
  INSERT INTO feed_hosts (host, free_at, turn_at) SELECT 'h' || n || '.example.com', now(), 'infinity' FROM generate_series(0, $2::int - 1) n`;
/** A trigger has made their feeds. */
const PLANNED = `
  UPDATE feeds f SET feed_url = p.feed_url, host = split_part(p.feed_url, '/', 3), next_refetch_at = now() + interval '1 day'
    FROM podcasts p WHERE p.id = f.podcast_id`;
/** Every feed was taken over with so many items, as feed-host.ts writes them. */
const TAKEN_OVER = `
  INSERT INTO episodes (id, podcast_id, guid, title, duration_seconds, published_at, audio_url)
  SELECT uuidv7(), podcast_id, 'urn:episode:' || n, 'Episode ' || n, 3723, '2025-06-10T04:00:00Z', 'https://media.example.com/' || n || '.mp3'
    FROM feeds, generate_series(0, $1::int - 1) n ON CONFLICT DO NOTHING`;
/** In the order in which workers lock feeds: otherwise this and a worker that records its results deadlock. */
const LOCKED = 'SELECT podcast_id FROM feeds ORDER BY podcast_id FOR UPDATE';
const DUE = `WITH f AS (UPDATE feeds SET next_refetch_at = now() - interval '1 minute' WHERE podcast_id IN (${LOCKED}) RETURNING 1) UPDATE feed_hosts SET turn_at = now()`;
const REST = `WITH f AS (UPDATE feeds SET next_refetch_at = now() + interval '1 day' WHERE podcast_id IN (${LOCKED}) RETURNING 1) UPDATE feed_hosts SET turn_at = 'infinity'`;

/** One refetch of a new feed whose episodes are all waited for, against the same without stocks. */
export async function manyMatches({ stack, quick }: Course) {
  const database = await stack.database(FEW);
  const worker = stack.child('matching-worker.ts', database, { NODE_ENV: 'test' });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ id: string }>(
    'SELECT p.id FROM podcasts p WHERE NOT EXISTS (SELECT 1 FROM episodes e WHERE e.podcast_id = p.id) ORDER BY id DESC LIMIT 100',
  );
  const podcasts = rows.map(({ id }) => id);
  const run = async (stocks: number) => {
    const podcast = podcasts.pop();
    await client.query(WAITING, [podcast, stocks]);
    await client.query('VACUUM (ANALYZE) video_stocks');
    return (await worker.do('refetch', { podcast, items: ITEMS })).milliseconds;
  };
  const [many = [], none = []] = await inTurn([() => run(STOCKS), () => run(0)], { warm: 1, rounds: quick ? 3 : 7 });
  await client.end();
  await worker.stop();
  await stack.settle(database);
  const what = `refetch that brings ${ITEMS.toLocaleString('en')} episodes of ${STOCKS.toLocaleString('en')} that stocks wait for, against the same without stocks`;
  return [against(what, median(many), median(none), { bar: 4, aim: 2, unit: 'ms' })];
}

const WAITING = `
  INSERT INTO video_stocks (id, podcast_id, owner_id, client_key, status, duration_seconds, match_guid)
  SELECT uuidv7(), p.id, p.owner_id, 'waits-' || n, 'ready', 60, 'urn:episode:' || n FROM generate_series(0, $2::int - 1) n JOIN podcasts p ON p.id = $1`;
