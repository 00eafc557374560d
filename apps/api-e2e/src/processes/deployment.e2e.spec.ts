import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { CertificateAuthority } from '@app/certificates';
import { createClient, type Client as ApiClient } from '@app/client';
import { until } from '@app/process/testing/until';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import getPort from 'get-port';
import pg from 'pg';
import { Client } from '../client.js';
import { WEBHOOK } from '../destinations.js';
import { SRT } from '../fixtures.js';
import { Postgres } from '../postgres.js';
import { hasPgBouncer, PgBouncer } from '../pgbouncer.js';
import { INSTALLED_PROXIES, Proxy } from '../proxies.js';
import { Receiver } from '../receiver.js';
import { Stack, type Loaded, type Running } from '../stack.js';
import { noise, Tus } from '../tus.js';

/** Longer than the proxies keep idle connections, and than haproxy needs to notice; the image has 5000. */
const SHUTDOWN_DELAY_MS = 3000;

/** Requests of each kind that must have succeeded around every restart. */
const MIN_SUCCESSES = 5;

/** For these successes: on a busy machine a request of some kinds takes seconds. A test waits for them three times. */
const TRAFFIC_TIMEOUT_MS = 300_000;
jest.setTimeout(4 * TRAFFIC_TIMEOUT_MS);

/** One user behind each proxy: a user may run two exports at once. */
const CALLERS = ['haproxy', 'nginx'] as const;

const HOST = 'hooks.example.com';

let primary: Postgres;
let replica: Postgres;
let stack: Stack;
let seed: Loaded;
let receiver: Receiver;
let pooler: PgBouncer | undefined;
let replicaUrl: string;
/** Where the processes find the database. */
let database: NodeJS.ProcessEnv;
const apis: { port: number; process: Running }[] = [];

const start = async (port: number): Promise<Running> =>
  stack.start('api', { ...database, PORT: String(port), TRUST_PROXY: '1', SHUTDOWN_DELAY_MS: String(SHUTDOWN_DELAY_MS) });

beforeAll(async () => {
  const authority = await CertificateAuthority.create();
  receiver = await Receiver.listen(await authority.issue({ names: [HOST] }));
  primary = await Postgres.start();
  replica = await primary.startReplica();
  const env = {
    RATE_LIMIT_PER_MINUTE: '1000000',
    QUOTA_CHECK_CRON: '* * * * * *',
    OUTBOUND_CONNECT_TO: `${HOST}:443:127.0.0.1:${receiver.port}`,
  };
  stack = await Stack.create(env, primary.url);
  pooler = hasPgBouncer ? await PgBouncer.start(stack.databaseUrl) : undefined;
  const { databaseUrl } = stack;
  replicaUrl = Object.assign(new URL(replica.url), { pathname: new URL(databaseUrl).pathname }).href;
  database = { DATABASE_READ_URL: replicaUrl };
  if (pooler) database = { ...database, DATABASE_URL: pooler.urlOf(databaseUrl), DATABASE_DIRECT_URL: databaseUrl };
  seed = await stack.load({
    users: CALLERS.map((key) => ({ key, name: key, available_seconds: 100, tokens: [{ key, permissions: ['read', 'update', 'delete'] }] })),
    podcasts: CALLERS.map((key) => ({
      key,
      title: key,
      owner: key,
      ownership_confirmed: true,
      episodes: [
        {
          key,
          title: key,
          published_at: '2026-01-01T00:00:00Z',
          audio_url: 'https://media.example.com/1.mp3',
          downloads: [{ at: '2026-10-02T08:00:00Z', listener: 'l1' }],
        },
      ],
    })),
  });
  for (const port of [await getPort({ host: '127.0.0.1' }), await getPort({ host: '127.0.0.1' })]) {
    apis.push({ port, process: await start(port) });
  }
  const ca = join(stack.dir, 'ca.pem');
  await writeFile(ca, authority.pem);
  await stack.start('worker', { ...database, NODE_EXTRA_CA_CERTS: ca });
});
afterAll(async () => {
  await stack.destroy();
  await pooler?.stop();
  await receiver.close();
  await replica.stop();
  await primary.stop();
});

/** Kinds of requests that go on until they are told to stop; what does not succeed is kept. */
class Traffic {
  readonly succeeded: Record<string, number> = {};
  readonly failed: string[] = [];
  private readonly loops: Promise<void>[] = [];
  private over = false;

  run(kind: string, work: () => Promise<unknown>): void {
    this.succeeded[kind] = 0;
    this.loops.push(
      (async () => {
        while (!this.over) {
          await work().then(
            () => (this.succeeded[kind]! += 1),
            (error: unknown) => this.failed.push(`${kind}: ${inspect(error)}`),
          );
          await sleep(10);
        }
      })(),
    );
  }

  /** Waits until each kind has succeeded some more times. */
  async more(): Promise<void> {
    const before = { ...this.succeeded };
    await until(
      () => this.failed.length > 0 || Object.entries(before).every(([kind, count]) => this.succeeded[kind]! >= count + MIN_SUCCESSES),
      TRAFFIC_TIMEOUT_MS,
    );
  }

  async end(): Promise<void> {
    this.over = true;
    await Promise.all(this.loops);
  }
}

async function expectStatus(answer: Promise<{ readonly status: number; readonly text: string }>, ...expected: number[]): Promise<string> {
  const { status, text } = await answer;
  if (!expected.includes(status)) throw new Error(`${status} ${text}`);
  return text;
}

/** Repeats nothing: no request may fail. */
const clientOf = (name: string, baseUrl: string) => createClient({ baseUrl, token: seed.tokens[name] ?? '', retry: { retries: 0 } });
const ofPodcast = (name: string) => ({ params: { path: { podcast: seed.podcasts[name] ?? '' } } });
const ofEpisode = (name: string) => ({ params: { path: { episode: seed.episodes[name] ?? '' } } });
const inRange = (name: string) => ({ params: { ...ofPodcast(name).params, query: { from: '2026-09-01', to: '2026-11-30' } } });

const exported = async (caller: ApiClient, name: string) =>
  (await caller.GET('/api/v1/podcasts/{podcast}/analytics.csv', { ...inRange(name), parseAs: 'text' })).data;
const putTranscript = (caller: ApiClient, name: string) =>
  caller.PUT('/api/v1/episodes/{episode}/transcript', { ...ofEpisode(name), body: { content: SRT } });

function everyKind(traffic: Traffic, name: string, baseUrl: string): void {
  const caller = clientOf(name, baseUrl);
  const alice = new Client(baseUrl, seed.tokens[name]);
  const tus = new Tus(alice);
  const episode = seed.episodes[name];
  const bytes = noise(300_000);
  traffic.run(`${name} list`, () => caller.GET('/api/v1/podcasts'));
  traffic.run(`${name} transcript`, () => putTranscript(caller, name));
  traffic.run(`${name} export`, async () => {
    const csv = await exported(caller, name);
    if (!csv.includes('2026-10-02')) throw new Error(`the export lacks its row: ${csv}`);
  });
  traffic.run(`${name} redirect`, () => expectStatus(alice.get(`/e/${episode}`), 302));
  traffic.run(`${name} tus upload`, async () => {
    const path = await tus.begin(bytes.length);
    // As tus clients do: ask how far the upload has come, and go on from there.
    for (let offset = 0; offset < bytes.length; offset = await tus.offset(path)) {
      // nginx may lose one that meets the closing of a process (docs/deployment.md).
      const lost = name === 'nginx' ? [502] : [];
      await expectStatus(tus.patch(path, offset, bytes.subarray(offset, offset + 150_000)), 204, ...lost);
    }
    await expectStatus(alice.request('DELETE', path), 200);
  });
}

/** Downloads that were counted. */
async function downloads(): Promise<number> {
  const [row] = await stack.query<{ count: number }>('SELECT count(*)::int AS count FROM downloads');
  return row?.count ?? 0;
}

/** Waits until a proxy sends requests to a process, which logs them; probes it would not. */
async function reaches(baseUrl: string, process: Running): Promise<void> {
  const id = randomUUID();
  await until(async () => {
    await fetch(`${baseUrl}/nothing`, { headers: { 'X-Request-Id': id } });
    return process.output().includes(id);
  });
}

describe('a process that was asked to stop (contract 16.1)', () => {
  it('a stopping process is not ready, serves for SHUTDOWN_DELAY_MS, closes connections and exits with 0', async () => {
    const process = await start(0);
    const client = new Client(process.baseUrl, seed.tokens['nginx']);
    const began = Date.now();
    const ended = process.stop().then((status) => ({ status, afterMs: Date.now() - began }));
    const health = await until(async () => {
      const answer = await client.get('/health/ready');
      return answer.status === 503 ? answer : undefined;
    });
    expect(health.json).toEqual({ status: 'not ready', missing: ['stopping'] });
    expect([(await client.get('/health/live')).status, (await client.get('/health/serving')).status]).toEqual([200, 503]);
    const list = await client.get('/api/v1/podcasts');
    expect([list.status, list.headers.get('connection')]).toEqual([200, 'close']);
    const { status, afterMs } = await ended;
    expect(status).toBe(0);
    expect(afterMs).toBeGreaterThanOrEqual(SHUTDOWN_DELAY_MS);
  });

  it('a process that was asked to stop ends without the delay when it is asked again', async () => {
    const process = await stack.start('api', { SHUTDOWN_DELAY_MS: '300000' });
    void process.stop();
    await until(() => process.output().includes('"stopping"'));
    expect(await process.stop()).toBe(0);
  });
});

if (hasPgBouncer) {
  describe('behind PgBouncer in transaction mode (contract 16.2)', () => {
    it('a worker verifies a destination, and delivers what an api process has raised', async () => {
      const alice = clientOf('nginx', apis[0]!.process.baseUrl);
      await alice.PUT(WEBHOOK, { body: { url: `https://${HOST}/hook` } });
      await receiver.until('webhook.verification', 1);
      await until(async () => (await alice.GET(WEBHOOK)).data.data?.active);
      await stack.query('INSERT INTO quota_accounts (user_id, used_seconds) VALUES ($1, 99)', [seed.users['nginx']]);
      const [low] = await receiver.until('video_quota.low', 1);
      expect(low?.event.data).toEqual({ usedSeconds: 99, availableSeconds: 100, remainingSeconds: 1 });
    });

    it('behind PgBouncer in transaction mode downloads are counted, and commands work', async () => {
      const alice = new Client(apis[0]!.process.baseUrl, seed.tokens['nginx']);
      const ended = await stack.adminEnded(['user', 'create', '--name', 'Pooled'], database);
      expect([ended.status, ended.stderr]).toEqual([0, '']);
      expect((await stack.adminEnded(['migrate'], database)).stdout).toBe('{"applied":[]}\n');
      const before = await downloads();
      await expectStatus(alice.request('GET', `/e/${seed.episodes['nginx']}`, { headers: { 'User-Agent': 'AntennaPod/3.4.0' } }), 302);
      await until(async () => (await downloads()) > before);
    });
  });
}

describe('lists and exports are read from a replica (contract 16.2)', () => {
  let process: Running;
  const as = (name: (typeof CALLERS)[number]) => clientOf(name, process.baseUrl);
  const missing = async (name: (typeof CALLERS)[number]) => {
    const { data } = await as(name).GET('/api/v1/podcasts/{podcast}/episodes', ofPodcast(name));
    return data.data[0]?.missing;
  };
  /** Reads from a server so far. */
  const readsFrom = async (server: 'primary' | 'replica') => {
    const { text } = await new Client(process.baseUrl).get('/metrics');
    return Number(new RegExp(`^database_reads_total\\{from="${server}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0);
  };
  /** Seconds by which the replica is behind, as its metric tells. */
  const lag = async () => {
    const { text } = await new Client(process.baseUrl).get('/metrics');
    return Number(/^database_replica_lag_seconds ([\d.]+)/m.exec(text)?.[1] ?? NaN);
  };
  const titles = async ({ baseUrl }: Running) =>
    (await clientOf('haproxy', baseUrl).GET('/api/v1/podcasts/{podcast}/episodes', ofPodcast('haproxy'))).data.data.map(
      ({ title }) => title,
    );
  const onReplica = async (statement: string) => {
    const session = new pg.Client({ connectionString: replicaUrl });
    await session.connect();
    await session.query(statement).finally(() => session.end());
  };

  beforeAll(async () => {
    process = await start(0);
  });
  afterAll(() => process.stop());

  it('lists and exports are read from a replica while it is there', async () => {
    const before = await readsFrom('replica');
    const alice = as('nginx');
    await alice.GET('/api/v1/podcasts');
    await missing('nginx');
    await alice.GET('/api/v1/podcasts/{podcast}/analytics', inRange('nginx'));
    expect(await exported(alice, 'nginx')).toContain('2026-10-02');
    expect([await readsFrom('replica'), await readsFrom('primary')]).toEqual([before + 4, 0]);
  });

  it('a caller reads its own writes at every process, however late the replica is', async () => {
    await onReplica('SELECT pg_wal_replay_pause()');
    try {
      expect(await missing('nginx')).toContain('transcript');
      const { response } = await putTranscript(clientOf('nginx', apis[0]!.process.baseUrl), 'nginx');
      expect(response.status).toBe(201);
      const before = await readsFrom('replica');
      expect(await missing('nginx')).not.toContain('transcript');
      expect(await readsFrom('replica')).toBe(before);
      await missing('haproxy'); // who has written nothing
      expect(await readsFrom('replica')).toBe(before + 1);
    } finally {
      await onReplica('SELECT pg_wal_replay_resume()');
    }
    await until(async () => {
      const before = await readsFrom('replica');
      expect(await missing('nginx')).not.toContain('transcript');
      return (await readsFrom('replica')) > before;
    });
  });

  it('a caller reads what the worker has done and an answer has told, however late the replica is (contract 2.14)', async () => {
    await titles(process); // from the replica
    await onReplica('SELECT pg_wal_replay_pause()');
    try {
      // As in a refetch, the worker commits, and no request of the caller has written.
      await stack.query(`UPDATE episodes SET title = 'Told' WHERE id = $1`, [seed.episodes['haproxy']]);
      const before = await readsFrom('replica');
      expect(await titles(process)).toEqual(['haproxy']); // nothing has been told yet
      expect(await readsFrom('replica')).toBe(before + 1);
      expect(
        (await clientOf('haproxy', apis[0]!.process.baseUrl).GET('/api/v1/episodes/{episode}', ofEpisode('haproxy'))).data.data.title,
      ).toBe('Told');
      expect(await titles(process)).toEqual(['Told']);
      const params = { name: 'getPodcastEpisodes', arguments: { podcast: seed.podcasts['haproxy'] } };
      const tool = await new Client(process.baseUrl, seed.tokens['haproxy']).request('POST', '/mcp', {
        json: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
        headers: { Accept: 'application/json, text/event-stream' },
      });
      expect(tool.text).toContain('Told');
    } finally {
      await onReplica('SELECT pg_wal_replay_resume()');
    }
  });

  it('a caller reads what another replica has told, however late the next one is (contract 2.14)', async () => {
    const ahead = await stack.start('api', { ...database, DATABASE_READ_URL: stack.databaseUrl });
    await until(async () => {
      const before = await readsFrom('replica');
      await titles(process);
      return (await readsFrom('replica')) > before;
    });
    await onReplica('SELECT pg_wal_replay_pause()');
    try {
      await stack.query(`UPDATE episodes SET title = 'Shown' WHERE id = $1`, [seed.episodes['haproxy']]);
      expect([await titles(process), await titles(ahead), await titles(process)]).toEqual([['Told'], ['Shown'], ['Shown']]);
    } finally {
      await onReplica('SELECT pg_wal_replay_resume()');
      await ahead.stop();
    }
  });

  it('lists are read from the primary while the replica is unavailable', async () => {
    await replica.stopServer();
    for (let round = 0; round < 3; round += 1) await as('haproxy').GET('/api/v1/podcasts');
    const away = await readsFrom('replica');
    await expectStatus(new Client(process.baseUrl).get('/health/ready'), 200);
    await until(async () => (await lag()) > 0); // contract 16.8
    await replica.restart();
    await until(async () => (await lag()) === 0);
    await until(async () => {
      await as('haproxy').GET('/api/v1/podcasts');
      return (await readsFrom('replica')) > away;
    });
  });
});

if (INSTALLED_PROXIES.length > 0) {
  it(`rolling restarts behind ${INSTALLED_PROXIES.join(' and ')} fail no request of any kind (contract 16.1)`, async () => {
    const proxies: { readonly name: (typeof CALLERS)[number]; readonly proxy: Proxy }[] = [];
    const traffic = new Traffic();
    try {
      for (const name of INSTALLED_PROXIES) proxies.push({ name, proxy: await Proxy.start(name, stack.dir, apis.map(({ port }) => port)) }); // prettier-ignore
      for (const { name, proxy } of proxies) everyKind(traffic, name, proxy.baseUrl);
      await traffic.more();
      for (const api of apis) {
        expect(await api.process.stop()).toBe(0);
        api.process = await start(api.port);
        await traffic.more();
        for (const { proxy } of proxies) await reaches(proxy.baseUrl, api.process);
      }
    } finally {
      await traffic.end();
      await Promise.all(proxies.map(({ proxy }) => proxy.stop()));
    }
    expect(traffic.failed).toEqual([]);
    expect(Object.keys(traffic.succeeded)).toHaveLength(5 * INSTALLED_PROXIES.length);
  });
}
