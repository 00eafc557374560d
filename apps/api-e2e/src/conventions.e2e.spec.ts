import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, faults } from './client.js';
import { aliceAndBob, SRT } from './fixtures.js';
import { Stack, type CallersStack, type Loaded } from './stack.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const UNKNOWN_ID = '01a1fc4b-8e85-72bc-87b6-49659652e670';

let stack: CallersStack;
let seed: Loaded;
let alice: Client;
let anyone: Client;

beforeAll(async () => {
  stack = await Stack.forCallers();
  seed = await stack.load(aliceAndBob);
  anyone = new Client(stack.baseUrl);
  alice = anyone.with(seed.tokens['all']!);
});
afterAll(() => stack.destroy());

const transcriptOf = (key: string) => `/api/v1/episodes/${seed.episodes[key] ?? key}/transcript`;

describe('every failure (contract 2.6)', () => {
  it.each([
    ['an unknown route', 'GET', '/api/v1/nothing', 404],
    ['an unknown method of a known route', 'DELETE', '/api/v1/podcasts', 404],
    ['an unknown path outside the API', 'GET', '/nothing', 404],
    ['an unknown episode', 'GET', `/api/v1/episodes/${UNKNOWN_ID}/transcript`, 404],
    ['an id that is none', 'GET', '/api/v1/episodes/1/transcript', 404],
    ['an id of another version', 'GET', '/api/v1/episodes/3f1f1f6e-6f6f-4f6f-8f6f-6f6f6f6f6f6f/transcript', 404],
    ['percent-encoding that cannot be decoded', 'GET', '/api/v1/%E0%A4%A', 404],
    ['the same of an enclosure', 'GET', '/e/%zz', 404],
    ['a NUL in the path', 'GET', '/api/v1/episodes/%00/transcript', 404],
  ])('the answer to %s is JSON with a message', async (_, method, path, status) => {
    const answer = await alice.request(method, path);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const message = expect.any(String);
    expect(answer.json).toEqual({ message, errors: [{ field: null, code: 'not_found', message }] });
  });
});

describe('a known address with a method that it does not have (contract 2.5)', () => {
  it.each([
    ['DELETE', '/api/v1/podcasts', 'GET, HEAD, OPTIONS'],
    ['POST', `/api/v1/episodes/${UNKNOWN_ID}/chapters`, 'DELETE, GET, HEAD, OPTIONS, PUT'],
    ['POST', `/e/${UNKNOWN_ID}`, 'GET, HEAD'],
    ['PUT', `/e/${UNKNOWN_ID}/video`, 'GET, HEAD, OPTIONS'],
    ['DELETE', `/e/${UNKNOWN_ID}/chapters.json`, 'GET, HEAD, OPTIONS'],
    ['POST', `/f/${UNKNOWN_ID}`, 'GET, HEAD, OPTIONS'],
    ['POST', `/api/v1/uploads/${UNKNOWN_ID}`, 'DELETE, GET, HEAD, OPTIONS, PATCH'],
    ['PUT', '/health/live', 'GET, HEAD'],
    ['POST', '/openapi.json', 'GET, HEAD'],
    ['POST', '/docs', 'GET, HEAD'],
    ['POST', '/docs/guides/arazzo/release.arazzo.json', 'GET, HEAD'],
  ])('a known address is 404 for %s %s, with its methods in Allow and in the message', async (method, path, allow) => {
    const answer = await alice.request(method, path);
    expect([answer.status, answer.headers.get('allow')]).toEqual([404, allow]);
    expect(answer.json).toMatchObject({ message: expect.stringContaining(allow), errors: [{ code: 'not_found' }] });
  });

  it('an unknown address has no Allow', async () => {
    for (const path of ['/api/v1/nothing', '/nothing', '/api/v1']) expect((await alice.get(path)).headers.get('allow')).toBeNull();
  });
});

describe('an Accept header (contract 2.5)', () => {
  it('an Accept header that nothing satisfies is refused with the available types, after the checks of the caller', async () => {
    const answer = await alice.get('/api/v1/podcasts', { headers: { Accept: 'text/csv' } });
    expect([answer.status, answer.json]).toMatchObject([422, { errors: [{ code: 'not_acceptable', accepted: ['application/json'] }] }]);
    expect((await anyone.get('/api/v1/podcasts', { headers: { Accept: 'text/csv' } })).status).toBe(401);
  });
});

describe('every refusal has a code (contract 2.6)', () => {
  it.each([
    ['no token', 'GET', '/api/v1/token', '', 401, { code: 'token_missing' }],
    ['an unknown token', 'GET', '/api/v1/token', `pat_${'A'.repeat(43)}`, 401, { code: 'token_invalid' }],
    ['a token without the permission', 'DELETE', '/api/v1/video-webhook', 'read', 403, { code: 'permission_missing', required: 'delete' }],
    ['somebody else’s podcast', 'GET', '/api/v1/podcasts/bobs/rss-refetch', 'all', 403, { code: 'not_owner' }],
    ['somebody else’s episode', 'GET', '/api/v1/episodes/foreign/transcript', 'all', 403, { code: 'not_owner' }],
    ['a podcast that is not confirmed', 'GET', '/api/v1/podcasts/unconfirmed/rss-refetch', 'all', 403, { code: 'ownership_not_confirmed' }],
    ['an episode of such a podcast', 'GET', '/api/v1/episodes/waiting/transcript', 'all', 403, { code: 'ownership_not_confirmed' }],
    ['an unknown podcast', 'GET', `/api/v1/podcasts/${UNKNOWN_ID}/rss-refetch`, 'all', 404, { code: 'not_found' }],
    ['an episode without a transcript', 'GET', '/api/v1/episodes/e2/transcript', 'all', 404, { code: 'not_found' }],
  ])('the refusal of %s has a code', async (_, method, path, key, status, error) => {
    const ids = { ...seed.podcasts, ...seed.episodes };
    const real = path.replace(/(podcasts|episodes)\/(\w+)\//, (whole, kind: string, name: string) =>
      ids[name] ? `${kind}/${ids[name]}/` : whole,
    );
    const answer = await anyone.request(method, real, { token: key === '' ? undefined : (seed.tokens[key] ?? key) });
    const message = expect.any(String);
    expect([answer.status, answer.json]).toEqual([status, { message, errors: [{ field: null, message, ...error }] }]);
  });
});

describe('the checks come in one order (contract 2.7)', () => {
  const garbage = { body: '{not json', headers: { 'Content-Type': 'text/plain' } };

  it('401 comes before every other check', async () => {
    expect((await anyone.request('PUT', transcriptOf('nothing'), garbage)).status).toBe(401);
    expect((await anyone.get('/api/v1/nothing?x=1')).status).toBe(401);
    expect((await anyone.get('/api/v1/%zz')).status).toBe(401);
  });

  it('an unknown address outside the API is 404 without a token', async () => {
    for (const path of ['/e/%zz', '/%zz', '/nothing']) expect((await anyone.get(path)).status).toBe(404);
  });

  it('a token without the permission gets 403, also for an episode that does not exist', async () => {
    expect((await alice.request('PUT', transcriptOf(UNKNOWN_ID), { ...garbage, token: seed.tokens['read'] })).status).toBe(403);
  });

  it('404 comes before 422', async () => {
    expect((await alice.request('PUT', transcriptOf(UNKNOWN_ID), garbage)).status).toBe(404);
  });

  it('403 for the ownership comes before 422, also when it is not confirmed', async () => {
    expect((await alice.request('PUT', transcriptOf('foreign'), garbage)).status).toBe(403);
    expect((await alice.request('PUT', transcriptOf('waiting'), garbage)).status).toBe(403);
    expect((await alice.get(transcriptOf('foreign'))).status).toBe(403);
  });

  it('422 comes after all other checks', async () => {
    expect((await alice.request('PUT', transcriptOf('e1'), garbage)).status).toBe(422);
  });
});

describe('a body (contract 2.4, 2.11)', () => {
  const put = (sent: Parameters<Client['request']>[2]) => alice.request('PUT', transcriptOf('e1'), sent);
  const json = { 'Content-Type': 'application/json' };

  it.each([
    ['that is not JSON', { body: '{"content":', headers: json }, [{ field: null, code: 'invalid_json' }]],
    ['that is empty', { body: '', headers: json }, [{ field: null, code: 'invalid_json' }]],
    ['of another type', { body: SRT, headers: { 'Content-Type': 'text/plain' } }, [{ field: null, code: 'unsupported_media_type' }]],
    ['in another charset', { body: '{}', headers: { 'Content-Type': 'application/json; charset=latin1' } }, [{ field: null, code: 'unsupported_media_type' }]],
    ['that says it is compressed', { body: '{}', headers: { ...json, 'Content-Encoding': 'gzip' } }, [{ field: null, code: 'unsupported_media_type' }]],
    ['that is no object', { json: [] }, [{ field: null, code: 'invalid' }]],
    ['without what is required', { json: {} }, [{ field: 'content', code: 'required' }]],
    ['with another type of value', { json: { content: 1, format: 'doc' } }, [{ field: 'content', code: 'invalid' }, { field: 'format', code: 'invalid' }]],
    ['with an unknown field', { json: { content: SRT, extra: 1 } }, [{ field: 'extra', code: 'unknown_field' }]],
    ['with a field called __proto__', { body: `{"content":${JSON.stringify(SRT)},"__proto__":{}}`, headers: json }, [{ field: '__proto__', code: 'unknown_field' }]],
  ])('a body %s is 422', async (_, sent, expected) => {
    const answer = await put(sent);
    expect(answer.status).toBe(422);
    expect(faults(answer)).toEqual(expected);
  }); // prettier-ignore

  it('a body may say charset=utf-8', async () => {
    const answer = await put({ body: JSON.stringify({ content: SRT }), headers: { 'Content-Type': 'application/json; charset="UTF-8"' } });
    expect([200, 201]).toContain(answer.status);
  });
});

describe('a query', () => {
  it.each(['/api/v1/podcasts?foo=1', '/api/v1/token?foo=1', '/api/v1/podcasts?first=1&constructor=1'])(
    'a query with %s is 422 unknown_parameter',
    async (path) => {
      const answer = await alice.get(path);
      expect(answer.status).toBe(422);
      expect(faults(answer)).toEqual([{ field: path.includes('constructor') ? 'constructor' : 'foo', code: 'unknown_parameter' }]);
      expect(answer.json).toMatchObject({ errors: [{ allowed: path.includes('podcasts') ? ['after', 'first'] : [] }] });
    },
  );
});

describe('every answer of the API (contract 2.8)', () => {
  it.each([
    ['a success', '/api/v1/podcasts', 'all'],
    ['a 401', '/api/v1/podcasts', undefined],
    ['a 404', '/api/v1/nothing', 'all'],
    ['a 422', '/api/v1/podcasts?first=0', 'all'],
  ])('an answer of the API, %s, carries a request id and the rate limit', async (_, path, key) => {
    const { headers } = await anyone.get(path, { token: key && seed.tokens[key] });
    expect(headers.get('x-request-id')).toMatch(UUID);
    expect(headers.get('ratelimit-policy')).toMatch(/^"default";q=\d+;w=60$/);
    expect(headers.get('ratelimit')).toMatch(/^"default";r=\d+;t=([1-9]|[1-5]\d|60)$/);
  });

  it('every answer of the API carries the caller’s request id when it is sane, and another one when it is not', async () => {
    expect((await alice.get('/api/v1/token', { headers: { 'X-Request-Id': 'build-7.1' } })).headers.get('x-request-id')).toBe('build-7.1');
    expect((await alice.get('/api/v1/token', { headers: { 'X-Request-Id': 'a b' } })).headers.get('x-request-id')).toMatch(UUID);
    expect((await alice.get('/api/v1/token', { headers: { 'X-Request-Id': 'x'.repeat(129) } })).headers.get('x-request-id')).toMatch(UUID);
  });
});
