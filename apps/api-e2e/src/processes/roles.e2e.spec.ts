import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { CertificateAuthority } from '@app/certificates';
import { createClient } from '@app/client';
import { execute, inSession } from '@app/database/testing/sql';
import { until } from '@app/process/testing/until';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import getPort from 'get-port';
import { Client } from '../client.js';
import { WEBHOOK } from '../destinations.js';
import { SRT } from '../fixtures.js';
import { Postgres } from '../postgres.js';
import { Receiver } from '../receiver.js';
import { ROOT, Stack, type Ended, type Loaded } from '../stack.js';
import { noise } from '../tus.js';

const HOST = 'hooks.example.com';
const DATABASE = 'podcast_automation';
const PASSWORD = 'secret';

/** Later than all that retention keeps of what is written here. */
const NEXT_YEAR = new Date(Date.now() + 365 * 86_400_000).toISOString();

let server: Postgres;
let stack: Stack;
let receiver: Receiver;
let ca: string;
/** The output of `migrate` for each role, in this order, on the empty database. */
let migrated: { readonly app: Ended; readonly migrator: Ended };

const urlOf = (username: string, password = PASSWORD) =>
  Object.assign(new URL(server.url), { username, password, pathname: `/${DATABASE}` }).href;
const as = (role: string): NodeJS.ProcessEnv => ({ DATABASE_URL: urlOf(role), DOWNLOADS_RETENTION_DAYS: '60' });
const command = (role: string, ...args: string[]): Promise<Ended> => stack.adminEnded(args, as(role));
const asOwner = <Row extends object>(text: string): Promise<Row[]> => execute<Row>(urlOf('migrator'), text);

/** The statements of docs/deployment.md, “Roles”: those of the server, and those of its new database. */
async function statements(): Promise<readonly [string[], string[]]> {
  const document = await readFile(join(ROOT, 'docs/deployment.md'), 'utf8');
  const sql = /\n## Roles\n[\s\S]*?```sql\n([\s\S]*?)```/.exec(document)?.[1] ?? '';
  const parts = sql.replaceAll("'…'", `'${PASSWORD}'`).split(`\\connect ${DATABASE}\n`);
  const [ofServer = [], ofDatabase = []] = parts.map((part) => part.split(';\n').filter((statement) => statement.trim() !== ''));
  return [ofServer, ofDatabase];
}

beforeAll(async () => {
  const authority = await CertificateAuthority.create();
  receiver = await Receiver.listen(await authority.issue({ names: [HOST] }));
  server = await Postgres.start();
  const env = { QUOTA_CHECK_CRON: '* * * * * *', OUTBOUND_CONNECT_TO: `${HOST}:443:127.0.0.1:${receiver.port}` };
  stack = await Stack.create(env, server.url);
  ca = join(stack.dir, 'ca.pem');
  await writeFile(ca, authority.pem);
  const [ofServer, ofDatabase] = await statements();
  for (const statement of ofServer) await execute(server.url, statement);
  const { username, password } = new URL(server.url);
  await inSession(urlOf(username, password), async (query) => {
    for (const statement of ofDatabase) await query(statement);
  });
  // As docker/compose.yaml and the Job of Kubernetes set it.
  const asShipped = { ...as('app'), DATABASE_DIRECT_URL: urlOf('migrator') };
  migrated = { app: await command('app', 'migrate'), migrator: await stack.adminEnded(['migrate'], asShipped) };
});
afterAll(async () => {
  await stack.destroy();
  await receiver.close();
  await server.stop();
});

describe('two roles as docs/deployment.md makes them (contract 16.2)', () => {
  const partitions = async (table: string) =>
    (await asOwner<{ name: string }>(`SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = '${table}'::regclass ORDER BY 1`)).map(({ name }) => name); // prettier-ignore

  it('the role of the processes cannot migrate, and one sentence says why; the other can', () => {
    const why = 'The database role lacks a right (docs/deployment.md, “Roles”): permission denied for schema public\n';
    expect(migrated.app).toEqual({ status: 1, stdout: '', stderr: why });
    expect(migrated.migrator).toMatchObject({ status: 0, stderr: '' });
  });

  it('the role of the processes serves requests of every kind, and does every job', async () => {
    const file = join(stack.dir, 'roles.json');
    const downloads = [{ at: '2026-01-02T08:00:00Z', listener: 'l1' }];
    const episodes = [
      { key: 'e', title: 'E', published_at: '2026-01-01T00:00:00Z', audio_url: 'https://media.example.com/1.mp3', downloads },
    ];
    await writeFile(
      file,
      JSON.stringify({
        users: [{ key: 'u', name: 'U', available_seconds: 100, tokens: [{ key: 't', permissions: ['read', 'update', 'delete'] }] }],
        podcasts: [{ key: 'p', title: 'P', owner: 'u', ownership_confirmed: true, quota_bearer: 'u', episodes }],
      }),
    );
    const loaded = await command('app', 'fixtures', 'load', file);
    expect([loaded.status, loaded.stderr]).toEqual([0, '']);
    const { tokens, users, episodes: ids, podcasts } = JSON.parse(loaded.stdout) as Loaded;
    const processes = await Promise.all([stack.start('api', as('app')), stack.start('worker', { ...as('app'), NODE_EXTRA_CA_CERTS: ca })]);
    const [api] = processes;
    const client = createClient({ baseUrl: api.baseUrl, token: tokens['t'] ?? '' });
    /** For what the typed client has no method for. */
    const raw = new Client(api.baseUrl, tokens['t']);
    const of = { params: { path: { episode: ids['e'] ?? '', podcast: podcasts['p'] ?? '' } } };
    const days = { params: { ...of.params, query: { from: '2026-01-01', to: '2026-01-31' } } };
    const upload = () => client.PUT('/api/v1/episodes/{episode}/transcript', { ...of, body: { content: SRT } });
    const chapters = [{ startTime: 0, title: 'Intro' }];

    expect((await raw.get('/health/ready')).json).toEqual({ status: 'ready' });
    expect([(await upload()).response.status, (await upload()).response.status]).toEqual([201, 200]);
    expect((await client.PUT('/api/v1/episodes/{episode}/chapters', { ...of, body: { chapters } })).response.status).toBe(201);
    expect((await client.GET('/api/v1/podcasts')).data.data).toHaveLength(1);
    expect((await client.GET('/api/v1/podcasts/{podcast}/episodes', of)).data.data).toHaveLength(1);
    const csv = await client.GET('/api/v1/podcasts/{podcast}/analytics.csv', { ...days, parseAs: 'text' });
    expect(csv.data).toContain('2026-01-02');
    expect((await raw.get(`/e/${ids['e']}`, { headers: { 'User-Agent': 'AntennaPod/3.4.0' } })).status).toBe(302);
    const { id } = await client.upload(noise(1000));
    await client.DELETE('/api/v1/uploads/{upload}', { params: { path: { upload: id } } });

    await client.PUT(WEBHOOK, { body: { url: `https://${HOST}/hook` } });
    await until(async () => (await client.GET(WEBHOOK)).data.data?.active);
    await asOwner(`INSERT INTO quota_accounts (user_id, used_seconds) VALUES ('${users['u']}', 99)`);
    await receiver.until('video_quota.low', 1);
    await until(async () => (await asOwner('SELECT FROM downloads')).length === 2);
    for (const { output } of processes) expect(output()).not.toContain('permission denied');
  });

  it('the role of the processes has partitions made and dropped by functions of the other', async () => {
    const found = async () => ({ deliveries: await partitions('webhook_deliveries'), downloads: await partitions('downloads') });
    const before = await found();
    for (const name of [...before.deliveries, ...before.downloads].filter((one) => /\d$/.test(one))) await asOwner(`DROP TABLE ${name}`);
    const bare = await found();
    const [retention, keepUp] = [await command('app', 'retention', 'run'), await command('app', 'analytics', 'keep-up')];
    expect([retention.stderr, retention.status, keepUp.stderr, keepUp.status]).toEqual(['', 0, '', 0]);
    const made = await found();
    expect(made.deliveries.length).toBeGreaterThan(bare.deliveries.length);
    expect(made.downloads.length).toBeGreaterThan(bare.downloads.length);

    const later = [
      await command('app', 'retention', 'run', '--now', NEXT_YEAR),
      await command('app', 'analytics', 'keep-up', '--now', NEXT_YEAR),
    ];
    expect(later.map(({ status, stderr }) => [status, stderr])).toEqual([
      [0, ''],
      [0, ''],
    ]);
    const kept = await found();
    expect(kept.deliveries.length).toBeLessThan(made.deliveries.length);
    expect(kept.downloads.length).toBeLessThan(made.downloads.length);
  });

  it('the role of the processes lacks a right on the queue alone: readiness and the log say so, until it is granted', async () => {
    await asOwner('REVOKE USAGE ON SCHEMA bullmq FROM app');
    const port = await getPort({ host: '127.0.0.1' });
    const processes = await Promise.all([
      stack.start('api', as('app')),
      stack.start('worker', { ...as('app'), WORKER_PORT: String(port) }),
    ]);
    const clients = [new Client(processes[0].baseUrl), new Client(`http://127.0.0.1:${port}`)];
    const ready = () => Promise.all(clients.map(async (client) => (await client.get('/health/ready')).json as unknown));
    try {
      const lacking = clients.map(() => ({ status: 'not ready', missing: ['rights'] }));
      await until(async () => isDeepStrictEqual(await ready(), lacking)); // a check that takes long is missing too
      const sentence = 'the database role app lacks USAGE on schema bullmq (docs/deployment.md, “Roles”)';
      await until(() => processes.every(({ output }) => output().includes(sentence)));
    } finally {
      await asOwner('GRANT USAGE ON SCHEMA bullmq TO app');
    }
    await until(async () => (await ready()).every((json) => (json as { status: string }).status === 'ready'));
  });
});
