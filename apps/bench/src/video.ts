/** The figures of uploads, video stocks and feeds. */
import { join } from 'node:path';
import pg from 'pg';
import { against, alone, inTurn, type Course } from './measure.ts';
import { forgetPeak, memory, tellsMemory } from './stack.ts';
import { median } from './stats.ts';

/** Podcasts of the databases with few and with many stocks. */
const FEW = 2000;
const MANY = 2200;
/** Stocks of one user have databases of their own: those that wait would be the user's, too. */
const LISTED = [2400, 2600];
const STOCKS = 100_000;
/** Podcasts of the user who lists them that have some. */
const HAVE_STOCKS = 200;
const ITEMS = 10_000;
const MB = 1024 * 1024;
const CHUNK = 64 * MB;

export async function uploads({ stack, quick }: Course) {
  const database = await stack.database(FEW);
  const directory = join(stack.dir, 'bare-uploads');
  const [api, bare] = await Promise.all([stack.api(database, 'uploads'), stack.server('bare-tus.ts', { DIRECTORY: directory })]);
  const uploader = stack.child('uploader.ts');
  const bytes = (quick ? 256 : 2048) * MB;
  const upload = { token: database.owner, bytes, chunk: CHUNK };
  const perSecond = (port: number, path: string) => async () =>
    bytes / MB / ((await uploader.do('upload', { ...upload, port, path })).milliseconds / 1000);
  const [ours = [], peer = []] = await inTurn([perSecond(api.port, '/api/v1/uploads'), perSecond(bare.port, '/files')], {
    warm: 1,
    rounds: quick ? 2 : 5,
  });
  const what = `tus upload of ${bytes / MB} MiB in 64 MiB chunks, against bare @tus/server with the same store`;
  const rows = [against(what, median(ours), median(peer), { bar: 0.8, aim: 0.95, unit: 'MiB/s', better: 'higher' })];
  if (tellsMemory) {
    forgetPeak(api.pid);
    const idle = memory(api.pid).now;
    await uploader.do('atOnce', {
      count: 20,
      upload: { ...upload, bytes: (quick ? 1 : 2) * CHUNK, port: api.port, path: '/api/v1/uploads' },
    });
    const growth = (memory(api.pid).peak - idle) / MB;
    rows.push(alone('memory of the api during 20 such uploads at once, above idle', growth, { bar: 150, aim: 60, unit: 'MB' }));
  }
  await Promise.all([api.stop(), bare.stop(), uploader.stop()]);
  return rows;
}

export async function refetch({ stack, quick }: Course) {
  const database = await stack.database(FEW);
  const worker = stack.child('matching-worker.ts', database, { NODE_ENV: 'test' });
  const [podcast] = await podcastsOf(database.url);
  await worker.do('refetch', { podcast, items: ITEMS });
  const [ours = [], peer = []] = await inTurn(
    [
      async () => (await worker.do('refetch', { podcast, items: ITEMS })).milliseconds,
      async () => (await worker.do('read', { items: ITEMS })).milliseconds,
    ],
    { warm: 2, rounds: quick ? 5 : 15 },
  );
  await worker.stop();
  await stack.settle(database);
  const what = 'refetch of a feed of 10,000 items with 1 % changed, against download and parse alone';
  return [against(what, median(ours), median(peer), { bar: 3, aim: 1.5, unit: 'ms' })];
}

export async function matching({ stack, quick }: Course) {
  const databases = [await stack.database(MANY), await stack.database(FEW)];
  const workers = databases.map((database) => stack.child('matching-worker.ts', database, { NODE_ENV: 'test' }));
  const podcasts = await Promise.all(databases.map(async ({ url }) => (await podcastsOf(url)).at(-1)));
  await Promise.all(workers.map((worker, number) => worker.do('stock', { stocks: number === 0 ? STOCKS : 100, but: podcasts[number] })));
  const [many = [], few = []] = await inTurn(
    workers.map((worker, number) => async () => (await worker.do('match', { podcast: podcasts[number] })).milliseconds),
    { warm: 20, rounds: quick ? 50 : 200 },
  );
  await Promise.all(workers.map(({ stop }) => stop()));
  const what = 'matching of one new episode, with 100,000 waiting stocks over all podcasts against 100';
  return [against(what, median(many), median(few), { bar: 1.2, aim: 1.05, unit: 'ms' })];
}

export async function stocks({ stack, quick }: Course) {
  const databases = [await stack.database(LISTED[0] ?? 0), await stack.database(LISTED[1] ?? 0)];
  await Promise.all(databases.map(({ url, owner }, number) => stockFor(url, owner, number === 0 ? STOCKS : 100)));
  const apis = await Promise.all(databases.map((database, number) => stack.api(database, number === 0 ? 'many-stocks' : 'few-stocks')));
  const load = stack.load();
  const [many = [], few = []] = await inTurn(
    databases.map(({ owner: token }, number) => async () => {
      const gets = [{ port: apis[number]?.port ?? 0, token, path: '/api/v1/video-stocks' }];
      return median((await load.do('flood', { gets, connections: 1, seconds: quick ? 0.5 : 1 })).milliseconds);
    }),
    { warm: quick ? 2 : 5, rounds: quick ? 5 : 15 },
  );
  await Promise.all([...apis.map(({ stop }) => stop()), load.stop()]);
  return [against('GET /video-stocks, 50 of 100,000 against 50 of 100', median(many), median(few), { bar: 1.2, aim: 1.05, unit: 'ms' })];
}

async function withClient(url: string, work: (client: pg.Client) => Promise<any>) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const podcastsOf = (url: string): Promise<string[]> =>
  withClient(url, async (client) => (await client.query('SELECT id FROM podcasts ORDER BY id')).rows.map(({ id }) => id));

/** Stocks of podcasts of one user. @param url @param token @param count */
async function stockFor(url: string, token: string, count: number) {
  await withClient(url, async (client) => {
    await client.query(
      `WITH mine AS (
         SELECT owner_id, array_agg(id) AS ids FROM (
           SELECT p.owner_id, p.id FROM podcasts p JOIN api_tokens t ON t.user_id = p.owner_id
            WHERE t.hash = sha256(convert_to($1, 'UTF8')) ORDER BY p.id LIMIT $3) AS first GROUP BY owner_id)
       INSERT INTO video_stocks (id, podcast_id, owner_id, client_key, status, duration_seconds)
       SELECT uuidv7(), mine.ids[1 + n % cardinality(mine.ids)], mine.owner_id, 'mine-' || n, 'canceled', 60 FROM generate_series(1, $2::int) n, mine`,
      [token, count, HAVE_STOCKS],
    );
    await client.query('VACUUM (ANALYZE) video_stocks');
  });
}
