import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '../client.js';
import { aliceAndBob } from '../fixtures.js';
import { Stack, type Loaded, type Running } from '../stack.js';

type Entry = { readonly at: string; readonly actor: string; readonly action: string; readonly target: string | null };

let stack: Stack;
let api: Running;
let loaded: Loaded;
let alice: Client;

beforeAll(async () => {
  stack = await Stack.create();
  api = await stack.start('api');
  loaded = await stack.load(aliceAndBob);
  alice = new Client(api.baseUrl, loaded.tokens['all']);
});
afterAll(() => stack?.destroy());

const entriesOf = async (...filter: string[]) => (await stack.admin<{ entries: Entry[] }>('audit', 'list', ...filter)).entries;
const actionsOn = async (target: string) => (await entriesOf('--target', target)).map(({ actor, action }) => [actor, action]).reverse();

it('the audit names every command, and the id that it made or changed (contract 16.10)', async () => {
  expect((await entriesOf('--actor', 'operator')).map(({ action }) => action)).toContain('fixtures.load');
  const { id } = await stack.admin<{ id: string }>('user', 'create', '--name', 'Dora');
  await stack.admin('user', 'set-allowance', id, '60');
  const token = await stack.admin<{ id: string }>('token', 'create', '--user', id, '--permission', 'read');
  await stack.admin('token', 'list', '--user', id);
  await stack.admin('token', 'revoke', token.id);
  const podcast = await stack.admin<{ id: string }>('podcast', 'create', '--title', 'P', '--owner', id);
  await stack.admin('podcast', 'confirm-ownership', podcast.id);
  expect(await actionsOn(id)).toEqual(['user.create', 'user.set-allowance', 'token.list'].map((action) => ['operator', action]));
  expect(await actionsOn(token.id)).toEqual([
    ['operator', 'token.create'],
    ['operator', 'token.revoke'],
  ]);
  expect(await actionsOn(podcast.id)).toEqual([
    ['operator', 'podcast.create'],
    ['operator', 'podcast.confirm-ownership'],
  ]);
  await stack.admin('migrate');
  await stack.admin('retention', 'run');
  const latest = (await entriesOf('--actor', 'operator', '--limit', '3')).map(({ action }) => action);
  expect(latest).toEqual(['audit.list', 'retention.run', 'migrate']);
});

it('the audit names the token that changed tokens, the destination or the publication, and nothing that failed', async () => {
  const { json: self } = await alice.get('/api/v1/token');
  const actor = self.data.id as string;
  const { json: made } = await alice.request('POST', '/api/v1/tokens', { json: { label: 'CI', permissions: ['read'] } });
  const token = made.data.id as string;
  await alice.request('POST', `/api/v1/tokens/${token}/rotate`, { json: {} });
  await alice.request('DELETE', `/api/v1/tokens/${token}`);
  expect((await alice.request('DELETE', `/api/v1/tokens/${token}`)).status).toBe(404);
  expect(await actionsOn(token)).toEqual(['token.create', 'token.rotate', 'token.revoke'].map((action) => [actor, action]));
  const podcast = loaded.podcasts['tech'] ?? '';
  expect((await alice.put(`/api/v1/podcasts/${podcast}/publication`, { public: true })).status).toBe(200);
  expect(await actionsOn(podcast)).toEqual([[actor, 'publication.set']]);
  const since = new Date().toISOString();
  expect((await alice.put('/api/v1/video-webhook', { url: 'https://93.184.215.14/' })).status).toBe(200);
  await alice.request('POST', '/api/v1/video-webhook/verify');
  expect((await alice.request('DELETE', '/api/v1/video-webhook')).status).toBe(200);
  const changes = (await entriesOf('--actor', actor, '--since', since)).reverse();
  expect(changes.map(({ action }) => action)).toEqual(['destination.register', 'destination.verify', 'destination.remove']);
  expect(new Set(changes.map(({ target }) => target)).size).toBe(1);
});

it('delivery list names the deliveries of a user with their outcomes, newest first', async () => {
  const user = loaded.users['bob'] ?? '';
  await stack.query(
    `INSERT INTO webhook_deliveries (id, user_id, endpoint_id, event_id, event_type, body, status, outcome, attempts, finished_at)
     VALUES ('01a1fc5d-0000-7000-8000-000000000001', $1, gen_random_uuid(), gen_random_uuid(), 'video_quota.low', '{}', 'failed', 'dns_error', 6, now()),
            ('01a1fc5d-0000-7000-8000-000000000002', $1, gen_random_uuid(), gen_random_uuid(), 'video_quota.low', '{}', 'canceled', NULL, 0, now())`,
    [user],
  );
  const { deliveries } = await stack.admin<{ deliveries: object[] }>('delivery', 'list', '--user', user);
  expect(deliveries).toEqual([
    expect.objectContaining({ id: '01a1fc5d-0000-7000-8000-000000000002', status: 'canceled', outcome: null, attempts: 0 }),
    expect.objectContaining({ event_type: 'video_quota.low', status: 'failed', outcome: 'dns_error', attempts: 6, delivered_at: null }),
  ]);
  expect((await stack.adminEnded(['delivery', 'list', '--user', 'nobody'])).status).toBe(1);
});

/** The paths and contents of an archive. */
async function unpacked(file: string): Promise<Map<string, Buffer>> {
  const dir = await mkdtemp(join(stack.dir, 'unpacked-'));
  await promisify(execFile)('tar', ['-xzf', file, '-C', dir]);
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return new Map(await Promise.all(files.map(async (path) => [relative(dir, path), await readFile(path)] as const)));
}

const rowsOf = (archive: Map<string, Buffer>, table: string) =>
  (archive.get(`rows/${table}.ndjson`)?.toString() ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** Where an id still is in the database, table by table. */
async function tablesWith(id: string): Promise<string[]> {
  const tables = await stack.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1`,
  );
  const found = await Promise.all(
    tables.map(async ({ name }) => ({
      name,
      rows: await stack.query(`SELECT 1 FROM ${name} t WHERE t::text LIKE $1 LIMIT 1`, [`%${id}%`]),
    })),
  );
  return found.filter(({ rows }) => rows.length > 0).map(({ name }) => name);
}

describe('everything of a user (contract 16.10)', () => {
  const MEDIA = randomBytes(100_000);
  let mine: Loaded;
  let client: Client;
  let upload: string;

  beforeAll(async () => {
    mine = await stack.load({ ...aliceAndBob, podcasts: aliceAndBob.podcasts.map((one) => ({ ...one, title: `${one.title} II` })) });
    client = new Client(api.baseUrl, mine.tokens['all']);
    const form = new FormData();
    form.set('file', new File([MEDIA], '../../etc/pass wd.mp4', { type: 'video/mp4' }));
    const sent = await fetch(`${api.baseUrl}/api/v1/uploads`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${mine.tokens['all']}` },
      body: form,
    });
    upload = ((await sent.json()) as { data: { id: string } }).data.id;
    await client.put('/api/v1/video-webhook', { url: 'https://93.184.215.14/' });
    await client.put(`/api/v1/episodes/${mine.episodes['rich']}/transcript`, { content: '1\n00:00:01,000 --> 00:00:02,000\nAfter\n' });
    await client.request('POST', '/api/v1/video-stocks', {
      json: { podcast_id: mine.podcasts['tech'], client_key: 'k', upload_id: upload },
    });
    await stack.query(`INSERT INTO downloads (id, episode_id, at, listener) VALUES (gen_random_uuid(), $1, now(), 'l')`, [
      mine.episodes['e1'],
    ]);
  });

  it('the export of a user has all rows and files, and no token, no secret and nothing of others', async () => {
    const file = join(stack.dir, 'alice.tar.gz');
    const { json: registered } = await client.put('/api/v1/video-webhook', { url: 'https://93.184.215.14/' });
    const answer = await stack.admin<{ file: string; bytes: number }>('user', 'export', mine.users['alice'] ?? '', '--output', file);
    expect(answer).toEqual({ file, bytes: (await stat(file)).size });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const archive = await unpacked(file);
    expect(archive.get(`files/${upload}-pass_wd.mp4`)).toEqual(MEDIA);
    expect(rowsOf(archive, 'users')).toEqual([expect.objectContaining({ id: mine.users['alice'], name: 'Alice' })]);
    expect(rowsOf(archive, 'podcasts').map(({ id }) => id).sort()).toEqual([mine.podcasts['tech'], mine.podcasts['unconfirmed']].sort()); // prettier-ignore
    expect(rowsOf(archive, 'transcript_versions')).toContainEqual(
      expect.objectContaining({ content: '1\n00:00:01,000 --> 00:00:02,000\nAfter\n' }),
    );
    for (const table of [
      'episodes',
      'chapters',
      'downloads',
      'video_stocks',
      'webhook_endpoints',
      'events',
      'webhook_deliveries',
      'api_tokens',
      'transcript_versions',
    ])
      expect([table, rowsOf(archive, table).length > 0]).toEqual([table, true]);
    const text = [...archive]
      .filter(([name]) => name.startsWith('rows/'))
      .map(([, content]) => content.toString())
      .join('');
    const [{ hash, sealed } = { hash: '', sealed: '' }] = await stack.query<{ hash: string; sealed: string }>(
      `SELECT encode(t.hash, 'hex') AS hash, encode(e.sealed_secret, 'hex') AS sealed
         FROM api_tokens t JOIN webhook_endpoints e USING (user_id) WHERE t.user_id = $1 LIMIT 1`,
      [mine.users['alice']],
    );
    const secrets = [...Object.values(mine.tokens), registered.data.signing_secret as string, hash, sealed, 'pat_', 'whsec_'];
    for (const secret of secrets) expect([secret, text.includes(secret)]).toEqual([secret, false]);
    for (const other of [mine.users['bob'], mine.podcasts['bobs'], mine.episodes['foreign']]) expect(text).not.toContain(other);
  });

  it('a user is not erased while podcasts of others use its quota, and then is, but for audit entries', async () => {
    const [id = '', bob = '', bobs = ''] = [mine.users['alice'], mine.users['bob'], mine.podcasts['bobs']];
    await stack.admin('podcast', 'set-quota-bearer', bobs, id);
    const refused = await stack.adminEnded(['user', 'erase', id]);
    expect([refused.status, refused.stderr]).toEqual([
      1,
      expect.stringContaining(`${bobs}. Give each another bearer first: podcast set-quota-bearer`),
    ]);
    expect((await client.get('/api/v1/podcasts')).status).toBe(200);
    await stack.admin('podcast', 'set-quota-bearer', bobs, bob);
    const untouched = await stack.query('SELECT count(*) FROM episodes WHERE podcast_id = $1', [bobs]);
    expect(await stack.admin('user', 'erase', id)).toEqual({ id, erased: true, rows: expect.any(Number), files: 1 });
    expect((await client.get('/api/v1/podcasts')).status).toBe(401);
    for (const gone of [id, mine.podcasts['tech'], mine.episodes['rich'], upload])
      expect((await tablesWith(gone ?? '')).filter((table) => !['audit_entries', 'fixture_loads'].includes(table))).toEqual([]);
    expect(await actionsOn(id)).toContainEqual(['operator', 'user.erase']);
    expect((await readdir(join(stack.dir, 'uploads'))).filter((name) => name.includes(upload))).toEqual([]);
    expect(await stack.query('SELECT count(*) FROM episodes WHERE podcast_id = $1', [bobs])).toEqual(untouched);
    expect((await stack.adminEnded(['user', 'erase', id])).stderr).toContain('There is no such user.');
  });
});
