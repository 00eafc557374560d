import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { until } from '@app/process/testing/until';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import getPort from 'get-port';
import { Client } from '../client.js';
import { aliceAndBob, SRT } from '../fixtures.js';
import { ROOT, Stack, type Loaded, type Running } from '../stack.js';

let stack: Stack;
let api: Running;
let anyone: Client;

beforeAll(async () => {
  stack = await Stack.create();
  api = await stack.start('api');
  anyone = new Client(api.baseUrl);
});
afterAll(() => stack.destroy());

it.each([
  ['what is no HTTP request', 'THIS IS NOT HTTP\r\n\r\n', 422, 'invalid_request'],
  ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n', 404, 'not_found'],
  ['a target that is no URL', 'GET http://[/api/v1/podcasts HTTP/1.1\r\nHost: example.com\r\nConnection: close\r\n\r\n', 404, 'not_found'],
  [
    'a URL as its target',
    'GET http://example.com/api/v1/podcasts HTTP/1.1\r\nHost: example.com\r\nConnection: close\r\n\r\n',
    401,
    'token_missing',
  ],
])('the api answers %s in JSON, too (contract 2.6)', async (_, sent, status, code) => {
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(new URL(api.baseUrl).port), '127.0.0.1', () => socket.write(sent));
    let text = '';
    socket
      .on('data', (chunk) => (text += String(chunk)))
      .on('end', () => resolve(text))
      .on('error', reject);
  });
  expect(answer).toContain(`HTTP/1.1 ${status} `);
  const message = expect.any(String);
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({ message, errors: [{ field: null, code, message }] });
  expect(answer).toMatch(/\r\nX-Request-Id: \S+\r\n/i);
});

it.each(['/api/v1/podcasts', '/nothing', '/health/live', '/e/x', '/docs'])(
  'the api answers a request for %s without Host as any other (contract 2.9)',
  async (path) => {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(api.baseUrl).port), '127.0.0.1', () =>
        socket.write(`GET ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`),
      );
      let text = '';
      socket
        .on('data', (chunk) => (text += String(chunk)))
        .on('end', () => resolve(text))
        .on('error', reject);
    });
    const status = Number(/^HTTP\/1\.1 (\d+) /.exec(answer)?.[1]);
    expect(status).toBe((await anyone.get(path)).status);
    if (status < 400) return;
    expect(answer).toMatch(/\r\nX-Request-Id: \S+\r\n/i);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      message: expect.any(String),
      errors: [{ code: expect.any(String) }],
    });
  },
);

describe('health, metrics and documents need no token (contract 1.9)', () => {
  it('the api is live and ready', async () => {
    expect((await anyone.get('/health/live')).status).toBe(200);
    expect((await anyone.get('/health/ready')).status).toBe(200);
  });

  it('the api is not ready without its tables, and says so', async () => {
    await stack.query('ALTER TABLE migrations RENAME TO migrations_away');
    try {
      // The result of a check is kept for a second.
      const answer = await until(async () => {
        const one = await anyone.get('/health/ready');
        return one.status === 200 ? null : one;
      });
      expect([answer.status, answer.json.missing]).toEqual([503, ['migrations']]);
    } finally {
      await stack.query('ALTER TABLE migrations_away RENAME TO migrations');
    }
    await until(async () => (await anyone.get('/health/ready')).status === 200);
  });

  it('the api has metrics for Prometheus, by route and not by path', async () => {
    await anyone.get('/api/v1/episodes/x/transcript');
    const { status, text } = await anyone.get('/metrics');
    expect(status).toBe(200);
    expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/api/v1/episodes/:episode/transcript",status="401"}');
    expect(text).toContain('process_resident_memory_bytes');
    // Probes and scrapes would hide what callers wait for.
    expect(text).not.toMatch(/http_request_duration_seconds_count\{[^}]*route="\/(?:health|metrics)/);
  });

  it('the api exports every metric that docs/operations.md names, and the state of each kind of work (contract 16.5)', async () => {
    const port = await getPort({ host: '127.0.0.1' });
    const worker = await stack.start('worker', { WORKER_PORT: String(port) });
    const ofWorker = new Client(`http://127.0.0.1:${port}`);
    const { work } = await stack.admin<{ work: { work: string }[] }>('status', '--json');
    const states = work.flatMap((one) =>
      ['due', 'running', 'failing', 'stuck'].map((state) => `work_items{work="${one.work}",state="${state}"} `),
    );
    await until(async () => {
      const { text } = await ofWorker.get('/metrics');
      return states.every((line) => text.includes(line));
    });
    const exported = (await Promise.all([anyone, ofWorker].map((one) => one.get('/metrics')))).map(({ text }) => text).join('\n');
    const tables = (await readFile(join(ROOT, 'docs/operations.md'), 'utf8')).match(/^\| Metric \|.*\n(?:\|.*\n)+/gm) ?? [];
    const cells = tables.flatMap((table) =>
      Array.from(table.matchAll(/^\| (`[^|]*)\|(?!.*(?:REDIS_URL|DATABASE_READ_URL))/gm), ([, cell = '']) => cell),
    );
    const names = cells.flatMap((cell) => Array.from(cell.matchAll(/`(\w+)/g), ([, name = '']) => name));
    expect(names.length).toBeGreaterThan(30);
    expect(names.filter((name) => !exported.includes(`# TYPE ${name} `))).toEqual([]);
    await worker.stop();
  });

  it('the api logs requests at info, and probes at debug (contract 16.4)', async () => {
    const verbose = await stack.start('api', { LOG_LEVEL: 'debug' });
    for (const path of ['/health/live', '/health/ready', '/metrics', '/nothing']) await new Client(verbose.baseUrl).get(path);
    await verbose.stop();
    const lines = verbose.output().split('\n').filter((line) => line.includes('"msg":"request"')).map((line) => JSON.parse(line) as { level: string; path: string }); // prettier-ignore
    expect(lines.map(({ level, path }) => [path, level])).toEqual([
      ['/health/live', 'debug'],
      ['/health/ready', 'debug'],
      ['/metrics', 'debug'],
      ['/nothing', 'info'],
    ]);
  });

  it('the api serves /metrics on METRICS_PORT alone where that is set', async () => {
    const port = await getPort({ host: '127.0.0.1' });
    const other = await stack.start('api', { METRICS_PORT: String(port) });
    expect((await new Client(other.baseUrl).get('/metrics')).status).toBe(404);
    expect((await new Client(`http://127.0.0.1:${port}`).get('/metrics')).status).toBe(200);
    await other.stop();
  });

  it('the api has a page of documents that loads nothing from elsewhere', async () => {
    const page = await anyone.get('/docs');
    expect(page.status).toBe(200);
    const links = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link!);
    expect(links.length).toBeGreaterThan(3);
    for (const link of links) {
      const { origin, pathname } = new URL(link, `${api.baseUrl}/docs`);
      expect(origin).toBe(api.baseUrl);
      expect([pathname, (await anyone.get(pathname)).status]).toEqual([pathname, 200]);
    }
  });
});

describe('a process', () => {
  it.each(['api', 'worker'])('%s prints its version, without a configuration (contract 16.6)', async (app) => {
    const { stdout } = await promisify(execFile)(process.execPath, [join(ROOT, `apps/${app}/bundle/main.js`), '--version'], { env: {} });
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('the worker is healthy on WORKER_PORT and ends with 0 on SIGTERM', async () => {
    const port = await getPort({ host: '127.0.0.1' });
    const worker = await stack.start('worker', { WORKER_PORT: String(port) });
    expect((await new Client(`http://127.0.0.1:${port}`).get('/health/ready')).json).toEqual({ status: 'ready' });
    expect(await worker.stop()).toBe(0);
    expect(worker.output()).toContain('"stopped"');
  });

  it('the api finishes the upload that it is reading before it ends on SIGTERM', async () => {
    const { tokens, episodes } = await stack.load(aliceAndBob);
    const other = await stack.start('api');
    const body = JSON.stringify({ content: SRT });
    const { request } = await import('node:http');
    const status = new Promise((resolve, reject) => {
      const upload = request(`${other.baseUrl}/api/v1/episodes/${episodes['e1']}/transcript`, {
        method: 'PUT',
        headers: {
          Authorization: `Bearer ${tokens['all']}`,
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(body),
          Expect: '100-continue',
        },
      });
      upload.once('response', (response) => resolve(response.resume().statusCode)).once('error', reject);
      upload.flushHeaders();
      // It asks for the body when it begins to read it.
      upload.once('continue', () => {
        upload.write(body.slice(0, 20));
        void other.stop();
        until(() => other.output().includes('"msg":"stopping"')).then(() => upload.end(body.slice(20)), reject);
      });
    });
    expect(await status).toBe(201);
    expect(await other.ended).toBe(0);
    expect(other.output()).toContain('"msg":"stopped"'); // at once, though the client would keep the connection
    expect(other.output()).toContain('"status":201');
    expect(other.output()).not.toMatch(/pat_|Hello/); // neither a token nor a transcript
  });

  it('a process names every fault of its environment in one message and ends with 1', async () => {
    const env = {
      PORT: 'x',
      RATE_LIMIT_PER_MINUTE: '0',
      WEBHOOK_RETRY_DELAYS: '1,2',
      DATABASE_URL: 'mysql://secret@host/db',
      OUTBOUND_CONNECT_TO: 'a:1:b:2',
      NODE_ENV: 'production',
    };
    const failed = await stack.start('api', env).catch((error: Error) => error);
    const message = (failed as Error).message;
    for (const name of Object.keys(env).filter((key) => key !== 'NODE_ENV')) expect(message).toContain(name);
    expect(message).toContain('status 1 ');
    expect(message).not.toContain('secret');
  });
});

describe('the operator’s CLI', () => {
  it('the operator’s CLI answers with JSON alone, and with status 1 and words on stderr when it cannot', async () => {
    const made = await stack.adminEnded(['user', 'create', '--name', 'Carol', '--available-seconds', '3600']);
    expect([made.status, made.stderr]).toEqual([0, '']);
    const { id } = JSON.parse(made.stdout) as { id: string };
    for (const args of [['token', 'list', '--user', 'nobody'], ['token', 'revoke', id], ['podcast', 'confirm-ownership', id], ['user', 'create'], ['fly']]) {
      const refused = await stack.adminEnded(args);
      expect([args, refused.status, refused.stdout]).toEqual([args, 1, '']);
      expect(refused.stderr).not.toBe('');
    }
  }); // prettier-ignore

  it.each([
    ['is away', 'postgres://127.0.0.1:1/x', 'The database of DATABASE_URL cannot be reached: connect ECONNREFUSED 127.0.0.1:1\n'],
    ['does not exist', undefined, expect.stringMatching(/^The database of DATABASE_URL refuses: database "nowhere" does not exist\n$/)],
  ])('the operator’s CLI says in one line that the database %s', async (_, elsewhere, said) => {
    const nowhere = new URL(stack.databaseUrl);
    nowhere.pathname = '/nowhere';
    const env = { DATABASE_URL: elsewhere ?? nowhere.href };
    for (const args of [['migrate'], ['user', 'create', '--name', 'X'], ['token', 'list', '--user', 'X']]) {
      expect(await stack.adminEnded(args, env)).toEqual({ status: 1, stdout: '', stderr: said });
    }
  });

  it('the operator’s CLI lists tokens without showing them', async () => {
    const { id: user } = await stack.admin<{ id: string }>('user', 'create', '--name', 'Dora');
    const { id, token } = await stack.admin<{ id: string; token: string }>(
      'token',
      'create',
      '--user',
      user,
      '--permission',
      'read',
      '--label',
      'CI',
    );
    expect(token).toMatch(/^pat_[A-Za-z0-9_-]{43}$/);
    await stack.admin('token', 'revoke', id);
    const listed = await stack.adminEnded(['token', 'list', '--user', user]);
    expect(listed.stdout).not.toContain(token);
    expect(JSON.parse(listed.stdout)).toEqual({
      tokens: [expect.objectContaining({ id, label: 'CI', permissions: ['read'], revoked_at: expect.any(String) })],
    });
  });

  it('the operator’s CLI lists users, and replaces the allowance of one', async () => {
    const { id } = await stack.admin<{ id: string }>('user', 'create', '--name', 'Lena', '--available-seconds', '60');
    expect(await stack.admin('user', 'set-allowance', id, '3600')).toEqual({ id, available_seconds: 3600 });
    const { users } = await stack.admin<{ users: object[] }>('user', 'list');
    expect(users).toContainEqual({ id, name: 'Lena', available_seconds: 3600, created_at: expect.stringMatching(/Z$/) });
    expect((await stack.adminEnded(['user', 'set-allowance', 'nobody', '1'])).status).toBe(1);
  });

  it('the operator’s CLI makes an episode, which a waiting video is matched with', async () => {
    const id = await user('Eva');
    const { id: podcast } = await stack.admin<{ id: string }>('podcast', 'create', '--title', 'Ahead', '--owner', id);
    await stack.query(
      `INSERT INTO video_stocks (id, podcast_id, owner_id, client_key, status, duration_seconds, match_guid)
       VALUES (gen_random_uuid(), $1, $2, 'k', 'ready', 60, 'urn:1')`,
      [podcast, id],
    );
    const options = ['--podcast', podcast, '--title', 'One', '--guid', 'urn:1', '--published-at', '2026-10-01T00:00:00Z'];
    const made = await stack.admin<{ id: string }>('episode', 'create', ...options);
    const expected = { podcast_id: podcast, title: 'One', guid: 'urn:1', published_at: '2026-10-01T00:00:00.000Z' };
    expect(made).toEqual({ id: made.id, ...expected, duration_seconds: null, audio_url: null, stocks_matched: 1 });
    const { podcasts } = await stack.admin<{ podcasts: object[] }>('podcast', 'list', '--owner', id);
    expect(podcasts).toEqual([expect.objectContaining({ id: podcast, title: 'Ahead', ownership_confirmed: false })]);
    await stack.admin('episode', 'create', '--podcast', podcast, '--title', 'Two', '--published-at', '2999-01-01T00:00:00Z');
    const events = await stack.query<{ type: string; title: string }>(
      `SELECT type, body::jsonb -> 'data' ->> 'title' AS title FROM events WHERE user_id = $1 AND type LIKE 'episode.%' ORDER BY position`,
      [id],
    );
    expect(events.map(({ type, title }) => `${type} ${title}`)).toEqual([
      'episode.appeared One',
      'episode.published One',
      'episode.appeared Two',
    ]);
  });

  it('the operator’s CLI tells what is due and stuck, as a table or as JSON', async () => {
    await stack.query(
      `INSERT INTO webhook_deliveries (id, user_id, endpoint_id, event_id, event_type, body, ready_at)
       VALUES (gen_random_uuid(), $1, gen_random_uuid(), gen_random_uuid(), 'video_quota.low', '{}', now() - interval '10 minutes')`,
      [await user('Stan')],
    );
    const { work, stuck } = await stack.admin<{ work: { work: string }[]; stuck: boolean }>('status', '--json');
    expect([work.find((one) => one.work === 'webhook deliveries'), stuck]).toEqual([
      { work: 'webhook deliveries', due: 1, running: 0, failing: 0, stuck: 1, oldest_due_at: expect.stringMatching(/Z$/) },
      true,
    ]);
    const { stdout } = await stack.adminEnded(['status']);
    expect(stdout).toMatch(/^work +due +running +failing +stuck +oldest due\n/);
    expect(stdout).toMatch(/^webhook deliveries +1 +0 +0 +1 +10 min$/m);
    await stack.query('DELETE FROM webhook_deliveries');
  });

  it('the operator’s CLI prints its version', async () => {
    expect(await stack.adminEnded(['--version'])).toEqual({ status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), stderr: '' });
  });

  it('the operator’s CLI makes a podcast with the feed and the bearer of the quota that it is given', async () => {
    const { users } = await stack.load({ users: [{ key: 'o', name: 'Olga' }, { key: 'b', name: 'Bert' }] });
    const [owner = '', bearer = ''] = [users['o'], users['b']];
    const options = ['--title', 'Second Thoughts', '--owner', owner, '--quota-bearer', bearer, '--feed-url', ' https://feeds.example.com/ a.xml'];
    const made = await stack.admin<{ id: string }>('podcast', 'create', ...options);
    const feedUrl = 'https://feeds.example.com/%20a.xml';
    expect(made).toEqual({ id: made.id, title: 'Second Thoughts', owner_id: owner, quota_bearer_id: bearer, feed_url: feedUrl, ownership_confirmed: false });
    expect(await stack.query('SELECT owner_id, quota_bearer_id, feed_url FROM podcasts WHERE id = $1', [made.id])).toEqual([
      { owner_id: owner, quota_bearer_id: bearer, feed_url: feedUrl },
    ]);
  }); // prettier-ignore

  it('the operator’s CLI deletes old deliveries, by now and by another time', async () => {
    const id = await user('Rita');
    await stack.query(
      `INSERT INTO webhook_deliveries (id, user_id, endpoint_id, event_id, event_type, body, status, finished_at)
       VALUES (gen_random_uuid(), $1, gen_random_uuid(), gen_random_uuid(), 'video_quota.low', '{}', 'canceled', now() - interval '1 day')`,
      [id],
    );
    expect(await stack.admin('retention', 'run')).toEqual({ deleted: { deliveries: 0 } });
    const later = new Date(Date.now() + 30 * 86_400_000).toISOString();
    expect(await stack.admin('retention', 'run', '--now', later)).toEqual({ deleted: { deliveries: 1 } });
  });

  it('the operator’s CLI rolls up days of downloads that are over', async () => {
    const downloads = [
      { at: '2026-10-02T08:00:00Z', listener: 'l' },
      { at: '2026-10-03T08:00:00Z', listener: 'l' },
    ];
    const episodes = [{ key: 'e', title: 'E', downloads }];
    await stack.load({ users: [{ key: 'u', name: 'U' }], podcasts: [{ key: 'p', title: 'P', owner: 'u', episodes }] });
    expect(await stack.admin('analytics', 'keep-up')).toEqual({
      rolled_up: 2,
      deleted: { windows: 0, keys: 0 },
      retention: { partitions: 0, stragglers: 0 },
    });
    expect(await stack.admin('analytics', 'keep-up')).toMatchObject({ rolled_up: 0 });
  });

  it('the operator’s CLI judges the environment as the processes do', async () => {
    expect(await stack.admin('env', 'check')).toEqual({ ok: true });
    const { status, stdout, stderr } = await stack.adminEnded(['env', 'check'], { PORT: 'x', TRUST_PROXY: 'x' });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^Configuration is not valid:\n {2}- PORT [^\n]+\n {2}- TRUST_PROXY [^\n]+\n$/);
  });

  it('the operator’s CLI loads no demo data into a database that is somebody’s', async () => {
    await user('Somebody');
    expect(await stack.developmentCommand('fixtures', 'demo')).toEqual({ status: 0, stdout: '{"loaded":false}\n', stderr: '' });
  });

  it('the operator’s CLI loads a fixtures file all or nothing, and never twice', async () => {
    const users = () => stack.query<{ count: number }>('SELECT count(*)::int AS count FROM users');
    const before = await users();
    const broken = {
      users: [{ key: 'x', name: 'X' }],
      podcasts: [{ key: 'p', title: 'P', owner: 'x', episodes: [{ key: 'e', title: 'E', transcript: { content: 'no times' } }] }],
    };
    const file = join(stack.dir, 'fixtures.json');
    const load = () => stack.adminEnded(['fixtures', 'load', file]);
    await writeFile(file, JSON.stringify(broken));
    expect(await load()).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('no_times') });
    expect(await users()).toEqual(before);
    const tokens = [{ key: 'of once', permissions: ['read'] }];
    await writeFile(file, JSON.stringify({ users: [{ key: 'once', name: `Once ${Date.now()}`, tokens }] }));
    const both = await Promise.all([load(), load()]);
    expect(both.map(({ status }) => status).sort()).toEqual([0, 1]);
    const [{ stdout = '' } = {}] = both.filter(({ status }) => status === 0);
    const loaded = JSON.parse(stdout) as Loaded;
    expect(loaded).toMatchObject({ users: { once: expect.any(String) }, tokens: { 'of once': expect.stringMatching(/^pat_/) } });
    expect((await load()).stderr).toContain('loaded before');
  });
});

async function user(name: string): Promise<string> {
  return (await stack.admin<{ id: string }>('user', 'create', '--name', name)).id;
}
