/** The figures of the list of episodes. */
import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { against, inTurn, type Course, type Row } from './measure.ts';
import { median } from './stats.ts';

type Shelf = { url: string; owners: readonly Owner[] };
type Owner = { token: string; podcast: string };

const MANY = 1_000_000;
const SEARCHED = 100_000;
const FEW = 100;
/** Owners of 100 episodes each beside the first one: a user's requests get a quarter of the connections only. */
const OTHERS = 15;

export async function episodes({ stack, quick }: Course): Promise<Row[]> {
  const long = await shelve(stack, 'bench_episodes_many', MANY);
  const shelves = [long, await shelve(stack, 'bench_episodes_few', FEW)];
  const apis = await Promise.all(shelves.map((shelf, number) => stack.api(shelf, number === 0 ? 'many-episodes' : 'few-episodes')));
  const load = stack.load();
  const gets = shelves.map(({ owners }, number) =>
    owners.map(({ token, podcast }) => ({ port: apis[number]?.port ?? 0, token, path: `/api/v1/podcasts/${podcast}/episodes` })),
  );
  const rounds = { warm: quick ? 2 : 5, rounds: quick ? 5 : 15 };
  const seconds = quick ? 0.5 : 1;
  const [many = [], few = []] = await inTurn(
    gets.map(
      ([get]) =>
        async () =>
          median((await load.do('flood', { gets: [get], connections: 1, seconds })).milliseconds),
    ),
    rounds,
  );
  const bare = stack.child('bare-episodes.ts', long);
  const port = await bare.do('port');
  const floor = long.owners.map(({ podcast }) => ({ port, path: `/${podcast}` }));
  const [ours = [], peer = []] = await inTurn(
    [gets[0], floor].map((all) => async () => (await load.do('flood', { gets: all, connections: 32, seconds: seconds * 3 })).perSecond),
    { warm: 1, rounds: quick ? 3 : 7 },
  );
  await Promise.all([...apis.map(({ stop }) => stop()), load.stop(), bare.stop()]);
  return [
    against('GET /podcasts/{podcast}/episodes, 50 of 1,000,000 against 50 of 100', median(many), median(few), {
      bar: 1.2,
      aim: 1.05,
      unit: 'ms',
    }),
    against('the same of 16 users, 32 connections, against bare node:http and pg with the same statement', median(ours), median(peer), {
      bar: 0.5,
      aim: 0.8,
      unit: 'requests/s',
      better: 'higher',
    }),
  ];
}

/**
 * Titles are "Episode n": the word 12 begins one title in a hundred. Of 100 episodes, EVERY finds all, so that the page
 * has 50, too.
 */
const SOME = '?q=episode%2012';
const EVERY = '?q=episode';

export async function search({ stack, quick }: Course): Promise<Row[]> {
  const shelves = [await shelve(stack, 'bench_search_many', SEARCHED), await shelve(stack, 'bench_search_few', FEW)];
  const apis = await Promise.all(shelves.map((shelf) => stack.api(shelf, 'search')));
  const load = stack.load();
  const find = (shelf: number, query: string) => async () => {
    const [owner] = shelves[shelf]?.owners ?? [];
    const get = { port: apis[shelf]?.port ?? 0, token: owner?.token, path: `/api/v1/podcasts/${owner?.podcast}/episodes${query}` };
    return median((await load.do('flood', { gets: [get], connections: 1, seconds: quick ? 0.5 : 1 })).milliseconds);
  };
  const [many = [], few = [], page = []] = await inTurn([find(0, SOME), find(1, SOME), find(1, EVERY)], {
    warm: 2,
    rounds: quick ? 5 : 15,
  });
  await Promise.all([...apis.map(({ stop }) => stop()), load.stop()]);
  return [
    against('q with words of 1,111 titles of 100,000 against 100 episodes', median(many), median(few), { bar: 2, aim: 1.2, unit: 'ms' }),
    against('the same against 100 episodes that are all found', median(many), median(page), { bar: null, aim: null, unit: 'ms' }),
  ];
}

/**
 * A podcast with so many episodes; every second one has a transcript and chapters, every fourth one a video. They are
 * counted in each podcast, so that the pages that are compared have as many of each.
 */
async function shelve(stack: Course['stack'], name: string, count: number): Promise<Shelf> {
  stack.log(`  a podcast with ${count.toLocaleString('en')} episodes`);
  const url = await stack.emptyDatabase(name);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const owners: Owner[] = [];
    for (let number = 0; number <= OTHERS; number += 1) owners.push(await own(client, number === 0 ? count : FEW));
    const every = (nth: number) =>
      `FROM (SELECT id, podcast_id, row_number() OVER (PARTITION BY podcast_id ORDER BY published_at) AS n FROM episodes) e WHERE n % ${nth} = 0`;
    await client.query(`INSERT INTO transcripts (episode_id, revision, format, segment_count) SELECT id, uuidv7(), 'vtt', 3 ${every(2)}`);
    await client.query(`INSERT INTO chapters (episode_id, position, start_time, title) SELECT id, 1, 0, 'Intro' ${every(2)}`);
    await client.query(
      `INSERT INTO video_stocks (id, podcast_id, owner_id, client_key, status, duration_seconds, matched_episode_id)
       SELECT uuidv7(), e.podcast_id, (SELECT owner_id FROM podcasts p WHERE p.id = e.podcast_id), 'key-' || n, 'matched', 1800, id ${every(4)}`,
    );
    await client.query('VACUUM (ANALYZE)');
    await client.query('CHECKPOINT');
    return { url, owners };
  } finally {
    await client.end();
  }
}

async function own(client: pg.Client, count: number): Promise<Owner> {
  const token = `pat_${randomBytes(32).toString('base64url')}`;
  const { rows } = await client.query(
    `WITH u AS (INSERT INTO users (id, name) SELECT uuidv7(), 'Owner' RETURNING id),
            t AS (INSERT INTO api_tokens (id, user_id, hash, permissions) SELECT uuidv7(), id, $1, '{read}' FROM u)
       INSERT INTO podcasts (id, title, owner_id, ownership_confirmed_at, quota_bearer_id)
       SELECT uuidv7(), 'Long', id, now(), id FROM u RETURNING id`,
    [createHash('sha256').update(token).digest()],
  );
  const podcast = rows[0].id as string;
  await client.query(
    `INSERT INTO episodes (id, podcast_id, title, guid, published_at, duration_seconds, audio_url)
       SELECT uuidv7(), $1, 'Episode ' || n, 'urn:' || n, '2020-01-01'::timestamptz + n * interval '1 minute', 1800,
              'https://media.example.com/' || n || '.mp3'
         FROM generate_series(1, $2::int) n`,
    [podcast, count],
  );
  return { token, podcast };
}
