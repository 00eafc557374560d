import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerFirst } from '@app/http';
import type { AdmissionDatabase, ReadDatabase } from '@app/database';
import { Clock, Metrics, type Health } from '@app/process';
import { RateLimitEnv, RememberedWindows } from '@app/rate-limit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { FirstRefusals } from './first-refusals.js';
import { USER_WINDOW_SECONDS, userWindow } from './rate-limit.guard.js';
import { hashToken, makeToken } from '../tokens/secret-token.js';
import { LOOKUP_VALID_MS, TokenLookups } from '../tokens/token-lookups.queries.js';

const token = makeToken();
/** Longer than the tests take, on a busy machine too. */
const FREE_IN_SECONDS = 600;
const health = { isStopping: false };
const lines: string[] = [];
let expiresAt: Date | null = null;
let lookups: TokenLookups;
let statements = 0;
let server: Server;
let baseUrl: string;

const db = {
  query: () => {
    statements += 1;
    return Promise.resolve([{ hash: hashToken(token), id: 't1', user_id: 'u1', permissions: [], expires_at: expiresAt }]);
  },
} as unknown as AdmissionDatabase;

/** Counts how many requests were left to the routes, which answer 200. */
let left = 0;

beforeAll(async () => {
  const windows = new RememberedWindows({ hit: () => Promise.resolve({ allowed: false, used: 60, freesInMs: FREE_IN_SECONDS * 1000 }) });
  await windows.hit(userWindow('u1'), { limit: 60, windowMs: USER_WINDOW_SECONDS * 1000 });
  lookups = new TokenLookups(db, new Clock(), { hasReplica: false } as ReadDatabase);
  const env = Object.assign(new RateLimitEnv(), { RATE_LIMIT_PER_MINUTE: 60 });
  const log = pino({ level: 'info' }, { write: (line) => lines.push(line) });
  const refusals = new FirstRefusals(lookups, windows, env, health as Health, new Metrics(), log);
  server = createServer((_request, response) => {
    left += 1;
    response.end();
  });
  answerFirst(server, (request, response) => refusals.answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(async () => {
  expiresAt = null;
  await lookups.authenticate(token);
  left = 0;
  statements = 0;
});

const ask = (path = '/api/v1/podcasts', { headers = {}, ...init }: RequestInit & { headers?: Record<string, string> } = {}) =>
  fetch(`${baseUrl}${path}`, { ...init, headers: { Authorization: `Bearer ${token}`, ...headers } });

/** On a busy machine a look-up may be too old by the time the request arrives: then it goes to the guards, and another one is sent. */
async function soonAfterLookup(asking: () => Promise<Response>): Promise<Response> {
  for (const end = Date.now() + 60_000; ;) {
    await lookups.authenticate(token);
    left = 0;
    statements = 0;
    const response = await asking();
    if (left === 0 || Date.now() > end) return response;
  }
}

describe('a user whose window is known to be full', () => {
  it('is refused by memory alone, with all that a refusal says', async () => {
    const response = await soonAfterLookup(() => ask('/api/v1/podcasts?first=1', { headers: { 'X-Request-Id': 'mine' } }));
    const { headers } = response;
    expect([response.status, left, statements]).toEqual([429, 0, 0]);
    const message = 'Too many requests.';
    expect(await response.json()).toEqual({ message, errors: [{ field: null, code: 'rate_limited', message }] });
    const seconds = headers.get('retry-after');
    expect(Number(seconds) >= 1 && Number(seconds) <= FREE_IN_SECONDS).toBe(true);
    expect([headers.get('ratelimit-policy'), headers.get('ratelimit'), headers.get('x-request-id')]).toEqual(['"default";q=60;w=60', `"default";r=0;t=${seconds}`, 'mine']); // prettier-ignore
    expect([headers.get('access-control-allow-origin'), headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual(['*', 'no-store', 'nosniff']); // prettier-ignore
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('is logged once a second, with the number of refusals between', async () => {
    lines.length = 0;
    const loggedBy: number[] = [];
    for (let refused = 0, end = Date.now() + 60_000; loggedBy.length < 2 && Date.now() < end;) {
      await lookups.authenticate(token);
      if ((await ask()).status === 429) refused += 1; // a machine that is too slow for a look-up to be recent leaves it to the guards
      if (lines.length > loggedBy.length) loggedBy.push(refused);
    }
    const [first = 0, second = 0] = loggedBy;
    const line = JSON.parse(lines[1] ?? '{}') as { leftOut?: number };
    expect(line).toMatchObject({ user: 'u1', token: 't1', status: 429, path: '/api/v1/podcasts' });
    expect(line.leftOut ?? 0).toBe(second - first - 1);
  });

  it.each([
    ['a preflight', () => ask(undefined, { method: 'OPTIONS' })],
    ['a request of the tus protocol', () => ask(undefined, { headers: { 'Tus-Resumable': '1.0.0' } })],
    ['a request with a body', () => ask(undefined, { method: 'PUT', body: '{}' })],
    ['a path outside the API', () => ask('/health/live')],
    ['another token', () => ask(undefined, { headers: { Authorization: `Bearer ${makeToken()}` } })],
  ])('goes on to the guards by %s', async (_, asking) => {
    expect([(await asking()).status, left]).toEqual([200, 1]);
  });

  it('goes on to the guards when the token was looked up too long ago', async () => {
    await new Promise((resolve) => setTimeout(resolve, LOOKUP_VALID_MS + 5));
    expect([(await ask()).status, left]).toEqual([200, 1]);
  });

  it('goes on to the guards when the token has expired since', async () => {
    expiresAt = new Date(Date.now() + 40);
    await lookups.authenticate(token);
    await new Promise((resolve) => setTimeout(resolve, 45));
    expect([(await ask()).status, left]).toEqual([200, 1]);
  });

  it('goes on to the guards of a process that was asked to stop, which closes connections politely', async () => {
    health.isStopping = true;
    try {
      expect([(await ask()).status, left]).toEqual([200, 1]);
    } finally {
      health.isStopping = false;
    }
  });
});
