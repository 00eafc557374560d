/** Measures what an honest user notices of hostile ones (contract 2.10, 2.12). */
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { sender, slowest } from './largest.ts';
import { against, inTurn, type Course, type Row } from './measure.ts';
import { median, quantile } from './stats.ts';
import { transcriptBody } from './transcript.ts';

const WAYS = {
  announce: 'nine users announce 32 MiB each and send 200 kB/s',
  untaken: 'nine users take nothing of 36 large transcripts',
  waiting: 'nine users wait for events 20 times each',
  rename: 'a match is renamed once a second beside 100,000 episodes',
  large: '100,000 episodes are exported and 556 kB of chapters stored, in loops',
};
const LIST = '/api/v1/podcasts';

type User = { token: string; podcast: string; episode: string };

const SCENE = `
  WITH u AS (INSERT INTO users (id, name) SELECT uuidv7(), 'User ' || n FROM generate_series(1, $2::int) n RETURNING id),
       p AS (INSERT INTO podcasts (id, title, owner_id, ownership_confirmed_at, quota_bearer_id) SELECT uuidv7(), 'P', id, now(), id FROM u RETURNING id, owner_id),
       t AS (INSERT INTO api_tokens (id, user_id, hash, permissions)
             SELECT uuidv7(), id, ($1::bytea[])[row_number() OVER ()], '{read,update,delete}' FROM u RETURNING user_id, hash),
       e AS (INSERT INTO episodes (id, podcast_id, title, published_at, audio_url) SELECT uuidv7(), id, 'One', now(), 'https://media.example.com/1' FROM p RETURNING id, podcast_id)
  SELECT t.hash, p.id AS podcast, e.id AS episode FROM t JOIN p ON p.owner_id = t.user_id JOIN e ON e.podcast_id = p.id`;
/** Episodes `$2` to `$3` of the podcast `$1`, each with a download of today. */
const EPISODES = `
  WITH made AS (INSERT INTO episodes (id, podcast_id, title, guid, published_at, audio_url)
                SELECT uuidv7(), $1, 'Episode ' || n || ', as it is called', 'urn:' || n, now() - n * interval '1 minute', 'https://media.example.com/' || n
                  FROM generate_series($2::int, $3::int) n RETURNING id)
  INSERT INTO downloads (id, episode_id, at, listener) SELECT uuidv7(), id, now(), 'l' FROM made`;
const MAX_EPISODES = 100_000;
/** Episodes that one statement inserts, as a refetch does. */
const BATCH_SIZE = 2000;
const STOCK = `
  INSERT INTO video_stocks (id, podcast_id, owner_id, client_key, status, duration_seconds)
  SELECT uuidv7(), id, owner_id, 'key', 'ready', 1 FROM podcasts WHERE id = $1 RETURNING id`;

async function furnish(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const tokens = Array.from({ length: 10 }, () => `pat_${randomBytes(32).toString('base64url')}`);
    const hashes = tokens.map((token) => createHash('sha256').update(token).digest());
    const { rows } = await client.query(SCENE, [hashes, tokens.length]);
    const users: User[] = rows.map(({ hash, podcast, episode }) => ({
      token: tokens[hashes.findIndex((one) => one.equals(hash))] ?? '',
      podcast,
      episode,
    }));
    const [owner, ...others] = users;
    if (!owner) throw new Error('there are no users');
    for (let from = 1; from < MAX_EPISODES; from += BATCH_SIZE) {
      await client.query(EPISODES, [owner.podcast, from, Math.min(from + BATCH_SIZE, MAX_EPISODES) - 1]);
    }
    await client.query('VACUUM (ANALYZE)');
    const stock = (await client.query(STOCK, [owner.podcast])).rows[0].id as string;
    return { owner, others, stock };
  } finally {
    await client.end();
  }
}

export async function beside({ stack, quick }: Course, podcasts: number): Promise<Row[]> {
  const database = await stack.database(podcasts);
  const { owner, others, stock } = await furnish(database.url);
  const api = await stack.api(database, 'mixed');
  const send = sender(api);
  const [reader, hostile] = [stack.load(), stack.child('hostile-load.ts')];
  for (const user of [owner, ...others])
    await send({ method: 'PUT', path: transcriptOf(user), token: user.token, body: transcriptBody('vtt') });

  const gets = database.callers.map((token) => ({ port: api.port, path: LIST, token }));
  const p95 = async () => quantile((await reader.do('paced', { gets, perSecond: 50, seconds: quick ? 2 : 6 })).milliseconds, 0.95);
  const short = { method: 'PUT', path: transcriptOf({ episode: database.episodes[5] ?? '' }), token: database.owner, body: shortUpload() };
  const upload = async () => {
    const began = performance.now();
    await send(short);
    return performance.now() - began;
  };
  const during = (way: string, measure: () => Promise<number>) => async () => {
    await hostile.do('begin', { way, port: api.port, users: others, owner, podcast: owner.podcast, stock });
    await sleep(2000);
    const value = await measure();
    await hostile.do('end');
    return value;
  };
  const told = (name: string, measure: () => Promise<number>) => async () => {
    const value = await measure();
    stack.log(`  ${value.toFixed(1)} ms ${name}`);
    return value;
  };
  const measurements = [
    told('idle', p95),
    ...Object.keys(WAYS).map((way) => told(way, during(way, p95))),
    told('upload', upload),
    told('upload beside announce', during('announce', upload)),
  ];
  await p95(); // the first requests of a process take longer
  const values = await inTurn(measurements, { warm: quick ? 0 : 1, rounds: quick ? 1 : 5 });
  const largest = await slowest(api, { ...owner, stock }, { log: stack.log, repeats: quick ? 3 : 20 });
  await Promise.all([api.stop(), reader.stop(), hostile.stop()]);
  return [...rowsOf(values.map(median)), largest];
}

function rowsOf(values: readonly number[]): Row[] {
  const ways = Object.values(WAYS);
  const [idle = 0, ...busy] = values;
  const [uploadAlone = 0, uploadBeside = 0] = busy.slice(ways.length);
  const listed = ways.map((what, at) =>
    against(`p95 of GET /podcasts while ${what}, against idle`, busy[at] ?? 0, idle, { bar: 5, aim: 2, unit: 'ms' }),
  );
  const name = `PUT of 1.6 MB of VTT while ${WAYS.announce}, against idle`;
  return [...listed, against(name, uploadBeside, uploadAlone, { bar: 3, aim: 1.5, unit: 'ms' })];
}

const transcriptOf = ({ episode }: Pick<User, 'episode'>) => `/api/v1/episodes/${episode}/transcript`;

/** 1.6 MB in 3,000 subtitles. */
function shortUpload(): string {
  const cues = Array.from({ length: 3000 }, (_, at) => `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}.000 --> 59:59.999\n${'x'.repeat(500)}\n`); // prettier-ignore
  return JSON.stringify({ content: `WEBVTT\n\n${cues.join('\n')}` });
}
