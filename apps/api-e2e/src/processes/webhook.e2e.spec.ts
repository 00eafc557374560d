import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CertificateAuthority } from '@app/certificates';
import { createClient, type ApiError, type Client, type components } from '@app/client';
import { Collector } from '@app/process/testing/collector';
import { until, untilPasses } from '@app/process/testing/until';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { answering, obliging, Receiver, type Received } from '../receiver.js';
import { blocks } from '../sessions.js';
import { Stack, type Loaded, type Running } from '../stack.js';

const HOST = 'hooks.example.com';
const WEBHOOK = '/api/v1/video-webhook';
const DELIVERIES = `${WEBHOOK}/deliveries` as const;
/** Seconds before attempts 2 to 6, in these suites. */
const DELAYS = '0.3,0.3,0.3,0.3,0.3';

let stack: Stack;
let receiver: Receiver;
let collector: Collector;
let api: Running;
let worker: Running;
let number = 0;

beforeAll(async () => {
  const authority = await CertificateAuthority.create();
  receiver = await Receiver.listen(await authority.issue({ names: [HOST, 'other.example.com'] }));
  collector = await Collector.start();
  stack = await Stack.create({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    RATE_LIMIT_PER_MINUTE: '100000',
    WEBHOOK_REGISTRATIONS_PER_HOUR: '5',
    WEBHOOK_RETRY_DELAYS: DELAYS,
    QUOTA_CHECK_CRON: '* * * * * *',
    OUTBOUND_CONNECT_TO: `${HOST}:443:127.0.0.1:${receiver.port},other.example.com:443:127.0.0.1:${receiver.port}`,
    NODE_ENV: 'test',
  });
  const ca = join(stack.dir, 'ca.pem');
  await writeFile(ca, authority.pem);
  api = await stack.start('api');
  worker = await stack.start('worker', { NODE_EXTRA_CA_CERTS: ca });
});
afterEach(() => {
  receiver.behave(obliging);
  receiver.received.length = 0;
});
afterAll(async () => {
  await stack.destroy();
  await receiver.close();
  await collector.stop();
});

type Somebody = { readonly client: Client; readonly userId: string; readonly url: string; readonly loaded: Loaded };

/** A user with a podcast, an allowance of 1,000 seconds, and so many used; and a URL of the user's own. */
async function somebody(usedSeconds = 0): Promise<Somebody> {
  number += 1;
  const stock = { key: 's', status: 'ready', duration_seconds: usedSeconds };
  const loaded = await stack.load({
    users: [{ key: 'u', name: `U${number}`, available_seconds: 1000, tokens: [{ key: 't', permissions: ['read', 'update', 'delete'] }] }],
    podcasts: [{ key: 'p', title: 'P', owner: 'u', ownership_confirmed: true, video_stocks: usedSeconds > 0 ? [stock] : [] }],
  });
  return {
    client: createClient({ baseUrl: api.baseUrl, token: loaded.tokens['t'] ?? '' }),
    userId: loaded.users['u'] ?? '',
    url: `https://${HOST}/u${number}`,
    loaded,
  };
}

/** Puts a user's usage on a level; the check finds it within a second. */
function use(userId: string, seconds: number): Promise<unknown> {
  return stack.query(
    'INSERT INTO quota_accounts (user_id, used_seconds) VALUES ($1, $2) ON CONFLICT (user_id) DO UPDATE SET used_seconds = $2',
    [userId, seconds],
  );
}

/** Waits until a check of all quotas has begun and ended after this call. */
async function checked(): Promise<void> {
  const [before] = await stack.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  await until(async () => {
    const [last] = await stack.query<{ checked_at: Date | null }>('SELECT checked_at FROM quota_checks');
    return last?.checked_at && last.checked_at > before!.now;
  });
}

const of = (delivery: string) => ({ params: { path: { delivery } } });
const register = (client: Client, url: string) => client.PUT(WEBHOOK, { body: { url } });
const shown = async (client: Client) => (await client.GET(WEBHOOK)).data.data;
const verify = (client: Client) => client.POST(`${WEBHOOK}/verify`);
const history = async (client: Client) => (await client.GET(DELIVERIES)).data.data;
const details = async (client: Client, id: string) => (await client.GET(`${DELIVERIES}/{delivery}`, of(id))).data.data;
const redeliver = (client: Client, id: string) => client.POST(`${DELIVERIES}/{delivery}/redeliver`, of(id));
const refusal = (status: number, code: string) => ({ status, errors: [expect.objectContaining({ field: null, code })] });

async function latest(client: Client): Promise<components['schemas']['DeliveryResponse']> {
  const [delivery] = await history(client);
  if (!delivery) throw new Error('the history has no delivery');
  return delivery;
}

async function active(client: Client): Promise<void> {
  await untilPasses(async () => expect((await shown(client))?.active).toBe(true));
}

async function registered({ client, url }: Somebody): Promise<components['schemas']['RegistrationResponse']> {
  const { data, response } = await register(client, url);
  expect(response.status).toBe(200);
  return data.data;
}

/** The event waits for the answer to the challenge. Without a destination it would be told to none. */
const holdsLowQuota = ({ client }: Somebody) =>
  untilPasses(async () =>
    expect(await history(client)).toContainEqual(expect.objectContaining({ event_type: 'video_quota.low', status: 'queued' })),
  );

function verified({ headers, body }: Received, secret: string): unknown {
  const event = Stripe.webhooks.constructEvent(body, String(headers['x-service-signature']), secret);
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual(event);
  return event;
}

describe('registration (contract 6.2, 6.4)', () => {
  it('a registration gives the destination, not yet active, and a key that is shown this once', async () => {
    const who = await somebody();
    expect((await who.client.GET(WEBHOOK)).data).toEqual({ data: null });
    const registration = await registered(who);
    expect(registration).toEqual({
      endpoint: { id: expect.stringMatching(/^[0-9a-f-]{36}$/), url: who.url, active: false, verified_at: null, last_delivered_at: null, failing_since: null, waiting: expect.any(Number) }, // prettier-ignore
      signing_secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
    await active(who.client);
    const endpoint = await shown(who.client);
    expect(endpoint).toEqual({ ...registration.endpoint, active: true, verified_at: expect.stringMatching(/Z$/), last_delivered_at: expect.stringMatching(/Z$/), waiting: 0 }); // prettier-ignore
    expect(JSON.stringify(endpoint)).not.toContain(registration.signing_secret);
    const [row] = await stack.query<{ all: string }>('SELECT string_agg(t::text, chr(10)) AS all FROM webhook_endpoints t');
    expect(row?.all).not.toContain(Buffer.from(registration.signing_secret).toString('hex'));
  });

  it('a registration verifies by a signed challenge, and tells nothing else before', async () => {
    const who = await somebody();
    const held: (() => void)[] = [];
    receiver.behave((request, response, received) => held.push(() => obliging(request, response, received)));
    const { signing_secret: secret } = await registered(who);
    const [challenge] = await receiver.until('webhook.verification', 1);
    expect(verified(challenge!, secret)).toEqual({ id: expect.any(String), type: 'webhook.verification', createdAt: expect.stringMatching(/Z$/), data: { challenge: expect.any(String) } }); // prettier-ignore
    expect(challenge!.headers).toMatchObject({ host: HOST, 'content-type': 'application/json', 'webhook-id': challenge!.event.id });
    await use(who.userId, 950);
    await holdsLowQuota(who);
    expect(receiver.of('video_quota.low')).toEqual([]);
    receiver.behave(obliging);
    held.forEach((answer) => answer());
    await active(who.client);
    const [low] = await receiver.until('video_quota.low', 1);
    expect(verified(low!, secret)).toMatchObject({ data: { usedSeconds: 950, availableSeconds: 1000, remainingSeconds: 50 } });
  });

  it('of ten registrations at once exactly five are taken in an hour, and the others are told when the next is possible', async () => {
    const who = await somebody();
    const other = await stack.start('api');
    const clients = [who.client, createClient({ baseUrl: other.baseUrl, token: who.loaded.tokens['t'] ?? '' })];
    const answers = await Promise.allSettled(Array.from({ length: 10 }, (_, at) => register(clients[at % 2]!, who.url)));
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as ApiError] : []));
    const statuses = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.response : (answer.reason as ApiError)).status);
    expect(statuses.sort()).toEqual([200, 200, 200, 200, 200, 429, 429, 429, 429, 429]);
    for (const { retryAfter } of refused) expect(retryAfter).toBeGreaterThan(3500);
    await other.stop();
    await active(who.client); // one of them stands
  });

  it('a refused registration does not count towards the limit', async () => {
    const who = await somebody();
    for (let time = 0; time < 6; time += 1) await expect(register(who.client, 'https://10.0.0.1/')).rejects.toMatchObject({ status: 422 });
    await registered(who);
  });

  it('a removed registration is gone', async () => {
    const who = await somebody();
    await registered(who);
    await active(who.client);
    const removed = await who.client.DELETE(WEBHOOK);
    expect([removed.response.status, removed.data]).toEqual([200, { data: { deleted: true } }]);
    expect((await who.client.GET(WEBHOOK)).data).toEqual({ data: null });
    await expect(who.client.DELETE(WEBHOOK)).rejects.toMatchObject({ status: 404 });
    await use(who.userId, 950);
    await checked();
    expect(receiver.of('video_quota.low')).toEqual([]);
    expect(await history(who.client)).toHaveLength(1); // with no destination nothing is kept …
    await registered(who);
    await active(who.client);
    await receiver.until('video_quota.low', 1); // … but quota that is still low is told to the next one (contract 7.3)
    await sleep(1500);
    expect(receiver.of('video_quota.low')).toHaveLength(1);
  });
});

describe('delivery (contract 6.1, 6.6)', () => {
  it('a delivery sends the same body and a new signature at every attempt, six at most, and then has failed', async () => {
    const who = await somebody();
    const { signing_secret: secret } = await registered(who);
    await active(who.client);
    receiver.behave(answering(503));
    await use(who.userId, 900);
    const attempts = await receiver.until('video_quota.low', 6);
    expect(new Set(attempts.map(({ body }) => body)).size).toBe(1);
    attempts.forEach((attempt) => verified(attempt, secret));
    for (let at = 1; at < attempts.length; at += 1) expect(attempts[at]!.at - attempts[at - 1]!.at).toBeGreaterThanOrEqual(299);
    await untilPasses(async () =>
      expect(await latest(who.client)).toMatchObject({ event_type: 'video_quota.low', status: 'failed', attempts: 6, delivered_at: null }),
    );
    await sleep(1500);
    expect(receiver.of('video_quota.low')).toHaveLength(6);
  });

  it('the head of the answer decides a delivery, whatever the body does afterwards', async () => {
    const who = await somebody();
    await registered(who);
    await active(who.client);
    receiver.behave((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/plain' });
      response.write('and so ');
      setTimeout(() => response.destroy(), 300);
    });
    await use(who.userId, 900);
    await receiver.until('video_quota.low', 1);
    await untilPasses(async () => expect(await latest(who.client)).toMatchObject({ status: 'delivered', attempts: 1 }));
    await sleep(1000);
    expect(receiver.of('video_quota.low')).toHaveLength(1);
  });

  it.each([301, 400, 410, 500])('%i is a failure that is tried again', async (status) => {
    const who = await somebody();
    await registered(who);
    await active(who.client);
    receiver.behave(answering(status));
    await use(who.userId, 900);
    await receiver.until('video_quota.low', 2);
    receiver.behave(obliging);
    await untilPasses(async () => expect(await latest(who.client)).toMatchObject({ event_type: 'video_quota.low', status: 'delivered', delivered_at: expect.stringMatching(/Z$/) })); // prettier-ignore
  });

  it('once the answer names a new destination, no request to the old one starts and no old challenge activates anything', async () => {
    const who = await somebody();
    const held: (() => void)[] = [];
    receiver.behave((request, response, received) => held.push(() => obliging(request, response, received)));
    await registered(who);
    const [old] = await receiver.until('webhook.verification', 1);
    receiver.behave((_request, response) => response.writeHead(500).end());
    const { data: again } = await register(who.client, `https://other.example.com/again`);
    held.forEach((answer) => answer());
    await sleep(700);
    expect(await shown(who.client)).toMatchObject({ id: again.data.endpoint.id, active: false });
    expect((await history(who.client)).map(({ status }) => status).at(-1)).toBe('canceled');
    expect(receiver.received.filter(({ path, at }) => path === old!.path && at > old!.at)).toEqual([]);
  });

  it('a destination that never answers its challenge has its held events canceled and later ones not kept', async () => {
    const who = await somebody();
    const held: (() => void)[] = [];
    receiver.behave((_request, response) => held.push(() => response.writeHead(200).end('"no"')));
    await registered(who);
    await use(who.userId, 950);
    await holdsLowQuota(who);
    receiver.behave((_request, response) => response.writeHead(200).end('"no"'));
    held.forEach((answer) => answer());
    await untilPasses(async () => {
      const deliveries = await history(who.client);
      expect(Object.fromEntries(deliveries.map(({ event_type: type, status }) => [type, status]))).toEqual({
        'webhook.verification': 'failed',
        'video_quota.low': 'canceled',
      });
    });
    await use(who.userId, 10);
    await checked();
    await use(who.userId, 950);
    await checked();
    expect(await history(who.client)).toHaveLength(2);
  });

  it('an operator’s redelivery sends once more, and is refused when the destination is gone', async () => {
    const who = await somebody();
    await registered(who);
    await active(who.client);
    await use(who.userId, 950);
    await receiver.until('video_quota.low', 1);
    await untilPasses(async () => expect((await latest(who.client)).status).toBe('delivered'));
    const { id } = await latest(who.client);
    const copy = await stack.admin('delivery', 'redeliver', id);
    expect(copy).toMatchObject({ status: 'queued', attempts: 0 });
    const [first, second] = await receiver.until('video_quota.low', 2);
    expect(second!.body).toBe(first!.body);
    await untilPasses(async () => expect(await latest(who.client)).toMatchObject({ id: copy['id'], status: 'delivered', attempts: 1 }));
    await register(who.client, `${who.url}/new`);
    await active(who.client);
    const refused = await stack.adminEnded(['delivery', 'redeliver', id]);
    expect([refused.status, refused.stdout, refused.stderr]).toEqual([1, '', 'Its destination was replaced or removed.\n']);
  });
});

it('a request, its event and each attempt are one trace, over both processes (contract 16.4)', async () => {
  const who = await somebody();
  const callers = { traceId: 'a'.repeat(31) + '1', spanId: 'b'.repeat(16) };
  receiver.behave((_request, response) => {
    receiver.behave(obliging);
    response.writeHead(500).end();
  });
  const headers = { traceparent: `00-${callers.traceId}-${callers.spanId}-01` };
  const { response } = await who.client.PUT(WEBHOOK, { body: { url: who.url }, headers });
  await active(who.client);
  const spans = await until(() => {
    const found = collector.spans.filter(({ traceId }) => traceId === callers.traceId);
    return found.length >= 4 ? found : undefined;
  });

  const named = (name: string) => spans.filter((span) => span.name === name);
  const [request] = named('PUT /api/v1/video-webhook');
  const [event] = named('publish webhook.verification');
  expect(request).toMatchObject({ service: 'podcast-automation-api', parentSpanId: callers.spanId });
  expect(event).toMatchObject({ service: 'podcast-automation-api', parentSpanId: request?.spanId });
  const attempts = named('deliver webhook.verification');
  const attempt = { service: 'podcast-automation-worker', parentSpanId: event?.spanId };
  expect(attempts).toEqual([expect.objectContaining(attempt), expect.objectContaining(attempt)]);
  expect(attempts.map(({ attributes }) => [attributes['webhook.attempt'], attributes['webhook.outcome']])).toEqual([
    [1, '500'],
    [2, '200'],
  ]);
  expect(spans).toHaveLength(4);

  // The line of the request names who asked and what came of it; those of the attempts lead back to it.
  const requestLine = api
    .output()
    .split('\n')
    .find((line) => line.includes(callers.traceId) && line.includes('"msg":"request"'));
  const eventId = event?.attributes['messaging.message.id'];
  expect(JSON.parse(requestLine ?? '{}')).toMatchObject({ user: who.userId, token: expect.any(String), event: eventId });
  const lines = worker
    .output()
    .split('\n')
    .filter((line) => line.includes(callers.traceId) && line.includes('"msg":"attempt"'));
  const id = response.headers.get('x-request-id');
  expect(lines.map((line) => (JSON.parse(line) as { causedBy?: string }).causedBy)).toEqual([id, id]);
});

describe('the details of a delivery (contract 6.13)', () => {
  it('the details of a delivery name the event, the URL and every attempt with its outcome', async () => {
    const who = await somebody();
    await registered(who);
    await active(who.client);
    receiver.behave(answering(503));
    await use(who.userId, 900);
    await receiver.until('video_quota.low', 2);
    receiver.behave(obliging);
    await untilPasses(async () => expect((await latest(who.client)).status).toBe('delivered'));
    const { id } = await latest(who.client);
    const data = await details(who.client, id);
    const [sent] = receiver.of('video_quota.low');
    const { attempts, created_at, delivered_at } = data;
    expect(data).toEqual({
      id,
      event_type: 'video_quota.low',
      status: 'delivered',
      attempts,
      created_at,
      delivered_at,
      event_id: sent!.event.id,
      url: who.url,
      next_attempt_at: null,
      payload: sent!.event,
      attempt_log: Array.from({ length: attempts }, (_, index) => ({
        number: index + 1,
        started_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        duration_ms: expect.any(Number),
        outcome: index + 1 < attempts ? '503' : '200',
      })),
    });
    const starts = data.attempt_log.map(({ started_at }) => Date.parse(started_at));
    expect(starts).toEqual(starts.toSorted((one, other) => one - other));
  });

  it('the details of a delivery of a verification have no payload, and of one that waits for a retry say when it is due', async () => {
    const who = await somebody();
    receiver.behave((_request, response) => response.writeHead(500).end());
    await registered(who);
    await receiver.until('webhook.verification', 1);
    const { id } = await latest(who.client);
    await untilPasses(async () => expect(await details(who.client, id)).toMatchObject({ status: 'queued', payload: null, next_attempt_at: expect.stringMatching(/Z$/), attempt_log: expect.arrayContaining([expect.objectContaining({ number: 1, outcome: '500' })]) })); // prettier-ignore
    receiver.behave(obliging);
    await untilPasses(async () => expect(await details(who.client, id)).toMatchObject({ status: 'delivered', next_attempt_at: null }));
  });

  it('the details of a delivery are not found for somebody else, and for what is no id', async () => {
    const [who, other] = [await somebody(), await somebody()];
    await registered(who);
    const { id } = await latest(who.client);
    expect(await details(who.client, id)).toMatchObject({ id });
    for (const path of [id, 'no-id', '01a1fd59-0172-7639-afec-6c8d79289115'])
      await expect(details(other.client, path)).rejects.toMatchObject({ status: 404 });
    await expect(redeliver(other.client, id)).rejects.toMatchObject({ status: 404 });
  });
});

it('the commands of docs/webhooks.md, “Why nothing came”, tell a receiver’s author the reason, and send the event again', async () => {
  const who = await somebody();
  await registered(who);
  await active(who.client);
  receiver.behave(answering(503));
  await use(who.userId, 950);
  await untilPasses(async () => expect((await latest(who.client)).status).toBe('failed'));
  receiver.behave(obliging);
  const commands = blocks('webhooks.md', 'sh').find(({ code }) => code.includes('/redeliver'))?.code ?? '';
  const [look = '', again = '', verifyAgain = ''] = commands.split('\n');
  const env = { TOKEN: who.loaded.tokens['t'] ?? '', BASE: api.baseUrl, DELIVERY: (await latest(who.client)).id };
  const run = async (command: string) =>
    JSON.parse((await promisify(execFile)('sh', ['-c', command], { env: { ...process.env, ...env } })).stdout);
  expect((await run(look)).data).toMatchObject({ status: 'failed', attempt_log: Array.from({ length: 6 }, () => ({ outcome: '503' })) });
  const copy = (await run(again)).data;
  expect(copy).toMatchObject({ event_type: 'video_quota.low', status: 'queued' });
  await untilPasses(async () => expect(await latest(who.client)).toMatchObject({ id: copy.id, status: 'delivered' }));
  expect(await run(verifyAgain)).toMatchObject({ errors: [{ code: 'already_active' }] });
});

describe('redelivery (contract 6.14)', () => {
  it('redelivery sends the same event, byte for byte, to the present destination, as a new delivery', async () => {
    const who = await somebody();
    await registered(who);
    await active(who.client);
    await use(who.userId, 950);
    const [first] = await receiver.until('video_quota.low', 1);
    await untilPasses(async () => expect((await latest(who.client)).status).toBe('delivered'));
    const { id } = await latest(who.client);
    const { data: renewed } = await register(who.client, `${who.url}/new`);
    const early = await redeliver(who.client, id).catch((error: unknown) => error);
    if (early instanceof Error) expect(early).toMatchObject(refusal(409, 'endpoint_not_active'));
    await active(who.client);
    const { data, response } = await redeliver(who.client, id);
    expect([response.status, data.data]).toEqual([201, { id: expect.any(String), event_id: expect.any(String), event_type: 'video_quota.low', status: 'queued', attempts: 0, created_at: expect.any(String), delivered_at: null }]); // prettier-ignore
    expect(data.data.id).not.toBe(id);
    const second = (await receiver.until('video_quota.low', 2)).find(({ path }) => path.endsWith('/new'));
    expect(second!.body).toBe(first!.body);
    verified(second!, renewed.data.signing_secret);
  });

  it('redelivery is refused for a verification, for a delivery that is not finished, and without an active destination', async () => {
    const who = await somebody();
    await registered(who);
    await active(who.client);
    const { id: verification } = await latest(who.client);
    await expect(redeliver(who.client, verification)).rejects.toMatchObject(refusal(409, 'not_redeliverable'));
    receiver.behave(() => undefined); // never answers
    await use(who.userId, 950);
    const { id } = await until(async () =>
      (await history(who.client)).find(({ event_type: type, status }) => type === 'video_quota.low' && status === 'sending'),
    );
    await expect(redeliver(who.client, id)).rejects.toMatchObject(refusal(409, 'delivery_not_finished'));
    await who.client.DELETE(WEBHOOK);
    await expect(redeliver(who.client, id)).rejects.toMatchObject(refusal(409, 'endpoint_not_active'));
    expect(await details(who.client, id)).toMatchObject({ status: 'canceled', url: who.url, attempt_log: expect.arrayContaining([expect.objectContaining({ outcome: 'canceled', duration_ms: null })]) }); // prettier-ignore
  });
});

describe('verifying again (contract 6.15)', () => {
  it('verifying again sends a new challenge with the same secret, and the earlier challenge activates nothing', async () => {
    const who = await somebody(950);
    const held: (() => void)[] = [];
    receiver.behave((request, response, received) => held.push(() => obliging(request, response, received)));
    const { signing_secret: secret } = await registered(who);
    const [first] = await receiver.until('webhook.verification', 1);
    receiver.behave((_request, response) => response.writeHead(500).end());
    const { data, response } = await verify(who.client);
    expect([response.status, data.data]).toMatchObject([202, { id: expect.any(String), url: who.url, active: false, verified_at: null }]);
    const second = (await receiver.until('webhook.verification', 2)).at(-1)!;
    expect(second.event.data['challenge']).not.toBe(first!.event.data['challenge']);
    verified(second, secret);
    held.forEach((echo) => echo());
    await sleep(500);
    expect((await shown(who.client))?.active).toBe(false);
    receiver.behave(obliging);
    await active(who.client);
    await expect(verify(who.client)).rejects.toMatchObject(refusal(409, 'already_active'));
    await receiver.until('video_quota.low', 1); // it was held, and would come while another test counts
  });

  it('verifying again revives a destination whose verification has failed for good', async () => {
    const who = await somebody();
    receiver.behave((_request, response) => response.writeHead(500).end());
    await registered(who);
    await untilPasses(async () => expect((await latest(who.client)).status).toBe('failed'), 60_000);
    receiver.behave(obliging);
    expect((await verify(who.client)).response.status).toBe(202);
    await active(who.client);
  });

  it('verifying again is 404 without a destination, and counts towards five registrations an hour', async () => {
    const who = await somebody();
    await expect(verify(who.client)).rejects.toMatchObject({ status: 404 });
    receiver.behave((_request, response) => response.writeHead(500).end());
    await registered(who);
    for (let more = 0; more < 4; more += 1) expect((await verify(who.client)).response.status).toBe(202);
    for (const once of [() => verify(who.client), () => register(who.client, who.url)]) {
      const refused: unknown = await once().catch((error: unknown) => error);
      expect(refused).toMatchObject(refusal(429, 'registration_limit'));
      expect((refused as ApiError).retryAfter).toBeGreaterThan(3500);
    }
  });
});

describe('the quota (contract 7.3)', () => {
  it('low quota is announced once at 90 %, and again only after usage was below', async () => {
    const who = await somebody();
    await registered(who);
    await active(who.client);
    const quota = async () => (await who.client.GET('/api/v1/video-quota')).data.data;
    expect(await quota()).toMatchObject({
      used_seconds: 0,
      available_seconds: 1000,
      remaining_seconds: 1000,
      usage_percent: 0,
      low: false,
    });
    await use(who.userId, 899);
    await checked();
    expect(receiver.of('video_quota.low')).toEqual([]);
    await use(who.userId, 900);
    await receiver.until('video_quota.low', 1);
    expect(await quota()).toMatchObject({ used_seconds: 900, remaining_seconds: 100, usage_percent: 90, low: true, checked_at: expect.stringMatching(/Z$/) }); // prettier-ignore
    await checked();
    await sleep(1300); // for what it would send
    expect(receiver.of('video_quota.low')).toHaveLength(1);
    await use(who.userId, 100);
    await checked();
    await use(who.userId, 1200);
    const [, again] = await receiver.until('video_quota.low', 2);
    expect(again!.event.data).toEqual({ usedSeconds: 1200, availableSeconds: 1000, remainingSeconds: 0 });
  });
});

it('a removal with 50,000 held events keeps nobody waiting: others register and are told of their quota, and the rest is canceled later', async () => {
  const [leaver, other] = [await somebody(), await somebody()];
  receiver.behave((request, response, received) => {
    // The other destination never verifies.
    if (received.path === new URL(other.url).pathname) obliging(request, response, received);
  });
  await registered(leaver);
  const held = { ids: [] as { id: string }[] };
  await stack.session(async (query) => {
    held.ids = await query<{ id: string }>(
      `INSERT INTO webhook_deliveries (id, user_id, endpoint_id, event_id, event_type, body)
       SELECT gen_random_uuid(), user_id, id, gen_random_uuid(), 'video_quota.low', '{"id":"x","type":"held","data":{}}'
         FROM webhook_endpoints, generate_series(1, 50000) WHERE user_id = $1 RETURNING id`,
      [leaver.userId],
    );
    // The cancellation cannot end before this transaction does, however fast the machine is.
    await query('BEGIN');
    await query('SELECT FROM webhook_deliveries WHERE id = $1 FOR UPDATE', [held.ids[25_000]?.id]);
    expect((await leaver.client.DELETE(WEBHOOK)).response.status).toBe(200);
    await registered(leaver);
    await registered(other);
    await active(other.client);
    await Promise.all([use(leaver.userId, 950), use(other.userId, 950)]); // one statement checks both
    const [low] = await receiver.until('video_quota.low', 1);
    expect(low?.event.data).toMatchObject({ usedSeconds: 950 });
    const left = await query<{ n: number }>('SELECT count(*)::int AS n FROM webhook_backlogs');
    expect(left[0]?.n).toBeGreaterThan(0);
    await query('ROLLBACK');
  });
  const canceled = async () => {
    const [row] = await stack.query<{ open: number; most: number }>(
      `SELECT sum(open)::int AS open, max(changed)::int AS most FROM (
         SELECT count(*) FILTER (WHERE status <> 'canceled') AS open, count(*) FILTER (WHERE status = 'canceled') AS changed
           FROM webhook_deliveries WHERE id = ANY ($1::uuid[]) GROUP BY xmin::text) AS transactions`,
      [held.ids.map(({ id }) => id)],
    );
    return row;
  };
  await until(async () => (await canceled())?.open === 0);
  expect((await canceled())?.most).toBeLessThanOrEqual(1000); // rows that one transaction locked
  expect((await stack.query('SELECT FROM webhook_backlogs')).length).toBe(0);
});

it('200 events for a destination that hangs delay no other destination (contract 6.12)', async () => {
  const [slow, quick] = [await somebody(), await somebody()];
  await registered(slow);
  await registered(quick);
  await Promise.all([active(slow.client), active(quick.client)]);
  receiver.behave((request, response, received) => {
    if (received.path !== new URL(slow.url).pathname) obliging(request, response, received);
  });
  await stack.query(
    `INSERT INTO webhook_deliveries (id, user_id, endpoint_id, event_id, event_type, body, ready_at)
     SELECT (lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0') || right(gen_random_uuid()::text, 22))::uuid,
            user_id, id, gen_random_uuid(), 'video_quota.low', '{"id":"x","type":"slow","data":{}}', now()
       FROM webhook_endpoints, generate_series(1, 200) WHERE user_id = $1`,
    [slow.userId],
  );
  await until(() => receiver.of('slow').length > 0);
  await use(quick.userId, 950);
  await receiver.until('video_quota.low', 1);
  const unsent = `SELECT FROM webhook_deliveries WHERE user_id = $1 AND status = 'queued' AND attempts = 0`;
  expect((await stack.query(unsent, [slow.userId])).length).toBeGreaterThan(0); // it has overtaken them
});
