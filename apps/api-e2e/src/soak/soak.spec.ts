import { spawn, type ChildProcess } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CertificateAuthority } from '@app/certificates';
import { anMp4 } from '@app/media';
import { until } from '@app/process/testing/until';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { destinations, enqueue, type Destination } from '../destinations.js';
import { Postgres } from '../postgres.js';
import { obliging, Receiver } from '../receiver.js';
import { SettableClock } from '../settable-clock.js';
import { ROOT, Stack, type Loaded } from '../stack.js';
import { Deployment } from './deployment.js';
import { Faults } from './faults.js';
import { HonestUser } from './honest-user.js';
import type { HostileOptions, HostileReport } from './hostile.ts';
import { durations, Measures, quantile, type Sample } from './measures.js';
import { quarters, writeReport, type UserTimes } from './report.js';
import { Resources } from './resources.js';
import { SoakClient } from './soak-client.js';
import { Verdict } from './verdict.js';

const MINUTES = Number(process.env['SOAK_MINUTES'] ?? 30);
/** Honest users alone, to compare with. */
const IDLE_MS = Math.max(60_000, MINUTES * 6000);
const HONEST = Array.from({ length: 9 }, (_, index) => `user${index}`);
const EPISODES = 40;
const DEAD_DESTINATIONS = 100;
/** Stocks that the hostile user cancels, all at once, again and again. */
const CANCELED = Array.from({ length: 30 }, (_, index) => `canceled-${index}`);
/** They do with the hostile user what one cannot do alone: a user's share is an eighth. */
const ACCOMPLICES = Array.from({ length: 9 }, (_, index) => `accomplice${index}`);
const HOOKS = 'hooks.example.com';
const FEEDS = 'feeds.example.com';
const REPORT = join(ROOT, 'apps/api-e2e/reports/soak.md');

/** Megabytes that large bodies of the hostile user may take at the moment. */
const MEMORY_SLACK_MB = 100;

/** Milliseconds after the last fault within which everything is delivered (contract 6.11). */
const DELIVERED_WITHIN_MS = 60_000;

/** Ends of what was begun, the last first. */
const ends: (() => unknown)[] = [];
let postgres: Postgres;
let replica: Postgres;
let clock: SettableClock | undefined;
let receiver: Receiver;
let feeds: Server;
let stack: Stack;
let seed: Loaded;
let deployment: Deployment;
let resources: Resources;
let users: HonestUser[];
const clients: SoakClient[] = [];
let stormAt = 0;
let hostile: HostileReport = {};
let undisturbed: Sample[] = [];
let times: UserTimes[] = [];
const measures = new Measures();
const missing: string[] = [];
const counted: Record<string, number> = {};
const load: number[] = [];
/** Disturbances beside the faults, which no honest user may notice. */
const disturbed = { steps: 0, lags: 0 };
/**
 * Whether the clocks are an hour ahead: under libfaketime PostgreSQL's `lock_timeout` would take that hour, and all
 * wait behind a partition.
 */
let isAhead = false;
/** Guids of the episodes in each user's feed. */
const published = new Map<string, string[]>();

beforeAll(
  async () => {
    await arrange();
    await soak();
    await conclude();
  },
  (MINUTES + 20) * 60_000,
);
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

async function arrange(): Promise<void> {
  // Looked at once a second: each time would be a file to read in everything that is measured.
  if (SettableClock.isInstalled) clock = await SettableClock.create({ FAKETIME_CACHE_DURATION: '1' });
  ends.push(() => clock?.remove());
  postgres = await Postgres.start(clock?.env);
  ends.push(() => postgres.stop());
  replica = await postgres.startReplica();
  ends.push(() => replica.stop());
  const authority = await CertificateAuthority.create();
  receiver = await Receiver.listen(await authority.issue({ names: [HOOKS] }), (request, response, received) => {
    if (!isDead(received.path) || received.event.type === 'webhook.verification') obliging(request, response, received);
  });
  ends.push(() => receiver.close());
  feeds = createServer((request, response) => answerFeed(request.url ?? '', response));
  ends.push(() => (feeds.closeAllConnections(), feeds.close()));
  await new Promise<void>((resolve) => feeds.listen(0, '127.0.0.1', resolve));
  const feedPort = (feeds.address() as AddressInfo).port;
  const environment = {
    ...clock?.env,
    RATE_LIMIT_PER_MINUTE: '600',
    WEBHOOK_REGISTRATIONS_PER_HOUR: '100000',
    WEBHOOK_TIMEOUT_MS: '5000',
    // An attempt that fails because the machine is busy does not wait for a minute, as it would elsewhere.
    WEBHOOK_RETRY_DELAYS: '2,2,4,8,8',
    RSS_REFETCH_INTERVAL_SECONDS: '0',
    OUTBOUND_CONNECT_TO: `${HOOKS}:443:127.0.0.1:${receiver.port},${FEEDS}:80:127.0.0.1:${feedPort}`,
    NODE_ENV: 'test',
    // Less than in the container of 1.5 GiB that the manifests give the api: V8 collects the later the more memory a
    // machine has.
    NODE_OPTIONS: '--max-old-space-size=512',
  };
  stack = await Stack.create(environment, postgres.url);
  ends.push(() => stack.destroy());
  const ca = join(stack.dir, 'ca.pem');
  await writeFile(ca, authority.pem);
  const readUrl = Object.assign(new URL(replica.url), { pathname: new URL(stack.databaseUrl).pathname }).href;
  deployment = await Deployment.start(stack, { api: { DATABASE_READ_URL: readUrl }, worker: { NODE_EXTRA_CA_CERTS: ca } });
  resources = new Resources(stack.databaseUrl, deployment);
  seed = await stack.load(population());
  for (let from = 1; from < 100_000; from += 2000) await stack.query(LARGE, [seed.podcasts['large'], from, from + 1999]);
  users = HONEST.map(anHonestUser);
  for (const [index, client] of clients.entries()) await client.put('/api/v1/video-webhook', { url: `https://${HOOKS}/alive/${index}` });
  await until(async () =>
    (await Promise.all(clients.map((client) => client.get('/api/v1/video-webhook')))).every(({ json }) => json?.data?.active),
  );
}

function population() {
  const all = ['read', 'update', 'delete'];
  const episodes = (of: string) => Array.from({ length: EPISODES }, (_, index) => ({ key: `${of}-${index}`, title: `Episode ${index}`, guid: `urn:${of}:${index}`, published_at: '2026-01-01T00:00:00Z', audio_url: 'https://media.example.com/a.mp3' })); // prettier-ignore
  const silent = Array.from({ length: 16 }, (_, index) => `silent${index}`);
  return {
    users: [...HONEST, 'hostile', ...ACCOMPLICES].map((key) => ({ key, name: key, available_seconds: 1_000_000_000, tokens: [{ key, permissions: all }] })),
    podcasts: [
      ...[...HONEST, 'hostile'].map((key) => ({ key, title: key, owner: key, ownership_confirmed: true, feed_url: `http://${FEEDS}/${key}`, episodes: episodes(key) })),
      ...ACCOMPLICES.map((key) => ({ key, title: key, owner: key, ownership_confirmed: true, episodes: [{ key, title: key, published_at: '2026-01-01T00:00:00Z' }] })),
      { key: 'large', title: 'Large', owner: 'hostile', ownership_confirmed: true, video_stocks: [{ key: 'renamed', status: 'ready', duration_seconds: 1 }] },
      ...silent.map((key) => ({ key, title: key, owner: 'hostile', ownership_confirmed: true, feed_url: `http://${FEEDS}/silent` })),
      { key: 'huge', title: 'Huge', owner: 'hostile', ownership_confirmed: true, feed_url: `http://${FEEDS}/huge`, video_stocks: CANCELED.map((key) => ({ key, status: 'ready', duration_seconds: 1 })) },
    ],
  }; // prettier-ignore
}

function anHonestUser(name: string): HonestUser {
  const client = new SoakClient({ name, token: seed.tokens[name]!, deployment, measures });
  clients.push(client);
  const guids: string[] = [];
  published.set(name, guids);
  const publish = (): string => {
    guids.push(`urn:${name}:new:${guids.length}`);
    return guids.at(-1)!;
  };
  const episodes = Array.from({ length: EPISODES }, (_, index) => seed.episodes[`${name}-${index}`]!);
  return new HonestUser({ name, podcast: seed.podcasts[name]!, episodes, publish }, client);
}

/** Episodes `$2` to `$3` of the podcast `$1`, each with a download of today. */
const LARGE = `WITH made AS (
  INSERT INTO episodes (id, podcast_id, title, guid, published_at, audio_url)
  SELECT gen_random_uuid(), $1, 'Episode ' || n, 'urn:' || n, now() - n * interval '1 minute', 'https://media.example.com/' || n
    FROM generate_series($2::int, $3::int) n RETURNING id)
INSERT INTO downloads (id, episode_id, at, listener) SELECT gen_random_uuid(), id, now(), 'l' FROM made`;

const isDead = (path: string): boolean => !path.startsWith('/alive/');

function answerFeed(path: string, response: ServerResponse): void {
  if (path === '/silent') return;
  // 20,000 episodes without guids, whose audio is signed anew each time.
  const items = path === '/huge' ? Array.from({ length: 20_000 }, (_, index) => `<item><title>${index}</title><enclosure url="https://media.example.com/${index}.mp3?token=${Date.now()}" type="audio/mpeg"/></item>`)
    : (published.get(path.slice(1)) ?? []).map((guid) => `<item><guid>${guid}</guid><title>${guid}</title></item>`); // prettier-ignore
  response.writeHead(200, { 'Content-Type': 'application/rss+xml' });
  response.end(`<?xml version="1.0"?><rss version="2.0"><channel><title>C</title>${items.join('')}</channel></rss>`);
}

/** Honest users alone, then the hostile one and the faults beside them, then quiet. */
async function soak(): Promise<void> {
  const dead = await destinations(stack, { baseUrl: deployment.baseUrl(), host: HOOKS, count: DEAD_DESTINATIONS });
  await quiet();
  let [over, stormOver] = [false, false];
  const watching = Promise.all([resources.run(() => over), watchLoad(() => over)]);
  const honest = Promise.all(users.map((user) => user.run(() => stormOver)));
  await sleep(IDLE_MS);
  await resources.noteRest();
  stormAt = Date.now();
  const attacker = attack();
  const bothering = bother(dead, () => stormOver);
  const reading = readLong(() => stormOver);
  const disturbing = Promise.all([stepClocks(() => stormOver), lag(() => stormOver)]);
  const faults = new Faults(postgres, stack, deployment, measures).run(() => stormOver);
  await sleep(MINUTES * 60_000);
  stormOver = true;
  await faults;
  hostile = await attacker.stop();
  await Promise.all([honest, bothering, reading, disturbing]);
  over = true;
  await watching;
}

/** Nothing is due any more but for destinations that never answer. */
const quiet = () =>
  until(async () => {
    const [row] = await stack.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id WHERE d.finished_at IS NULL AND e.url LIKE '%/alive/%'`,
    );
    return row?.n === 0;
  }, DELIVERED_WITHIN_MS);

async function watchLoad(isOver: () => boolean): Promise<void> {
  for (; !isOver(); await sleep(5000)) load.push(loadavg()[0]!);
}

/** As a worker makes a partition: tried 20 times while the table is in use. */
const NEXT_WEEK = `SELECT add_webhook_deliveries_partition(w, w + interval '7 days')
  FROM (SELECT date_trunc('week', now(), 'UTC') + $1 * interval '7 days' AS w) next`;

/**
 * Somebody reads the partitioned tables for half a minute at a time, as a backup does; beside it partitions are made
 * (contract 16.2).
 */
async function readLong(isOver: () => boolean): Promise<void> {
  for (let week = 10; !isOver(); week += 1) {
    const reading = stack.session(async (query) => {
      await query('BEGIN; SELECT count(*) FROM downloads; SELECT count(*) FROM webhook_deliveries');
      for (let tries = 0; tries < 20 && !isOver(); tries += 1, await sleep(300))
        if (!isAhead) await stack.query(NEXT_WEEK, [week]).catch(() => undefined);
      await pause(20_000, isOver);
    });
    await reading.catch(() => sleep(1000)); // the database is away
  }
}

/**
 * Every clock of the service, PostgreSQL's too, is set forward by an hour, and back again after a minute
 * (contract 2.13). Not back first: libfaketime shows the machine's time to signals that interrupt a wait, and an hour
 * ahead of its own clock PostgreSQL would end transactions.
 */
async function stepClocks(isOver: () => boolean): Promise<void> {
  while (clock && !isOver()) {
    await pause(60_000, isOver);
    for (const seconds of [3600, 0]) {
      const step = measures.begin('clock set');
      isAhead = true;
      await sleep(500); // for a partition under way
      await clock.set(seconds);
      disturbed.steps += 1;
      // PostgreSQL takes an hour forward for an hour of waiting, and ends transactions that are open.
      await sleep(2000);
      isAhead = seconds > 0;
      step.to = Date.now();
      await pause(60_000, isOver);
    }
  }
}

/** The replica shows nothing new for 20 seconds at a time (contract 2.14). */
async function lag(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await replica.execute('SELECT pg_wal_replay_pause()');
    await pause(20_000, isOver);
    await replica.execute('SELECT pg_wal_replay_resume()');
    disturbed.lags += 1;
    await pause(20_000, isOver);
  }
}

async function pause(ms: number, isOver: () => boolean): Promise<void> {
  for (const end = Date.now() + ms; Date.now() < end && !isOver();) await sleep(500);
}

/** Destinations that hang always have something due; the hostile user's, which it replaces and removes, very much. */
async function bother(dead: readonly Destination[], isOver: () => boolean): Promise<void> {
  for (let round = 0; !isOver(); round += 1, await sleep(1000)) {
    if (round % 60 !== 0) continue;
    await enqueue(stack, dead.map(({ userId }) => userId), 2).catch(() => undefined); // prettier-ignore
    await enqueue(stack, [seed.users['hostile']!], 20_000).catch(() => undefined);
  }
}

function attack(): { stop: () => Promise<HostileReport> } {
  const options: HostileOptions = {
    apis: deployment.file,
    token: seed.tokens['hostile']!,
    podcast: seed.podcasts['hostile']!,
    episode: seed.episodes['hostile-0']!,
    feeds: [...Array.from({ length: 16 }, (_, index) => seed.podcasts[`silent${index}`]!), seed.podcasts['huge']!],
    stocks: CANCELED.map((key) => seed.video_stocks[key]!),
    accomplices: ACCOMPLICES.map((key) => ({ token: seed.tokens[key]!, podcast: seed.podcasts[key]!, episode: seed.episodes[key]! })),
    large: { podcast: seed.podcasts['large']!, stock: seed.video_stocks['renamed']! },
    video: anMp4({ seconds: 5 }).toString('base64'),
    destination: `https://${HOOKS}/dead/`,
  };
  const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, 'hostile.ts'), JSON.stringify(options)], {
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  ends.push(() => child.kill('SIGKILL')); // where the soak ends before it tells it to stop
  let output = '';
  child.stdout?.on('data', (chunk) => (output += String(chunk)));
  const ended = new Promise((resolve) => child.once('close', resolve));
  return {
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      return JSON.parse(output || '{}') as HostileReport;
    },
  };
}

async function conclude(): Promise<void> {
  await quiet().catch((error: unknown) => missing.push(String(error)));
  // Feeds and videos of the hostile user wait for each other.
  await until(
    async () => (await stack.query(`SELECT FROM rss_refetches r JOIN podcasts p ON p.id = r.podcast_id WHERE r.status IN ('queued', 'fetching') AND p.owner_id <> '${seed.users['hostile']}' LIMIT 1`)).length === 0, // prettier-ignore
    120_000,
  ).catch((error: unknown) => missing.push(String(error)));
  await until(async () => (await stack.query(`SELECT FROM video_stocks WHERE status = 'processing' AND owner_id <> '${seed.users['hostile']}' LIMIT 1`)).length === 0, 120_000).catch((error: unknown) => missing.push(String(error))); // prettier-ignore
  undisturbed = measures.undisturbed();
  for (const [index, user] of users.entries()) {
    const verdict = await new Verdict(user, seed.users[user.seed.name]!, clients[index]!, stack).look(receiver, measures);
    missing.push(...verdict.missing.map((one) => `${user.seed.name}: ${one}`));
    for (const [what, count] of Object.entries(verdict.counted)) counted[what] = (counted[what] ?? 0) + count;
  }
  await resources.noteRest();
  times = HONEST.map(timesOf);
  const statuses: Record<string, number> = {};
  for (const { status } of measures.samples) statuses[status] = (statuses[status] ?? 0) + 1;
  const { readings, mostConnections } = resources;
  const storm = undisturbed.filter(({ startedAt }) => startedAt >= stormAt);
  await writeReport(REPORT, { minutes: MINUTES, outages: measures.outages, times, undisturbed: storm, statuses, hostile, counted, missing, readings, mostConnections, leaked: resources.leaked(), load, disturbed, notServed: notServed(storm) }); // prettier-ignore
  console.info(`The report is ${REPORT}`);
}

/** Requests that were not served outside outages, with what the processes say of each. */
function notServed(samples: readonly Sample[]): string[] {
  const lines = deployment.output().split('\n');
  return samples.filter(isNotServed).map(({ user, action, startedAt, endedAt, status, requestId }) => {
    const last = measures.outages.findLast(({ to }) => to <= startedAt);
    const said = requestId === null ? [] : lines.filter((line) => line.includes(requestId)).map((line) => line.slice(0, 600));
    const since = last ? `${startedAt - last.to} ms after "${last.kind}"` : 'before any fault';
    return [`${user}: ${action}: ${status} after ${endedAt - startedAt} ms, ${since}`, ...said].join('\n  - ');
  });
}

const isNotServed = ({ status }: Sample): boolean => status === 0 || status === 429 || status >= 500;

function timesOf(user: string): UserTimes {
  const own = undisturbed.filter((sample) => sample.user === user);
  const idle = durations(own.filter(({ startedAt }) => startedAt < stormAt));
  const storm = durations(own.filter(({ startedAt }) => startedAt >= stormAt));
  return { user, idle: quantile(idle, 0.99), storm: quantile(storm, 0.99), median: quantile(storm, 0.5), requests: storm.length };
}

describe('at the end of a soak', () => {
  it('nothing that was accepted is lost, and every committed event was delivered', () => {
    expect(missing).toEqual([]);
    expect(Object.values(counted).every((count) => count > 0)).toBe(true);
  });

  it('no 500 was answered, neither to honest users nor to the hostile one', () => {
    expect(measures.samples.filter(({ status }) => status === 500)).toEqual([]);
    expect(Object.entries(hostile).filter(([, statuses]) => statuses['500'])).toEqual([]);
    expect(Object.keys(hostile).length).toBeGreaterThan(5);
  });

  it('outside outages every honest request was served', () => {
    expect(undisturbed.filter(isNotServed)).toEqual([]);
  });

  it('no honest user’s p99 exceeded five times its idle p99 outside outages', () => {
    expect(times.filter(({ idle, storm }) => !(storm <= 5 * idle))).toEqual([]);
  });

  it('memory, files and connections are flat at the end of a soak', () => {
    const rows = quarters(resources.readings);
    for (const app of ['api', 'worker']) {
      const [, second, , last] = rows.filter(([of]) => of === app).map(([, , megabytes]) => Number(megabytes));
      expect([app, last! - second! * 1.25 < MEMORY_SLACK_MB]).toEqual([app, true]);
    }
    // Pools open and close connections, and destinations that hang still have some.
    expect(resources.leaked().connections).toBeLessThanOrEqual(20);
    expect(resources.leaked().files).toBeLessThanOrEqual(40 + DEAD_DESTINATIONS);
    expect(resources.mostConnections).toBeLessThan(95); // with the long reader's and those of this suite
  });
});
