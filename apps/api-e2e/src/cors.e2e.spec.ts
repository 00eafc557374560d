import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from './client.js';
import { aliceAndBob } from './fixtures.js';
import { Stack, type CallersStack, type Loaded } from './stack.js';

let stack: CallersStack;
let seed: Loaded;
let anyone: Client;

beforeAll(async () => {
  stack = await Stack.forCallers();
  seed = await stack.load(aliceAndBob);
  anyone = new Client(stack.baseUrl);
});
afterAll(() => stack.destroy());

const Origin = 'https://studio.example.com';
const EXPOSED = ['x-request-id', 'ratelimit-policy', 'ratelimit', 'retry-after', 'etag', 'location', 'upload-offset', 'tus-resumable'];

/** Every route of the API, with the path that its OpenAPI template stands for. */
async function operations(): Promise<{ path: string; method: string }[]> {
  const { paths } = (await anyone.get('/openapi.json')).json as { paths: Record<string, object> };
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/v1/'))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => ({ path: path.replaceAll(/\{\w+\}/g, 'x'), method })));
}

describe('pages of any origin (contract 2.8)', () => {
  it('every route answers a preflight without a token', async () => {
    const all = [...(await operations()), { path: '/api/v1/nothing', method: 'get' }];
    expect(all.length).toBeGreaterThan(20);
    for (const { path: route, method } of all) {
      const path = `${route}?first=1&missing=video`; // the query of the request that follows
      const asked = {
        'Access-Control-Request-Method': method.toUpperCase(),
        'Access-Control-Request-Headers': 'authorization,content-type',
      };
      const { status, headers, text } = await anyone.request('OPTIONS', path, { headers: { Origin, ...asked } });
      expect([path, method, status, text]).toEqual([path, method, 204, '']);
      expect([path, headers.get('access-control-allow-origin')]).toEqual([path, '*']);
      expect(headers.has('access-control-allow-credentials')).toBe(false);
      const methods = headers.get('access-control-allow-methods')?.split(', ');
      // The Fetch standard allows these three without being named.
      expect([...(methods ?? []), 'GET', 'HEAD', 'POST']).toContain(method.toUpperCase());
      const allowed = headers.get('access-control-allow-headers')?.toLowerCase().split(/, */);
      expect([path, allowed]).toEqual([path, expect.arrayContaining(['authorization', 'content-type'])]);
      expect(headers.get('x-request-id')).toBeTruthy();
    }
  });

  it.each([
    ['a success', '/api/v1/podcasts', 'all', 200],
    ['a 401', '/api/v1/podcasts', undefined, 401],
    ['a 404', '/api/v1/nothing', 'all', 404],
    ['a 422', '/api/v1/podcasts?first=0', 'all', 422],
  ])('pages of any origin may read %s with its headers', async (_, path, token, status) => {
    const answer = await anyone.get(path, { token: token && seed.tokens[token], headers: { Origin } });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
    const exposed = answer.headers.get('access-control-expose-headers')?.toLowerCase().split(/, */);
    expect(exposed).toEqual(expect.arrayContaining(EXPOSED));
  });

  it('pages of any origin may read nothing outside the API', async () => {
    for (const path of ['/health/live', '/metrics', '/nothing']) {
      expect((await anyone.get(path, { headers: { Origin } })).headers.has('access-control-allow-origin')).toBe(false);
    }
  });
});
