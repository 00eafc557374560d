/** The figures of a hostile user: what refusing costs, what others notice, and what a body can cost. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { against, alone, inTurn, type Course } from './measure.ts';
import { median } from './stats.ts';

const FEW = 2000;
const LIST = '/api/v1/podcasts';
const BODY_BYTES = 1_000_000;

/** The delays of a user while another sends 1,000 requests at once. The limit is the default: most of the 1,000 are refused. */
export async function crowd({ stack, quick }: Course) {
  const database = await stack.database(FEW);
  const api = await stack.api(database, 'crowd', { RATE_LIMIT_PER_MINUTE: '60' });
  const reader = stack.load();
  const load = stack.child('hostile-load.ts');
  const [hostile, ...others] = database.callers;
  const gets = others.map((token) => ({ port: api.port, path: LIST, token }));
  const p50 = async () => median((await reader.do('paced', { gets, perSecond: 20, seconds: quick ? 5 : 10 })).milliseconds);
  const counts: number[] = [];
  const [beside = [], idle = []] = await inTurn(
    [
      async () => {
        const bursting = load.do('bursts', { port: api.port, path: LIST, token: hostile, atOnce: 1000 });
        await sleep(1000);
        const milliseconds = await p50();
        await load.do('stop');
        counts.push((await bursting).bursts);
        return milliseconds;
      },
      p50,
    ],
    { warm: 1, rounds: quick ? 3 : 7 },
  );
  await Promise.all([api.stop(), load.stop(), reader.stop()]);
  stack.log(`  ${counts.join(', ')} bursts`);
  const what = 'p50 of GET /podcasts, 20 a second, while another user sends 1,000 requests at once every second, against idle';
  return [against(what, median(beside), median(idle), { bar: 5, aim: 2, unit: 'ms' })];
}

/** As many parts as fit. */
function filled(open: string, part: (index: number) => string, close: string): string {
  const parts: string[] = [];
  for (let size = open.length + close.length, index = 0; ; index += 1) {
    size += part(index).length + 1;
    if (size > BODY_BYTES) return `${open}${parts.join(',')}${close}`;
    parts.push(part(index));
  }
}

/** Bodies that cost much to parse, transform or validate. */
const BODIES: Readonly<Record<string, (field: string) => string>> = {
  'unknown keys': () => filled('{', (index) => `"k${index}":1`, '}'),
  'unknown keys in a known field': (field) => filled(`{"${field}":{`, (index) => `"k${index}":1`, '}}'),
  'objects with a key each': (field) => filled(`{"${field}":[`, (index) => `{"k${index}":1}`, ']}'),
  'objects inside one another': (field) => `${`{"${field}":`.repeat(60_000)}1${'}'.repeat(60_000)}`,
  'arrays inside one another': (field) => `{"${field}":${'['.repeat(400_000)}${']'.repeat(400_000)}}`,
  'empty arrays': (field) => filled(`{"${field}":[`, () => '[]', ']}'),
  '1,000 long keys': () => `{${Array.from({ length: 1000 }, (_, index) => `"${'k'.repeat(980)}${index}":1`).join(',')}}`,
  '60 levels of 16 members': (field) => `${`{${Array.from({ length: 15 }, (_, index) => `"k${index}":[]`).join(',')},"${field}":`.repeat(60)}1${'}'.repeat(60)}`,
  'a long string': (field) => `{"${field}":"${'a'.repeat(BODY_BYTES - 40)}"}`,
  'a long string of escapes': (field) => `{"${field}":"${'\\u0001'.repeat(160_000)}"}`,
  'a long string of combining marks': (field) => `{"${field}":"${'\u0344\u0315'.repeat(240_000)}"}`,
  'a long string of white space': (field) => `{"${field}":"${' '.repeat(BODY_BYTES - 40)}x"}`,
  'a long URL': (field) => `{"${field}":"https://${'a.'.repeat(490_000)}com/"}`,
  '500 chapters with long titles': () => `{"chapters":[${Array.from({ length: 500 }, (_, index) => `{"startTime":${index},"title":"${'t'.repeat(1900)}"}`).join(',')}]}`,
}; // prettier-ignore

/** Nanoseconds that the main thread of a process has run: what keeps its event loop busy. */
const ranNs = (pid: number): number => Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]);

/** The processor time of the slowest JSON body of 1 MB on any route that takes one. */
export async function bodies({ stack, quick }: Course) {
  if (process.platform !== 'linux') return [];
  const database = await stack.database(FEW);
  const api = await stack.api(database, 'bodies', { WEBHOOK_REGISTRATIONS_PER_HOUR: '1000000' });
  const load = stack.child('hostile-load.ts');
  const stock = await aStock(database);
  const routes: readonly (readonly [string, string, readonly string[]])[] = [
    ['PUT', '/api/v1/video-webhook', ['url']],
    ['POST', '/api/v1/video-stocks', ['podcast_id', 'client_key', 'title', 'match']],
    ['PATCH', `/api/v1/video-stocks/${stock}`, ['title', 'match', 'expected_revision']],
    ['POST', `/api/v1/video-stocks/${stock}/link`, ['episode_id']],
    ['POST', `/api/v1/video-stocks/${stock}/cancel`, ['expected_revision']],
    ['PUT', `/api/v1/episodes/${database.episodes[0]}/chapters`, ['chapters', 'version']],
  ];
  const cost = async (method: string, path: string, text: string) => {
    const before = ranNs(api.pid);
    await load.do('body', { port: api.port, path, token: database.owner, method, text });
    return (ranNs(api.pid) - before) / 1e6;
  };
  let slowest = { ms: 0, what: '' };
  for (const [method, path, fields] of routes) {
    for (const [name, make] of Object.entries(BODIES)) {
      for (const field of fields) {
        const text = make(field);
        const costs: number[] = [];
        for (let round = -2; round < (quick ? 3 : 7); round += 1) {
          const ms = await cost(method, path, text);
          if (round >= 0) costs.push(ms);
        }
        if (median(costs) > slowest.ms) slowest = { ms: median(costs), what: `${method} ${path}, ${name} (${field})` };
      }
    }
  }
  await Promise.all([api.stop(), load.stop()]);
  stack.log(`  ${slowest.what}`);
  return [alone('processor time of the slowest JSON body of 1 MB on any route', slowest.ms, { bar: 100, aim: 30, unit: 'ms' })];
}

/** A stock of the caller who owns the episodes. */
async function aStock({ url, episodes }: { url: string; episodes: string[] }): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(
      `INSERT INTO video_stocks (id, podcast_id, owner_id, client_key, status, duration_seconds)
       SELECT uuidv7(), p.id, p.owner_id, 'hostile', 'canceled', 60 FROM podcasts p JOIN episodes e ON e.podcast_id = p.id WHERE e.id = $1 RETURNING id`,
      [episodes[0]],
    );
    return rows[0]?.id ?? '';
  } finally {
    await client.end();
  }
}
