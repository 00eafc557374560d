/** The figures of uploads and feeds. */
import { join } from 'node:path';
import pg from 'pg';
import { against, alone, inTurn, type Course } from './measure.ts';
import { forgetPeak, memory, tellsMemory } from './stack.ts';
import { median } from './stats.ts';

/** Podcasts of the database. */
const PODCASTS = 2000;
const ITEMS = 10_000;
const MB = 1024 * 1024;
const CHUNK = 64 * MB;

export async function uploads({ stack, quick }: Course) {
  const database = await stack.database(PODCASTS);
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
  const database = await stack.database(PODCASTS);
  const worker = stack.child('refetching-worker.ts', database, { NODE_ENV: 'test' });
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
