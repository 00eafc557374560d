import { createClient, type Client } from '@app/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client as RawClient, faults } from './client.js';
import { Stack, type CallersStack, type Loaded } from './stack.js';

const HOST = 'hooks.example.com';
const WEBHOOK = '/api/v1/video-webhook';

let stack: CallersStack;
let seed: Loaded;
let alice: Client;
let reader: Client;
/** For requests that the typed client would not send. */
let raw: RawClient;

beforeAll(async () => {
  stack = await Stack.forCallers();
  const permissions = ['read', 'update', 'delete'];
  const tokens = [
    { key: 'all', permissions },
    { key: 'read', permissions: ['read'] },
  ];
  seed = await stack.load({
    users: [{ key: 'alice', name: 'Alice', available_seconds: 1000, tokens }],
    podcasts: [{ key: 'p', title: 'P', owner: 'alice', ownership_confirmed: true, video_stocks: [{ key: 's', status: 'ready', duration_seconds: 250 }] }], // prettier-ignore
  });
  const { baseUrl } = stack;
  [alice, reader] = [seed.tokens['all'], seed.tokens['read']].map((token = '') => createClient({ baseUrl, token })) as [Client, Client];
  raw = new RawClient(baseUrl, seed.tokens['all']);
});
afterAll(() => stack.destroy());

describe('registration (contract 6.2, 6.4)', () => {
  describe('refuses', () => {
    it.each([
      ['nothing', {}, 'required'],
      ['a number', { url: 7 }, 'invalid_url'],
      ['what is no URL', { url: 'not a url' }, 'invalid_url'],
      ['what is too long', { url: `https://${HOST}/${'a'.repeat(2048)}` }, 'invalid_url'],
      ['a fragment', { url: `https://${HOST}/#x` }, 'invalid_url'],
      ['http', { url: `http://${HOST}/` }, 'https_required'],
      ['another port', { url: `https://${HOST}:8443/` }, 'port_not_allowed'],
      ['credentials', { url: `https://a:b@${HOST}/` }, 'credentials_not_allowed'],
      ['empty credentials', { url: `https://@${HOST}/` }, 'credentials_not_allowed'],
      ['loopback', { url: 'https://127.0.0.1/' }, 'host_not_public'],
      ['a private address', { url: 'https://10.0.0.1/' }, 'host_not_public'],
      ['an address as one number', { url: 'https://2130706433/' }, 'host_not_public'],
      ['IPv6', { url: 'https://[::1]/' }, 'host_not_public'],
      ['localhost', { url: 'https://localhost/' }, 'host_not_public'],
      ['a local name', { url: 'https://printer.local/' }, 'host_not_public'],
      ['a name that does not exist', { url: 'https://nothing.invalid/' }, 'host_not_public'],
    ])('a registration of %s is refused', async (_, body, code) => {
      const answer = await raw.put(WEBHOOK, body);
      expect([answer.status, faults(answer)]).toEqual([422, [{ field: 'url', code }]]);
    });
  });

  it('each route of a webhook needs its permission', async () => {
    const refused = { status: 403, errors: [expect.objectContaining({ code: 'permission_missing' })] };
    expect((await reader.GET(WEBHOOK)).response.status).toBe(200);
    await expect(reader.PUT(WEBHOOK, { body: { url: 'x' } })).rejects.toMatchObject(refused);
    await expect(reader.DELETE(WEBHOOK)).rejects.toMatchObject(refused);
  });

  it('a webhook is null, has no deliveries, and cannot be removed or verified before the first registration', async () => {
    expect((await alice.GET(WEBHOOK)).data).toEqual({ data: null });
    expect((await alice.GET(`${WEBHOOK}/deliveries`)).data.data).toEqual([]);
    await expect(alice.DELETE(WEBHOOK)).rejects.toMatchObject({ status: 404 });
    await expect(alice.POST(`${WEBHOOK}/verify`)).rejects.toMatchObject({ status: 404 });
  });
});

describe('the quota (contract 7.3)', () => {
  it('the used quota is the sum of the stocks that are ready or matched', async () => {
    expect((await alice.GET('/api/v1/video-quota')).data.data).toMatchObject({ used_seconds: 250, usage_percent: 25 });
  });
});
