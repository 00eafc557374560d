import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { withAnswers } from '../answers.js';
import { Client, type Answer, type Json, type Sent } from '../client.js';
import { WEBHOOK } from '../destinations.js';
import { aliceAndBob } from '../fixtures.js';
import { ROOT, Stack, type Loaded, type Running } from '../stack.js';
import { Switch } from '../switch.js';

// Refusals of the OpenAPI document (contract 14.1) that need a limit, a fault or an outage. The others:
// openapi.e2e.spec.ts.

const NOBODY = '01a1fc5d-0000-7000-8000-000000000000';
const TUS = { 'Tus-Resumable': '1.0.0' };
/** A destination that may be registered; nobody listens there. */
const DESTINATION = { OUTBOUND_CONNECT_TO: 'hooks.example.com:443:127.0.0.1:9', NODE_ENV: 'test' };
const OF_DOWNLOADS = 'getEpisodeAudio';

type Operation = { readonly id: string; readonly method: string; readonly path: string; readonly responses: Json; readonly body: unknown };

const { paths } = withAnswers(JSON.parse(readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8'))) as {
  paths: Record<string, Record<string, Json>>;
};
const OPERATIONS: readonly Operation[] = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, responses, requestBody }]) => ({
    id: operationId,
    method: method.toUpperCase(),
    path,
    responses,
    body: requestBody?.content['application/json']?.example,
  })),
);
const documenting = (status: number) => OPERATIONS.filter(({ responses }) => responses[status]);
const idsOf = (operations: readonly Operation[]) => operations.map(({ id }) => id);

let stack: Stack;
let seed: Loaded;
/** Without a limit or an outage. */
let usual: Running;
beforeAll(async () => {
  stack = await Stack.create({ RATE_LIMIT_PER_MINUTE: '100000', RSS_REFETCH_INTERVAL_SECONDS: '240' });
  const [tech, ...others] = aliceAndBob.podcasts;
  seed = await stack.load({ ...aliceAndBob, podcasts: [{ ...tech, feed_url: 'http://feeds.example.com/' }, ...others] });
  usual = await stack.start('api', DESTINATION);
});
afterAll(() => stack?.destroy());

/** Sends a request of an operation. What its path names need not be there. */
const send = (api: Running, { method, path }: Operation, { id = NOBODY, ...sent }: Sent & { readonly id?: string } = {}): Promise<Answer> =>
  new Client(api.baseUrl, seed.tokens['all']).request(method, path.replace('{file}', 'transcript.vtt').replace(/\{\w+\}/, id), sent);

/**
 * Expects what the document says of an operation's status: the body of its example, and every header. Where nobody can
 * tell who calls, the policy is named without the state of a window.
 */
function expectDocumented({ id, method, responses }: Operation, status: number, answer: Answer, isKnown = true): void {
  const { content, headers } = responses[status] as { content?: Json; headers: Record<string, object> };
  const missing = Object.keys(headers).filter((name) => !answer.headers.has(name) && (isKnown || name !== 'RateLimit'));
  const example = method === 'HEAD' ? undefined : content?.['application/json'].example;
  expect({ id, status: answer.status, missing, body: answer.json }).toEqual({ id, status, missing: [], body: example });
}

describe('the example of a refusal is what the API answers', () => {
  it('the example of a 429 is what every operation answers', async () => {
    const api = await stack.start('api', { RATE_LIMIT_PER_MINUTE: '1' });
    await new Client(api.baseUrl, seed.tokens['all']).get('/api/v1/token');
    const own = ['putVideoWebhook', 'postPodcastRssRefetch'];
    for (const operation of documenting(429).filter(({ id }) => !own.includes(id)))
      expectDocumented(operation, 429, await send(api, operation));
    expect(documenting(429).length).toBeGreaterThan(30);
    await api.stop();
  });

  it('the examples of a 429 for a limit of one operation are what it answers', async () => {
    const [register, refetch] = ['putVideoWebhook', 'postPodcastRssRefetch'].map((id) => OPERATIONS.find((one) => one.id === id));
    if (!register || !refetch) throw new Error('the operations have other ids');
    const json = { url: 'https://hooks.example.com/' };
    for (let count = 0; count < 5; count++) expect((await send(usual, register, { json })).status).toBeLessThan(300);
    expectDocumented(register, 429, await send(usual, register, { json }));
    const podcast = { id: seed.podcasts['tech'] ?? '' };
    expect((await send(usual, refetch, podcast)).status).toBe(202);
    await stack.query(`UPDATE rss_refetches SET status = 'failed', started_at = now(), finished_at = now(), failure_code = 'timeout'`);
    const tooSoon = await send(usual, refetch, podcast);
    // The seconds count down to the next allowed refetch; the example has 240.
    const { seconds } = tooSoon.json.errors[0];
    expect(seconds).toBeGreaterThan(0);
    const json240 = JSON.parse(tooSoon.text.replaceAll(String(seconds), '240'));
    expectDocumented(refetch, 429, { ...tooSoon, json: json240 });
  });

  it('the example of a 422 is what operations that name a delivery answer', async () => {
    const { tokens } = await stack.load({
      users: [{ key: 'carol', name: 'Carol', tokens: [{ key: 'carol', permissions: ['read', 'update'] }] }],
    });
    const carol = new Client(usual.baseUrl, tokens['carol']);
    await carol.put(WEBHOOK, { url: 'https://hooks.example.com/' });
    const { json } = await carol.get(`${WEBHOOK}/deliveries`);
    const named = documenting(422).filter(({ path }) => path.includes('{delivery}'));
    for (const operation of named) {
      const path = operation.path.replace('{delivery}', json.data[0].id);
      const answer = await carol.request(operation.method, `${path}?page=2`);
      answer.json.errors.forEach((one: Json) => delete one.allowed); // the example leaves it out
      expectDocumented(operation, 422, answer);
    }
    expect(named.length).toBeGreaterThan(0);
  });

  it('the examples of 410 and 423 of tus are what the API answers', async () => {
    const caller = new Client(usual.baseUrl, seed.tokens['all']);
    const begun = await caller.request('POST', '/api/v1/uploads', { headers: { ...TUS, 'Upload-Length': '10' } });
    const id = begun.headers.get('location')?.split('/').at(-1) ?? '';
    const headers = { ...TUS, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' };
    const answer = (one: Operation) => send(usual, one, { id, headers: one.method === 'PATCH' ? headers : TUS });
    const locked = await stack.session(async (query) => {
      await query('SELECT pg_advisory_lock(hashtextextended($1, 7306112008))', [id]);
      return Promise.all(documenting(423).map(async (one) => [one, await answer(one)] as const));
    });
    for (const [operation, refused] of locked) expectDocumented(operation, 423, refused);
    await stack.query(`UPDATE uploads SET expires_at = now() - interval '1 minute' WHERE id = $1`, [id]);
    for (const operation of documenting(410)) expectDocumented(operation, 410, await answer(operation));
    expect(idsOf(documenting(423))).toEqual(['headUpload', 'patchUpload', 'deleteUpload']);
    expect(idsOf(documenting(410))).toEqual(['headUpload', 'patchUpload']); // what has expired may be deleted
  });

  it('the example of a 503 is what every operation answers while the database is away', async () => {
    const url = new URL(stack.databaseUrl);
    const line = await Switch.to(Number(url.port || 5432));
    url.host = `127.0.0.1:${line.port}`;
    const api = await stack.start('api', { DATABASE_URL: url.href });
    await line.close();
    const all = documenting(503);
    const answers = await Promise.all(all.map(async (operation) => [operation, await send(api, operation)] as const));
    for (const [operation, answer] of answers) expectDocumented(operation, 503, answer, false);
    expect(all.length).toBe(OPERATIONS.length);
    await api.stop();
  });

  // Last, since it takes the tables away.
  it('the example of a 500 is what every operation answers when a table is not what the process expects', async () => {
    const broken = ['podcasts', 'episodes', 'uploads', 'video_stocks', 'webhook_endpoints', 'webhook_deliveries', 'events', 'users'];
    const rename = (from: string, to: string) => stack.query(`ALTER TABLE ${from} RENAME TO ${to}`);
    for (const table of broken) await rename(table, `${table}_away`);
    await stack.query('ALTER TABLE api_tokens RENAME COLUMN label TO label_away');
    const bodies: Record<string, Sent> = {
      // Bob has registered nothing yet.
      putVideoWebhook: { json: { url: 'https://hooks.example.com/' }, token: seed.tokens['bob'] },
      postVideoStocks: { json: { podcast_id: NOBODY, client_key: 'k', upload_id: NOBODY } },
      patchVideoStock: { json: { expected_revision: 1 } },
      postVideoStockCancel: { json: {} },
      postVideoStockLink: { json: { episode_id: NOBODY } },
      postUploads: { headers: { ...TUS, 'Upload-Length': '10' } },
      headUpload: { headers: TUS },
      patchUpload: { headers: { ...TUS, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' } },
    };
    for (const operation of documenting(500))
      expectDocumented(operation, 500, await send(usual, operation, bodies[operation.id] ?? { json: operation.body }));
    expect(documenting(500).length).toBe(OPERATIONS.length);
    expect(idsOf(documenting(500))).toContain(OF_DOWNLOADS);
  });
});
