import { until } from '@app/process/testing/until';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, faults } from './client.js';
import { aliceAndBob } from './fixtures.js';
import { Stack, type CallersStack, type Loaded } from './stack.js';

const TOKENS = '/api/v1/tokens';
const UNKNOWN = `${TOKENS}/01a1fc4b-8e85-72bc-87b6-49659652e670`;

type TokenBody = { data: { id: string; token: string; label: string; created_by: string | null } };

let stack: CallersStack;
let seed: Loaded;
let anyone: Client;
let alice: Client;

beforeAll(async () => {
  stack = await Stack.forCallers();
  seed = await stack.load(aliceAndBob);
  anyone = new Client(stack.baseUrl);
  alice = anyone.with(seed.tokens['all']!);
});
afterAll(() => stack.destroy());

async function make(sent: object = {}, by = alice) {
  const answer = await by.request('POST', TOKENS, { json: { label: 'made', permissions: ['read', 'update', 'delete'], ...sent } });
  expect(answer.status).toBe(201);
  return (answer.json as TokenBody).data;
}

const statusOf = async (token: string) => (await anyone.get('/api/v1/token', { token })).status;

describe('own tokens (contract 3)', () => {
  it('a token that a user makes is shown once, works, and tells who made it and when it was used', async () => {
    const made = await make({ label: 'ci', permissions: ['read'], expires_in_days: 30 });
    const { id: maker } = ((await alice.get('/api/v1/token')).json as TokenBody).data;
    expect(made).toEqual({
      id: made.id,
      label: 'ci',
      permissions: ['read'],
      expires_at: expect.stringMatching(/Z$/),
      created_at: expect.stringMatching(/Z$/),
      last_used_at: null,
      created_by: maker,
      token: expect.stringMatching(/^pat_[\w-]{43}$/),
    });
    expect(await statusOf(made.token)).toBe(200);
    const listed = async () => {
      const { text, json } = await alice.get(TOKENS);
      expect(text).not.toContain(made.token);
      return (json as { data: { id: string; last_used_at: string | null }[] }).data.find(({ id }) => id === made.id);
    };
    await until(async () => (await listed())?.last_used_at?.endsWith(':00:00.000Z') === true);
    expect(await listed()).toEqual({ ...made, token: undefined, last_used_at: (await listed())?.last_used_at });
  });

  it.each([
    ['no label', { label: undefined }, [{ field: 'label', code: 'required' }]],
    ['an empty label', { label: '' }, [{ field: 'label', code: 'invalid' }]],
    ['a label of 101 characters', { label: 'x'.repeat(101) }, [{ field: 'label', code: 'invalid' }]],
    ['no permissions', { permissions: undefined }, [{ field: 'permissions', code: 'required' }]],
    ['an unknown permission', { permissions: ['admin'] }, [{ field: 'permissions', code: 'invalid' }]],
    ['an end after ten years', { expires_in_days: 3651 }, [{ field: 'expires_in_days', code: 'invalid' }]],
    ['an unknown field', { name: 'x' }, [{ field: 'name', code: 'unknown_field' }]],
  ])('a token with %s is refused', async (_, sent, expected) => {
    const answer = await alice.request('POST', TOKENS, { json: { label: 'x', permissions: ['read'], ...sent } });
    expect([answer.status, faults(answer)]).toEqual([422, expected]);
  });

  it('a token passes on no permission that it lacks', async () => {
    const answer = await alice.request('POST', TOKENS, {
      token: seed.tokens['update'],
      json: { label: 'x', permissions: ['update', 'read'] },
    });
    expect([answer.status, faults(answer)]).toEqual([422, [{ field: 'permissions[1]', code: 'permission_not_held' }]]);
  });

  it('a token that was made ends no later than the one that made it', async () => {
    const short = await make({ expires_in_days: 1 });
    const answer = await anyone.request('POST', TOKENS, { token: short.token, json: { label: 'x', permissions: [], expires_in_days: 2 } });
    expect([answer.status, faults(answer)]).toMatchObject([422, [{ field: 'expires_in_days', code: 'expires_too_late' }]]);
  });

  it('a rotated token has a new secret under its id, and the old one goes on for the overlap alone', async () => {
    const made = await make();
    const rotate = async (json?: object) => {
      const answer = await alice.request('POST', `${TOKENS}/${made.id}/rotate`, json ? { json } : {});
      expect(answer.status).toBe(200);
      return (answer.json as TokenBody).data;
    };
    const second = await rotate({ overlap_seconds: 3600 });
    expect(second).toMatchObject({ id: made.id, label: 'made' });
    expect([await statusOf(made.token), await statusOf(second.token)]).toEqual([200, 200]);
    const third = await rotate();
    expect([await statusOf(made.token), await statusOf(second.token), await statusOf(third.token)]).toEqual([401, 401, 200]);
  });

  it.each([-1, 604_801, 1.5, 'x'])('an overlap of %s is refused', async (overlap) => {
    const { id } = await make();
    const answer = await alice.request('POST', `${TOKENS}/${id}/rotate`, { json: { overlap_seconds: overlap } });
    expect([answer.status, faults(answer)]).toEqual([422, [{ field: 'overlap_seconds', code: 'invalid' }]]);
  });

  it('a token that ends is refused at the next request, with those that it has made, and is not found afterwards', async () => {
    const made = await make();
    const child = await make({}, anyone.with(made.token));
    const ended = await alice.request('DELETE', `${TOKENS}/${made.id}`);
    expect([ended.status, ended.json]).toEqual([200, { data: { deleted: true } }]);
    expect([await statusOf(made.token), await statusOf(child.token)]).toEqual([401, 401]);
    for (const [method, path] of [
      ['DELETE', ''],
      ['POST', '/rotate'],
    ] as const) {
      expect((await alice.request(method, `${TOKENS}/${made.id}${path}`)).status).toBe(404);
    }
  });

  it('a token may end itself', async () => {
    const made = await make();
    expect((await anyone.request('DELETE', `${TOKENS}/${made.id}`, { token: made.token })).status).toBe(200);
    expect(await statusOf(made.token)).toBe(401);
  });

  it('a token that the operator ends takes along those that it has made', async () => {
    const made = await make();
    const child = await make({}, anyone.with(made.token));
    await stack.admin('token', 'revoke', made.id);
    expect([await statusOf(made.token), await statusOf(child.token)]).toEqual([401, 401]);
  });

  it.each([
    ['an unknown token', UNKNOWN, 'all', 404, { code: 'not_found' }],
    ['another user’s token', 'bobs', 'all', 404, { code: 'not_found' }],
    ['a token with a permission that the caller lacks', 'own', 'lesser', 403, { code: 'permission_missing', required: 'read' }],
  ])('%s can be neither rotated nor ended, whatever the body is', async (_, path, key, status, error) => {
    const bobs = ((await anyone.get('/api/v1/token', { token: seed.tokens['bob'] })).json as TokenBody).data.id;
    const lesser = await make({ permissions: ['update', 'delete'] });
    const target = { bobs: `${TOKENS}/${bobs}`, own: `${TOKENS}/${(await make()).id}` }[path] ?? path;
    const token = key === 'lesser' ? lesser.token : seed.tokens[key];
    for (const [method, end] of [
      ['DELETE', ''],
      ['POST', '/rotate'],
    ] as const) {
      const answer = await anyone.request(method, `${target}${end}`, { token, ...(end && { json: { overlap_seconds: 'x' } }) });
      expect([answer.status, answer.json]).toMatchObject([status, { errors: [error] }]);
    }
  });

  it('a user has at most 100 living tokens', async () => {
    const { tokens } = await stack.load({
      users: [{ key: 'carol', name: 'Carol', tokens: [{ key: 'carols', permissions: ['read', 'update'] }] }],
    });
    const carol = anyone.with(tokens['carols']!);
    for (let count = 1; count < 100; count += 1) await make({ permissions: [] }, carol);
    const answer = await carol.request('POST', TOKENS, { json: { label: 'one more', permissions: [] } });
    expect([answer.status, faults(answer)]).toEqual([409, [{ field: null, code: 'too_many_tokens' }]]);
  });
});
