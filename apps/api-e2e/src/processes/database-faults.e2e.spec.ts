import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CertificateAuthority } from '@app/certificates';
import { createClient } from '@app/client';
import { execute } from '@app/database/testing/sql';
import { until } from '@app/process/testing/until';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import getPort from 'get-port';
import { Client, faults, type Answer } from '../client.js';
import { enqueue, WEBHOOK } from '../destinations.js';
import { aliceAndBob, SRT } from '../fixtures.js';
import { meanwhile } from '../meanwhile.js';
import { Postgres, processesOf, signal } from '../postgres.js';
import { Receiver } from '../receiver.js';
import { Redis, STORES } from '../redis.js';
import { Stack, type Loaded, type Running } from '../stack.js';
import { Switch } from '../switch.js';

/** Milliseconds until a request is answered without a database (contract 2.9), and what a busy machine adds. */
const ANSWERED_MS = 10_000 + 5000;

/** Of a webhook destination; nobody listens there. */
const HOST = 'hooks.example.com';

/**
 * Two api and two worker processes. Two of their faults last for more than a minute: they are begun first, and go on
 * while other tests run.
 */
type Four = {
  readonly stack: Stack;
  readonly seed: Loaded;
  readonly apis: readonly [Running, Running];
  readonly workers: readonly [Running, Running];
  /** Of the first worker. */
  readonly workerHealth: Client;
};

const FOUR = Array.from({ length: 20 }, (_, index) => `u${index}`);
let four: Four;
let frozen: Promise<Frozen>;
let stuck: Promise<Stuck>;

beforeAll(async () => {
  const stack = await Stack.create({
    RATE_LIMIT_PER_MINUTE: '100000',
    RSS_REFETCH_INTERVAL_SECONDS: '0',
    WEBHOOK_RETRY_DELAYS: '1,1,1,1,1',
    // Nobody listens there: what is sent fails, and is sent again.
    OUTBOUND_CONNECT_TO: `${HOST}:443:127.0.0.1:9,${HOST}:80:127.0.0.1:9`,
    NODE_ENV: 'test',
  });
  const seed = await stack.load({
    users: FOUR.map((key) => ({ key, name: key, tokens: [{ key, permissions: ['read', 'update', 'delete'] }] })),
    podcasts: FOUR.map((key) => ({ key, title: key, owner: key, ownership_confirmed: true, feed_url: `http://${HOST}/${key}`, episodes: [{ key, title: key, published_at: '2026-01-01T00:00:00Z', audio_url: 'https://media.example.com/1.mp3' }] })),
  }); // prettier-ignore
  const port = await getPort({ host: '127.0.0.1' });
  const [one, two, first, second] = await Promise.all([
    stack.start('api'),
    stack.start('api'),
    stack.start('worker', { WORKER_PORT: String(port) }),
    stack.start('worker'),
  ]);
  four = { stack, seed, apis: [one, two], workers: [first, second], workerHealth: new Client(`http://127.0.0.1:${port}`) };
  frozen = freezeInTransaction(four);
  stuck = holdUpSweeps(four);
  for (const one of [frozen, stuck]) one.catch(() => undefined); // the test that waits for it fails
});
afterAll(() => four.stack.destroy());

/** Milliseconds in which PostgreSQL ends a session that is idle in a transaction, and what a busy machine adds. */
const LET_GO_MS = 150_000;

/** Statuses of chapters that are stored: by the process that freezes, by another meanwhile, by the first again. */
type Frozen = { readonly byFrozen: number; readonly meanwhile: number; readonly atLast: number; readonly titles: readonly string[] };

/** Stops an api process while it stores chapters: its transaction has locked the episode, and does not go on. */
async function freezeInTransaction({ stack, seed, apis: [api, other] }: Four): Promise<Frozen> {
  const path = `/api/v1/episodes/${seed.episodes['u0']}/chapters`;
  const put = async ({ baseUrl }: Running, title: string) =>
    (await new Client(baseUrl, seed.tokens['u0']).put(path, { chapters: [{ startTime: 0, title }] })).status;
  await stack.query(`
    CREATE FUNCTION take_time() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(CASE new.title WHEN 'slow' THEN 6 ELSE 3600 END); RETURN new; END $$;
    CREATE TRIGGER take_time BEFORE INSERT ON chapters FOR EACH ROW WHEN (new.title IN ('slow', 'endless')) EXECUTE FUNCTION take_time()`);
  const sent = put(other, 'slow');
  await until(async () => (await sleeping(stack)) === 1);
  process.kill(other.pid, 'SIGSTOP');
  try {
    const meanwhile = await put(api, 'meanwhile');
    const atLast = await until(async () => ((await put(api, 'at last')) === 201 ? 201 : 0), LET_GO_MS);
    process.kill(other.pid, 'SIGCONT');
    const byFrozen = await sent;
    const client = createClient({ baseUrl: other.baseUrl, token: seed.tokens['u0'] ?? '' });
    const { data } = await client.GET('/api/v1/episodes/{episode}/chapters', { params: { path: { episode: seed.episodes['u0'] ?? '' } } });
    return { byFrozen, meanwhile, atLast, titles: data.data.chapters.map(({ title }) => title ?? '') };
  } finally {
    process.kill(other.pid, 'SIGCONT');
  }
}

/** Sessions in which the trigger of {@link freezeInTransaction} sleeps. */
async function sleeping(stack: Stack): Promise<number> {
  const [row] = await stack.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()`,
  );
  return row?.n ?? 0;
}

/** The missing parts of the first worker while no sweep of deliveries ends, and afterwards. */
type Stuck = { readonly meanwhile: readonly string[]; readonly status: number; readonly afterwards: number };

/** Holds a table that sweeps of deliveries use. */
async function holdUpSweeps({ stack, workerHealth }: Four): Promise<Stuck> {
  const ready = () => workerHealth.get('/health/ready');
  const { status, json } = await stack.session(async (query) => {
    await query('BEGIN');
    await query('LOCK TABLE webhook_backlogs IN ACCESS EXCLUSIVE MODE');
    const found = await until(async () => {
      const answer = await ready();
      // On a busy machine the database may be late, and is then named alone.
      return answer.status === 503 && !answer.json.missing.includes('database') && answer;
    }, LET_GO_MS);
    await query('ROLLBACK');
    return found;
  });
  return { meanwhile: json.missing, status, afterwards: await until(async () => ((await ready()).status === 200 ? 200 : 0)) };
}

describe.each(STORES)('a database that is away for a while (contract 2.9), limits on %s', (store) => {
  let postgres: Postgres;
  let redis: Redis | undefined;
  let stack: Stack;
  let seed: Loaded;
  let api: Running;
  let alice: Client;
  let workerHealth: Client;

  beforeAll(async () => {
    postgres = await Postgres.start();
    redis = store === 'Redis' ? await Redis.start() : undefined;
    stack = await Stack.create(
      {
        RATE_LIMIT_PER_MINUTE: '100000',
        OUTBOUND_CONNECT_TO: `${HOST}:443:127.0.0.1:9`,
        NODE_ENV: 'test',
        ...(redis ? { REDIS_URL: redis.url } : {}),
      },
      postgres.url,
    );
    seed = await stack.load(aliceAndBob);
    const port = await getPort({ host: '127.0.0.1' });
    [api] = await Promise.all([stack.start('api'), stack.start('worker', { WORKER_PORT: String(port) })]);
    alice = new Client(api.baseUrl, seed.tokens['all']);
    workerHealth = new Client(`http://127.0.0.1:${port}`);
    await writes(); // what is read below
  });
  afterAll(async () => {
    await stack.destroy();
    await redis?.stop();
    await postgres.stop();
  });

  /** Repeats nothing: what is 503 is seen. */
  const clientOf = (key: string) => createClient({ baseUrl: api.baseUrl, token: seed.tokens[key] ?? '', retry: { retries: 0 } });
  const transcript = () => `/api/v1/episodes/${seed.episodes['e1']}/transcript`;
  const reads = () => alice.get('/api/v1/podcasts');
  const writes = () => alice.put(transcript(), { content: SRT });
  const ready = () => alice.get('/health/ready', { token: undefined });

  /** Sends requests of both kinds at once. */
  const several = () => Promise.all([reads(), writes(), reads(), writes(), alice.get(transcript()), writes()]);

  function expectUnavailable({ status, headers, json }: Answer): void {
    expect([status, json]).toEqual([503, { message: expect.any(String), errors: [expect.objectContaining({ code: 'unavailable' })] }]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  }

  async function expectRecovery(): Promise<void> {
    await until(async () => (await ready()).status === 200);
    await until(async () => (await workerHealth.get('/health/ready')).status === 200);
    for (let round = 0; round < 10; round += 1) {
      for (const { status } of await several()) expect([200, 201]).toContain(status);
    }
  }

  // The store of limits changes none of these: an error of the database is told apart in one place.
  if (store === 'PostgreSQL') {
    it('a read-only database answers writes with 503, fails readiness, and needs no restart afterwards', async () => {
      await several(); // connections of before
      const name = new URL(stack.databaseUrl).pathname.slice(1);
      await execute(postgres.url, `ALTER DATABASE ${name} SET default_transaction_read_only = on`);
      await execute(postgres.url, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
      await until(async () => (await writes()).status === 503);
      for (let round = 0; round < 5; round += 1) {
        for (const answer of await several()) expect([200, 503]).toContain(answer.status);
        expectUnavailable(await writes());
      }
      expect((await until(async () => ((await ready()).status === 503 ? ready() : undefined))).json).toMatchObject({
        missing: expect.arrayContaining(['database']),
      });
      await execute(postgres.url, `ALTER DATABASE ${name} RESET default_transaction_read_only`);
      await expectRecovery();
    });

    it('a database whose operator forbids connections answers with 503 meanwhile', async () => {
      const name = new URL(stack.databaseUrl).pathname.slice(1);
      await execute(postgres.url, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
      try {
        await execute(postgres.url, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
        expectUnavailable(await reads());
        expectUnavailable(await writes());
      } finally {
        await execute(postgres.url, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
      }
      await expectRecovery();
    });

    it('a database with a full disk answers writes with 503 and keeps nothing of them, serves reads, and recovers without a restart', async () => {
      const bob = new Client(api.baseUrl, seed.tokens['bob']);
      const free = await postgres.fillDisk(stack.databaseUrl, 'webhook_endpoints');
      try {
        const row = `INSERT INTO webhook_endpoints (id, user_id, url, sealed_secret) SELECT gen_random_uuid(), id, '', '' FROM users LIMIT 1`;
        await expect(stack.query(row)).rejects.toMatchObject({ code: '53100' });
        for (let round = 0; round < 7; round += 1) expectUnavailable(await bob.put(WEBHOOK, { url: `https://${HOST}/` }));
        const ready = await until(async () => {
          const answer = await bob.get('/health/ready', { token: undefined });
          return answer.status === 503 ? answer : undefined;
        });
        expect(ready.json.missing).toEqual(['database']);
        expect((await clientOf('bob').GET(WEBHOOK)).data).toEqual({ data: null });
        expect([(await reads()).status, (await writes()).status]).toEqual([200, 200]);
      } finally {
        await free();
      }
      await expectRecovery();
      await clientOf('bob').PUT(WEBHOOK, { body: { url: `https://${HOST}/` } }); // what was not accepted did not count
    });

    it('a stopped database is logged once a second with the number of failed requests left out', async () => {
      const before = api.output().length;
      await postgres.stopServer();
      const lines = () => linesOf(api.output().slice(before)).filter(({ msg }) => msg === 'not available');
      // The first line also tells what was left out before this test.
      const told = () => lines().reduce((sum, { leftOut = 0 }, index) => sum + 1 + (index === 0 ? 0 : leftOut), 0);
      let failed = 0;
      try {
        await until(async () => {
          const answers = await several();
          for (const { status } of answers) expect(status).toBe(503);
          failed += answers.length;
          return told() >= 390;
        });
      } finally {
        await postgres.restart();
      }
      expect(told()).toBeLessThanOrEqual(failed);
      const times = lines().map(({ time }) => Date.parse(time));
      // Not the distance of two lines: a busy process writes one late, and the next in time.
      expect(times.length - 1).toBeLessThanOrEqual(Math.ceil((times.at(-1)! - times[0]!) / 1000));
      await expectRecovery();
    });

    it('a database that ends every session causes 503 or success, never 500', async () => {
      const name = new URL(stack.databaseUrl).pathname.slice(1);
      const statuses = new Set<number>();
      const send = async () => (await several()).forEach(({ status }) => statuses.add(status));
      const endSessions = async () => {
        for (let round = 0; round < 20; round += 1) {
          await execute(postgres.url, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
          await execute(postgres.url, `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
          await sleep(100);
        }
      };
      await meanwhile(endSessions, ...Array<typeof send>(8).fill(send));
      expect([...statuses].filter((status) => ![200, 201, 503].includes(status))).toEqual([]);
      await expectRecovery();
    });

    it('a crashed database answers with 503, and registrations counted before still count (contract 6.4)', async () => {
      const register = () => clientOf('all').PUT(WEBHOOK, { body: { url: `https://${HOST}/` } });
      for (let number = 1; number <= 3; number += 1) await register();
      await postgres.crash();
      expectUnavailable(await reads());
      await postgres.restart();
      await expectRecovery();
      for (let number = 4; number <= 5; number += 1) await register();
      await expect(register()).rejects.toMatchObject({ status: 429, code: 'registration_limit' });
    });

    it('a restarting database answers with 503', async () => {
      const statuses = new Set<number>();
      const send = async () => (await several()).forEach(({ status }) => statuses.add(status));
      await meanwhile(() => postgres.restart(), send);
      expect([...statuses].filter((status) => ![200, 201, 503].includes(status))).toEqual([]);
      await expectRecovery();
    });
  }

  it('a frozen database answers with 503 within ten seconds and fails readiness', async () => {
    await several();
    const frozen = processesOf(postgres.pid);
    frozen.forEach((pid) => signal(pid, 'SIGSTOP'));
    try {
      const began = Date.now();
      for (const answer of await several()) expectUnavailable(answer);
      expect(Date.now() - began).toBeLessThan(ANSWERED_MS);
      expect((await ready()).json).toMatchObject({ status: 'not ready', missing: expect.arrayContaining(['database']) });
      expect((await workerHealth.get('/health/ready')).status).toBe(503);
      for (const answer of await several()) expectUnavailable(answer);
    } finally {
      processesOf(postgres.pid).forEach((pid) => signal(pid, 'SIGCONT'));
    }
    await expectRecovery();
  });
});

describe('a primary that is lost under load (contract 2.9, 6.11)', () => {
  let primary: Postgres;
  let standby: Postgres;
  let line: Switch;
  let stack: Stack;
  let seed: Loaded;
  let receiver: Receiver;
  let api: Running;
  let workerHealth: Client;

  beforeAll(async () => {
    const authority = await CertificateAuthority.create();
    receiver = await Receiver.listen(await authority.issue({ names: [HOST] }));
    primary = await Postgres.start();
    standby = await primary.startReplica();
    // A commit waits for the standby, as where nothing that was accepted may be lost.
    await primary.execute(`ALTER SYSTEM SET synchronous_standby_names = '*'`);
    await primary.execute('SELECT pg_reload_conf()');
    const connectTo = `${HOST}:443:127.0.0.1:${receiver.port}`;
    const env = { RATE_LIMIT_PER_MINUTE: '100000', WEBHOOK_RETRY_DELAYS: '1,1,1,1,1', OUTBOUND_CONNECT_TO: connectTo, NODE_ENV: 'test' };
    stack = await Stack.create(env, primary.url);
    await until(async () => (await stack.query(`SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`)).length === 1);
    seed = await stack.load(aliceAndBob);
    line = await Switch.to(Number(new URL(primary.url).port));
    const both = (first: string | number) => stack.databaseUrl.replace(/@[^/]+/, `@127.0.0.1:${first},${new URL(standby.url).host}`);
    const ca = join(stack.dir, 'ca.pem');
    await writeFile(ca, authority.pem);
    const port = await getPort({ host: '127.0.0.1' });
    [api] = await Promise.all([
      stack.start('api', { DATABASE_URL: both(new URL(primary.url).port) }),
      stack.start('worker', { DATABASE_URL: both(line.port), NODE_EXTRA_CA_CERTS: ca, WORKER_PORT: String(port) }),
    ]);
    workerHealth = new Client(`http://127.0.0.1:${port}`);
  });
  afterAll(async () => {
    await primary.restart();
    // Otherwise the removal of the database waits for a standby.
    await primary.execute('ALTER SYSTEM RESET synchronous_standby_names');
    await primary.execute('SELECT pg_reload_conf()');
    await stack.destroy();
    await line.close();
    await receiver.close();
    await standby.stop();
    await primary.stop();
  });

  const as = (key: string) => new Client(api.baseUrl, seed.tokens[key]);

  it('a worker whose database connections were silently dropped delivers over new ones', async () => {
    const bob = createClient({ baseUrl: api.baseUrl, token: seed.tokens['bob'] ?? '' });
    await bob.PUT(WEBHOOK, { body: { url: `https://${HOST}/bob` } });
    await until(async () => (await bob.GET(WEBHOOK)).data.data?.active);
    line.swallow();
    await enqueue(stack, [seed.users['bob']!], 5);
    await receiver.until('video_quota.low', 5);
    await until(async () => (await workerHealth.get('/health/ready')).status === 200);
  });

  it('a promoted standby answers with 503 meanwhile, loses nothing accepted, and delivers what was committed', async () => {
    const transcript = `/api/v1/episodes/${seed.episodes['e1']}/transcript`;
    let number = 0;
    let accepted = '';
    /** Sent after what was accepted last: it may have been stored or not. */
    let unknown: string[] = [];
    const statuses = new Set<number>();
    const write = async () => {
      const text = `number ${number++}.`;
      const { status } = await as('all').put(transcript, { content: SRT.replace('Hello', text) });
      statuses.add(status);
      if (status === 503) unknown.push(text);
      else [accepted, unknown] = [text, []];
    };
    const read = async () => statuses.add((await as('bob').get('/api/v1/podcasts')).status);
    const loseThePrimary = async () => {
      await until(() => accepted !== '');
      receiver.received.length = 0;
      await enqueue(stack, [seed.users['bob']!], 20);
      await primary.crash();
      const before = accepted;
      await until(() => statuses.has(503));
      await standby.promote();
      await until(() => accepted !== before);
    };
    await meanwhile(loseThePrimary, write, ...Array<typeof read>(4).fill(read));
    expect([...statuses].filter((status) => ![200, 201, 503].includes(status))).toEqual([]);
    const stored = (await as('all').get(transcript)).text;
    expect([accepted, ...unknown].filter((text) => stored.includes(text))).toHaveLength(1);
    await until(async () => (await workerHealth.get('/health/ready')).status === 200);
    await until(() => new Set(receiver.of('video_quota.low').map(({ event }) => event.id)).size === 20);
    expect((await as('all').get('/health/ready', { token: undefined })).status).toBe(200);
  });
});

describe('one user who asks for everything at once (contract 2.8, 16.2)', () => {
  let stack: Stack;
  let seed: Loaded;
  let line: Switch;
  let api: Running;

  beforeAll(async () => {
    stack = await Stack.create({ RATE_LIMIT_PER_MINUTE: '100000', DATABASE_POOL_SIZE: '10' });
    seed = await stack.load(aliceAndBob);
    const { host, port } = new URL(stack.databaseUrl);
    line = await Switch.to(Number(port));
    api = await stack.start('api', { DATABASE_URL: stack.databaseUrl.replace(host, `127.0.0.1:${line.port}`) });
  });
  afterAll(async () => {
    await stack.destroy();
    await line.close();
  });

  const as = (key: string) => new Client(api.baseUrl, seed.tokens[key]);
  const transcriptOf = (episode: string) => `/api/v1/episodes/${seed.episodes[episode]}/transcript`;

  /** Sessions that wait for a lock. It has its own session: within a transaction PostgreSQL repeats its answer. */
  const sessionsWaiting = async () => {
    const [row] = await stack.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
    );
    return row?.n ?? 0;
  };

  it('500 readiness checks at once ask the database once, and keep no request waiting', async () => {
    await stack.session(async (query) => {
      await query('BEGIN');
      await query('LOCK TABLE migrations IN ACCESS EXCLUSIVE MODE'); // the check of the schema does not end
      const flood = Promise.all(Array.from({ length: 500 }, () => as('all').get('/health/ready', { token: undefined })));
      await until(sessionsWaiting);
      for (let round = 0; round < 20; round += 1) expect((await as('bob').get('/api/v1/podcasts')).status).toBe(200);
      const answers = await flood;
      // Under load, other checks may end by their deadline as well.
      const lacking = [expect.stringMatching(/^(migrations|database)$/)] as unknown[];
      expect(answers.map(({ status, json }) => [status, json.missing])).toEqual(answers.map(() => [503, expect.arrayContaining(lacking)]));
      expect(await sessionsWaiting()).toBeLessThanOrEqual(3); // one a second, while the flood lasts
      await query('ROLLBACK');
    });
    await until(async () => (await as('all').get('/health/ready', { token: undefined })).status === 200);
  });

  it('1,000 requests at once get 200, 429 or 503, and another user’s go on', async () => {
    const alice = as('all');
    const flood = () =>
      Promise.all(
        Array.from({ length: 1000 }, (_, index) =>
          index % 2 ? alice.get('/api/v1/podcasts') : alice.put(transcriptOf('e1'), { content: SRT }),
        ),
      );
    const others: number[] = [];
    const ask = async () => others.push((await as('bob').get('/api/v1/podcasts')).status);
    const statuses = new Set((await meanwhile(flood, ask)).map(({ status }) => status));
    while (others.length < 10) await ask();
    expect([...statuses].filter((status) => ![200, 201, 429, 503].includes(status))).toEqual([]);
    expect(new Set(others)).toEqual(new Set([200]));
  });

  it('slow readers of a large transcript hold at most their user’s share of memory and delay nobody else', async () => {
    const subtitles = Array.from(
      { length: 2000 },
      (_, at) => `${at + 1}\n00:00:${stamp(at)} --> 00:00:${stamp(at + 1)}\n${'x'.repeat(5000)}\n`,
    );
    for (const [key, episode] of [
      ['all', 'e1'],
      ['bob', 'foreign'],
    ] as const) {
      const content = key === 'all' ? subtitles.join('\n') : SRT;
      expect([200, 201]).toContain((await as(key).put(transcriptOf(episode), { content })).status);
    }
    const sockets = Array.from({ length: 12 }, () => connect(Number(new URL(api.baseUrl).port), '127.0.0.1'));
    const heads = sockets.map(async (socket) => {
      socket.write(`GET ${transcriptOf('e1')} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${seed.tokens['all']}\r\n\r\n`);
      const [first] = (await once(socket, 'data')) as [Buffer];
      socket.pause(); // and reads nothing more
      return first.toString('latin1').slice(9, 12);
    });
    expect((await Promise.all(heads)).sort()).toEqual([...Array<string>(3).fill('200'), ...Array<string>(9).fill('503')]);
    expect((await as('bob').get(transcriptOf('foreign'))).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    await until(async () => (await as('all').get(transcriptOf('e1'))).status === 200);
  });

  it("one user's requests that wait for a lock delay no other user", async () => {
    await stack.session(async (query) => {
      await query('BEGIN');
      await query('SELECT FROM episodes WHERE id = $1 FOR UPDATE', [seed.episodes['e2']]);
      const waiting = Promise.all(Array.from({ length: 60 }, () => as('all').put(transcriptOf('e2'), { content: SRT })));
      await until(sessionsWaiting);
      for (let round = 0; round < 20; round += 1) expect((await as('bob').get('/api/v1/podcasts')).status).toBe(200);
      expect(await sessionsWaiting()).toBeLessThanOrEqual(3);
      const answers = await waiting; // none of them may have the lock
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
      await query('ROLLBACK');
    });
    expect((await as('all').put(transcriptOf('e2'), { content: SRT })).status).toBe(201);
  });

  it('silently dropped database connections answer with 503 within ten seconds, and new ones succeed', async () => {
    const lists = () => as('bob').get('/api/v1/podcasts');
    expect((await lists()).status).toBe(200);
    line.swallow();
    const began = Date.now();
    const answer = await lists();
    expect([answer.status, faults(answer)]).toEqual([503, [{ field: null, code: 'unavailable' }]]);
    expect(Date.now() - began).toBeLessThan(ANSWERED_MS);
    await until(async () => (await lists()).status === 200);
  });

  it('a server that takes connections and says nothing: 503 within ten seconds, and success once it speaks', async () => {
    const mute = createServer(() => undefined);
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    line.turn((mute.address() as AddressInfo).port);
    const began = Date.now();
    const answer = await as('bob').get('/api/v1/podcasts');
    expect([answer.status, faults(answer)]).toEqual([503, [{ field: null, code: 'unavailable' }]]);
    expect(Date.now() - began).toBeLessThan(ANSWERED_MS);
    line.turn(Number(new URL(stack.databaseUrl).port));
    mute.close();
    await until(async () => (await as('bob').get('/api/v1/podcasts')).status === 200);
  });
});

describe('two api and two worker processes', () => {
  it('a process that freezes in a transaction keeps its locks for about a minute, then others go on, and it answers 503 once it runs again', async () => {
    expect(await frozen).toEqual({ byFrozen: 503, meanwhile: 503, atLast: 201, titles: ['at last'] });
  });

  it('a worker whose sweeps of deliveries make no progress is not ready and names them, until they do', async () => {
    expect(await stuck).toEqual({ meanwhile: ['webhooks.sweep'], status: 503, afterwards: 200 });
  });

  it('a statement that does not end is 503 within ten seconds, and PostgreSQL goes on with it no longer', async () => {
    await frozen; // it sleeps by the same trigger
    const client = new Client(four.apis[0].baseUrl, four.seed.tokens['u1']);
    const began = Date.now();
    const answer = await client.put(`/api/v1/episodes/${four.seed.episodes['u1']}/chapters`, {
      chapters: [{ startTime: 0, title: 'endless' }],
    });
    expect([answer.status, faults(answer)]).toEqual([503, [{ field: null, code: 'unavailable' }]]);
    expect(Date.now() - began).toBeLessThan(ANSWERED_MS);
    await until(async () => (await sleeping(four.stack)) === 0); // it would sleep for an hour
  });

  it('two api and two worker processes probe every connection to PostgreSQL that says nothing (TCP keep-alive)', async () => {
    const port = Number(new URL(four.stack.databaseUrl).port);
    for (const { baseUrl } of four.apis) expect((await fetch(`${baseUrl}/health/ready`)).status).toBe(200);
    for (const { pid } of [...four.apis, ...four.workers]) {
      expect(await until(() => connectionsTo(port, pid).length > 0)).toBe(true);
      // While bytes are on their way, the timer is another one.
      await until(() => connectionsTo(port, pid).every(({ timer }) => timer === KEEP_ALIVE));
    }
  });

  it('two api and two worker processes fit the 100 connections of PostgreSQL’s default under any load (contract 16.2)', async () => {
    await Promise.all([frozen, stuck]);
    const { stack, seed: { tokens, podcasts, episodes }, apis } = four; // prettier-ignore
    const kinds: ((key: string, client: Client) => Promise<Answer>)[] = [
      (_, client) => client.get('/api/v1/podcasts'),
      (key, client) => client.put(`/api/v1/episodes/${episodes[key]}/transcript`, { content: SRT }),
      (key, client) => client.get(`/api/v1/podcasts/${podcasts[key]}/analytics.csv?from=2026-01-01&to=2026-12-31`),
      (key, client) => client.get(`/e/${episodes[key]}`, { headers: { 'User-Agent': `AntennaPod/${Math.random()}` } }),
      (_, client) => client.request('POST', '/api/v1/uploads', { headers: { 'Tus-Resumable': '1.0.0', 'Upload-Length': '0' } }),
      (key, client) => client.request('POST', `/api/v1/podcasts/${podcasts[key]}/rss-refetch`),
      (key, client) => client.put(WEBHOOK, { url: `https://${HOST}/${key}` }),
      (_, client) => client.get('/health/ready', { token: undefined }),
    ];
    let over = false;
    const statuses = new Map<number, number>();
    const sending = Promise.all(
      FOUR.map(async (key, index) => {
        const client = new Client(apis[index % 2]!.baseUrl, tokens[key]);
        for (let round = index; !over; round += 1) {
          const answers = await Promise.all([0, 1].map((next) => kinds[(round + next) % kinds.length]!(key, client)));
          answers.forEach(({ status }) => statuses.set(status, (statuses.get(status) ?? 0) + 1));
        }
      }),
    );
    const names = new Set<string>();
    let most = 0;
    for (let round = 0; round < 60; round += 1) {
      const rows = await stack.query<{ name: string }>(
        `SELECT application_name AS name FROM pg_stat_activity
         WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
      );
      rows.forEach(({ name }) => names.add(name));
      most = Math.max(most, rows.length);
      await sleep(100);
    }
    over = true;
    await sending;
    console.info(`${most} connections of two api and two worker processes`, Object.fromEntries(statuses));
    const allowed = Object.values(CONNECTIONS).reduce((sum, n) => sum + n);
    expect([...names].filter((name) => CONNECTIONS[name] === undefined)).toEqual([]);
    expect(most).toBeLessThanOrEqual(allowed);
    // A rolling restart adds a fifth process; three of 100 connections are reserved for superusers.
    expect((allowed * 5) / 4).toBeLessThanOrEqual(97);
    // A busy machine may answer 503.
    expect([...statuses.keys()].filter((status) => status >= 500 && status !== 503)).toEqual([]);
    expect(statuses.get(200)).toBeGreaterThan(0);
  });
});

/** Most connections of two api and two worker processes, by `application_name` (docs/operations.md). */
const CONNECTIONS: Readonly<Record<string, number>> = {
  api: 20,
  worker: 20,
  admission: 4,
  'api-redirect': 4,
  'upload-locks': 4,
  signals: 2,
  queue: 8,
  jobs: 2,
  'rss-refetch': 2,
  'video-stocks.probe': 2,
  'webhooks.dispatch': 2,
};

/** Lines of a process's log. */
function linesOf(output: string): { readonly msg: string; readonly time: string; readonly leftOut?: number }[] {
  const whole = output.slice(output.indexOf('\n') + 1, output.lastIndexOf('\n')); // the first may be cut
  return whole
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
}

/** The state of a TCP timer in /proc/net/tcp: the connection is idle and will be probed. */
const KEEP_ALIVE = '02';

/** Established connections of a process to a port of this machine, with the kind of timer that runs. */
function connectionsTo(port: number, pid: number): { readonly timer: string }[] {
  const files = readdirSync(`/proc/${pid}/fd`).flatMap((file) => linkOf(`/proc/${pid}/fd/${file}`));
  const inodes = new Set(files.flatMap((file) => /^socket:\[(\d+)\]$/.exec(file)?.[1] ?? []));
  const lines = readFileSync('/proc/net/tcp', 'utf8').trim().split('\n').slice(1).map((line) => line.trim().split(/\s+/)); // prettier-ignore
  const to = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return lines.flatMap(([, , remote = '', state, , timer = '', , , , inode = '']) =>
    remote.endsWith(to) && state === '01' && inodes.has(inode) ? [{ timer: timer.slice(0, 2) }] : [],
  );
}

function linkOf(path: string): string[] {
  try {
    return [readlinkSync(path)];
  } catch {
    return []; // it has been closed meanwhile
  }
}

/** Seconds and milliseconds of a time within a minute. */
const stamp = (at: number) => `${String(Math.floor(at / 100)).padStart(2, '0')},${String(at % 100).padStart(2, '0')}0`;
