import { createClient } from '@app/client';
import { until } from '@app/process/testing/until';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from './client.js';
import { aliceAndBob } from './fixtures.js';
import { Stack, type CallersStack, type Loaded } from './stack.js';

let stack: CallersStack;
let seed: Loaded;
let anyone: Client;
let userId: string;

beforeAll(async () => {
  stack = await Stack.forCallers();
  seed = await stack.load(aliceAndBob);
  userId = seed.users['alice']!;
  anyone = new Client(stack.baseUrl);
});
afterAll(() => stack.destroy());

const clientOf = (token: string) => createClient({ baseUrl: anyone.baseUrl, token });
const unauthorized = { status: 401, code: 'token_invalid' };

describe('authentication (contract 3)', () => {
  const nobody = 'Bearer realm="api"';
  const invalid = /^Bearer realm="api", error="invalid_token"/;

  it.each([
    ['no header', {}, nobody],
    ['another scheme', { Authorization: 'Basic YWxpY2U6c2VjcmV0' }, nobody],
    ['a bearer without a token', { Authorization: 'Bearer' }, invalid],
    ['a token of another shape', { Authorization: 'Bearer abc' }, invalid],
    ['a token that nobody has', { Authorization: `Bearer pat_${'A'.repeat(43)}` }, invalid],
    ['two tokens', { Authorization: `Bearer pat_${'A'.repeat(43)}, Bearer pat_${'A'.repeat(43)}` }, invalid],
  ])('authentication refuses %s with 401', async (_, headers, expected) => {
    const answer = await anyone.get('/api/v1/token', { headers });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toMatch(expected);
  });

  it('authentication never looks at a token in the query string', async () => {
    const answer = await anyone.get(`/api/v1/token?access_token=${seed.tokens['all']}`);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe(nobody);
  });

  it('authentication takes the scheme in any case', async () => {
    expect((await anyone.get('/api/v1/token', { headers: { Authorization: `bEARER ${seed.tokens['none']}` } })).status).toBe(200);
  });

  it('authentication names the missing permission in a 403', async () => {
    const answer = await anyone.get(`/api/v1/episodes/${seed.episodes['e1']}/transcript`, { token: seed.tokens['update'] });
    expect(answer.status).toBe(403);
    expect(answer.headers.get('www-authenticate')).toContain('error="insufficient_scope", scope="read"');
  });

  it('authentication tells a caller its own token', async () => {
    const { id, token } = await stack.admin(
      'token',
      'create',
      '--user',
      userId,
      '--permission',
      'read',
      '--permission',
      'update',
      '--label',
      'CI',
      '--expires-in',
      '30d',
    );
    const { data } = await clientOf(token as string).GET('/api/v1/token');
    expect(data).toEqual({
      data: {
        id,
        label: 'CI',
        permissions: ['read', 'update'],
        expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    });
    expect(Date.parse(data.data.expires_at ?? '') - Date.now()).toBeGreaterThan(29.9 * 86_400_000);
  });

  it('authentication refuses a revoked token at the next request', async () => {
    const { id, token } = await stack.admin<{ id: string; token: string }>('token', 'create', '--user', userId);
    const client = clientOf(token);
    expect((await client.GET('/api/v1/podcasts')).data.data).toEqual(expect.any(Array));
    await stack.admin('token', 'revoke', id);
    await expect(client.GET('/api/v1/podcasts')).rejects.toMatchObject(unauthorized);
  });

  it('authentication refuses a token once it has expired', async () => {
    const [short, long] = await Promise.all(
      ['1s', '1h'].map((time) => stack.admin<{ id: string; token: string }>('token', 'create', '--user', userId, '--expires-in', time)),
    );
    expect((await anyone.get('/api/v1/podcasts', { token: long!.token })).status).toBe(200);
    await until(async () => (await anyone.get('/api/v1/podcasts', { token: short!.token })).status === 401);
    await stack.query('UPDATE api_tokens SET expires_at = now() WHERE id = $1', [long!.id]);
    expect((await anyone.get('/api/v1/podcasts', { token: long!.token })).status).toBe(401);
  });

  it('authentication keeps nothing of a token but its SHA-256', async () => {
    const [row] = await stack.query<{ all: string }>('SELECT string_agg(t::text, chr(10)) AS all FROM api_tokens t');
    expect(row?.all).toContain('\\x');
    for (const token of Object.values(seed.tokens)) expect(row?.all).not.toContain(token.slice(4));
  });
});
