import { afterAll, beforeAll, expect, it } from '@jest/globals';
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
  const { id } = await stack.admin<{ id: string }>('user', 'create', '--name', 'Dora');
  await stack.admin('user', 'set-allowance', id, '60');
  const token = await stack.admin<{ id: string }>('token', 'create', '--user', id, '--permission', 'read');
  await stack.admin('token', 'list', '--user', id);
  await stack.admin('token', 'revoke', token.id);
  const podcast = await stack.admin<{ id: string }>('podcast', 'create', '--title', 'P', '--owner', id);
  await stack.admin('podcast', 'confirm-ownership', podcast.id);
  expect(await actionsOn(id)).toEqual(['user.create', 'user.set-allowance', 'token.list'].map((action) => ['operator', action]));
  expect(await actionsOn(token.id)).toEqual([['operator', 'token.create'], ['operator', 'token.revoke']]); // prettier-ignore
  expect(await actionsOn(podcast.id)).toEqual([['operator', 'podcast.create'], ['operator', 'podcast.confirm-ownership']]); // prettier-ignore
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

it('lists the deliveries of a user with their outcomes, newest first', async () => {
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
