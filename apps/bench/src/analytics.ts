/** The figures of analytics: the redirect that counts, and the export of a year. */
import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { against, alone, inTurn, type Course } from './measure.ts';
import { forgetPeak, memory, tellsMemory, type Stack } from './stack.ts';
import { median } from './stats.ts';

export type House = { url: string; token: string; podcast: string; episodes: string[] };

const MB = 1024 * 1024;
const DAYS = 366;
const EPISODES = 1000;
const FIRST_DAY = '2024-01-01';
const YEAR = `from=${FIRST_DAY}&to=2024-12-31`;

/** Behind one proxy, which says who listens. */
export const ENV = { TRUST_PROXY: '1' };

export async function redirect({ stack, quick }: Course) {
  const house = await furnish(stack, 'bench_redirect', 0);
  const [api, bare, listeners] = [
    await stack.api(house, 'redirect', ENV),
    stack.child('bare-analytics.ts', house),
    stack.child('listeners.ts'),
  ];
  const seconds = quick ? 2 : 4;
  const [ours = [], peer = []] = await inTurn(
    [api.port, await bare.do('port')].map((port) => async () => {
      return (await listeners.do('flood', { port, episodes: house.episodes, connections: 32, seconds })).perSecond;
    }),
    { warm: quick ? 1 : 2, rounds: quick ? 3 : 7 },
  );
  await api.stop();
  await Promise.all([bare.stop(), listeners.stop()]);
  await stack.settle(house);
  return [
    against('GET /e/{episode}, 32 connections, against bare node:http and pg that do not count', median(ours), median(peer), {
      bar: 0.5,
      aim: 0.8,
      unit: 'requests/s',
      better: 'higher',
    }),
  ];
}

export async function exports({ stack, quick }: Course) {
  const house = await furnish(stack, 'bench_export', 1_000_000);
  const [api, bare, reader] = [await stack.api(house, 'export', ENV), stack.child('bare-analytics.ts', house), stack.child('listeners.ts')];
  const port = await bare.do('port');
  const rounds = quick ? { warm: 1, rounds: 3 } : { warm: 2, rounds: 9 };
  const [ours = [], lisbon = [], peer = []] = await inTurn(
    [
      async () => (await reader.do('download', fileOf(house, api.port))).milliseconds,
      async () => (await reader.do('download', fileOf(house, api.port, '&timezone=Asia/Kolkata'))).milliseconds,
      async () => (await reader.do('download', { port, path: '/copy' })).milliseconds,
    ],
    rounds,
  );
  const { lines } = await reader.do('download', fileOf(house, api.port));
  if (lines !== DAYS * EPISODES + 1) throw new Error(`the file has ${lines} lines`);
  const terms = { bar: 3, aim: 1.5, unit: 'ms' };
  const rows = [
    against('export of 366 days of 1,000 episodes against COPY … TO STDOUT (FORMAT csv) through node', median(ours), median(peer), terms),
    against('the same in days of Asia/Kolkata', median(lisbon), median(peer), { ...terms, bar: null, aim: null }),
  ]; // prettier-ignore
  if (tellsMemory) {
    const idle = memory(api.pid).now;
    forgetPeak(api.pid);
    for (let round = 0; round < (quick ? 2 : 5); round += 1) await reader.do('download', fileOf(house, api.port));
    const growth = (memory(api.pid).peak - idle) / MB;
    rows.push(alone('memory of the api during that export, above idle', Math.max(0, growth), { bar: 60, aim: 30, unit: 'MB' }));
  }
  await api.stop();
  await Promise.all([bare.stop(), reader.stop()]);
  return rows;
}

export function fileOf({ podcast, token }: House, port: number, more: string = '') {
  return { port, token, path: `/api/v1/podcasts/${podcast}/analytics.csv?${YEAR}${more}` };
}

/** A podcast of 1,000 episodes, with about so many downloads, spread evenly over them and a year, rolled up. */
export async function furnish(stack: Stack, name: string, downloads: number): Promise<House> {
  stack.log(`  a podcast with ${downloads.toLocaleString('en')} downloads`);
  const url = await stack.emptyDatabase(name);
  const token = `pat_${randomBytes(32).toString('base64url')}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(
      `WITH u AS (INSERT INTO users (id, name) SELECT uuidv7(), 'Owner' RETURNING id),
            t AS (INSERT INTO api_tokens (id, user_id, hash, permissions) SELECT uuidv7(), id, $1, '{read}' FROM u)
       INSERT INTO podcasts (id, title, owner_id, ownership_confirmed_at, quota_bearer_id) SELECT uuidv7(), 'Busy', id, now(), id FROM u RETURNING id`,
      [createHash('sha256').update(token).digest()],
    );
    const podcast = rows[0].id;
    const { rows: episodes } = await client.query(
      `INSERT INTO episodes (id, podcast_id, title, published_at, audio_url)
       SELECT uuidv7(), $1, 'Episode ' || n || ', as it is called', '2020-01-01', 'https://media.example.com/' || n || '.mp3' FROM generate_series(1, $2::int) n RETURNING id`,
      [podcast, EPISODES],
    );
    if (downloads > 0) await fill(client, downloads / DAYS / EPISODES);
    await client.query('VACUUM (ANALYZE)');
    await client.query('CHECKPOINT');
    if (downloads > 0) await stack.admin(url, ['analytics', 'keep-up']);
    return { url, token, podcast, episodes: episodes.map(({ id }) => id) };
  } finally {
    await client.end();
  }
}

/**
 * Inserts in bulk, past foreign keys and triggers, whose work is done here.
 *
 * @param each downloads of an episode and day
 */
async function fill(client: pg.Client, each: number) {
  await client.query('SET session_replication_role = replica');
  await client.query(`SELECT add_downloads_partition(m, m + interval '1 month') FROM generate_series($1::timestamptz, $1::timestamptz + interval '11 months', interval '1 month') m`, [`${FIRST_DAY}T00:00:00Z`]); // prettier-ignore
  await client.query('ALTER TABLE downloads DROP CONSTRAINT downloads_pkey');
  await client.query(
    `INSERT INTO downloads (id, episode_id, at, listener)
     SELECT uuidv7(), e.id, $1::timestamptz + d * interval '1 day' + (n * 7919 + d * 104729) % 86400 * interval '1 second', md5(d || ' ' || n)
       FROM generate_series(0, $2::int - 1) d, episodes e,
            generate_series(1, floor($3::float8)::int + (hashtext(d || e.title) & 1023 < (($3::float8 - floor($3::float8)) * 1024)::int)::int) n`,
    [`${FIRST_DAY}T00:00:00Z`, DAYS, each],
  );
  await client.query('ALTER TABLE downloads ADD CONSTRAINT downloads_pkey PRIMARY KEY (episode_id, at, id)');
  await client.query(
    'INSERT INTO download_day_states (podcast_id, day) SELECT id, $1::date + d FROM podcasts, generate_series(0, $2::int - 1) d',
    [FIRST_DAY, DAYS],
  );
  await client.query('SET session_replication_role = origin');
}
