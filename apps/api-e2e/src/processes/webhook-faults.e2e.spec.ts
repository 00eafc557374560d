import { writeFile } from 'node:fs/promises';
import type { RequestListener, ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { CertificateAuthority, type Issued } from '@app/certificates';
import { createClient, type components } from '@app/client';
import { until } from '@app/process/testing/until';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Receiver } from '../receiver.js';
import { Stack, type Running } from '../stack.js';
import { Switch } from '../switch.js';

const WEBHOOK = '/api/v1/video-webhook';
const DAY_MS = 86_400_000;
const HEAD = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n';
/** Milliseconds of one exchange: long enough that a busy machine is not taken for a fault. */
const TIMEOUT_MS = 4000;
/** Destinations that misbehave side by side. */
const CONCURRENCY = 12;
const GARBAGE = 'zz\r\n';
const INTERIM = 'HTTP/1.1 102 Processing\r\n\r\n';

let authority: CertificateAuthority;
let certificate: Issued;
const servers: Server[] = [];
const timers: NodeJS.Timeout[] = [];
const sockets = new Set<Socket>();

/** A destination's behaviour, whether the worker delivered to it, and the outcome that it logs. */
type Fault = { readonly does: string; readonly outcome: string; readonly server: (host: string) => Promise<Server> };

type Writable = { write(chunk: string): unknown; once(event: 'close', listener: () => void): unknown };

/** Writes for as long as the connection is open: a socket that is written to after its end keeps Node from exiting. */
function forever(socket: Writable, chunk: string, ms = 50): void {
  const timer = setInterval(() => socket.write(chunk), ms);
  timers.push(timer);
  socket.once('close', () => clearInterval(timer));
}
const reset = (socket: TLSSocket): void => void (socket as unknown as { _parent?: Socket })._parent?.resetAndDestroy();

const tcp = (speak: (socket: Socket) => void) => () => listening(createTcpServer(speak));
const tls = (speak: (socket: TLSSocket) => void) => () => listening(createTlsServer(certificate, speak));
/** Speaks once the request has come. */
const answers = (speak: (socket: TLSSocket) => void) => tls((socket) => socket.once('data', () => speak(socket)));
const https = (listener: RequestListener) => () => listening(createHttpsServer(certificate, listener));
const certified = (issue: (host: string) => Promise<Issued>) => async (host: string) =>
  listening(createHttpsServer(await issue(host), (_request, response) => response.end()));
const status = (code: number, headers: Record<string, string> = {}) =>
  https((_request, response) => response.writeHead(code, headers).end());

async function listening<T extends Server>(server: T): Promise<T> {
  servers.push(server);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
  });
  server.on('secureConnection', (socket: TLSSocket) => socket.on('error', () => undefined));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** Failures, which are tried again. */
const FAILURES: readonly Fault[] = [
  ...[300, 301, 302, 303, 304, 307, 308].map((code) => ({ does: `redirects with ${code}`, outcome: String(code), server: status(code, { Location: 'https://elsewhere.example.com/' }) })), // prettier-ignore
  ...[400, 401, 403, 404, 405, 408, 409, 410, 418, 500, 502, 503, 504, 511, 599].map((code) => ({ does: `answers ${code}`, outcome: String(code), server: status(code) })), // prettier-ignore
  { does: 'asks with Retry-After for a wait of an hour, which has no meaning', outcome: '429', server: status(429, { 'Retry-After': '3600' }) }, // prettier-ignore
  { does: 'answers with a status beyond all', outcome: '999', server: answers((socket) => socket.end('HTTP/1.1 999 What\r\nContent-Length: 0\r\n\r\n')) }, // prettier-ignore
  { does: 'sends interim answers for ever', outcome: 'bad_response', server: answers((socket) => (socket.write(INTERIM.repeat(5000)), forever(socket, INTERIM))) }, // prettier-ignore
  { does: 'switches protocols', outcome: 'bad_response', server: answers((socket) => void socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n')) }, // prettier-ignore
  { does: 'answers with a status that is no number', outcome: 'bad_response', server: answers((socket) => void socket.write('HTTP/1.1 abc OK\r\n\r\n')) }, // prettier-ignore
  { does: 'speaks garbage', outcome: 'bad_response', server: answers((socket) => void socket.write('not HTTP at all\r\n\r\n')) },
  { does: 'resets before the head', outcome: 'connection_reset', server: answers(reset) },
  { does: 'closes before the head', outcome: 'connection_reset', server: answers((socket) => void socket.end()) },
  { does: 'resets within the head', outcome: 'connection_reset', server: answers((socket) => void socket.write('HTTP/1.1 200 OK\r\nX: ', () => setTimeout(reset, 50, socket))) }, // prettier-ignore
  { does: 'never answers', outcome: 'timeout', server: tls(() => undefined) },
  { does: 'drips its head for ever', outcome: 'timeout', server: answers((socket) => (socket.write('HTTP/1.1 200 OK\r\nX: '), forever(socket, 'x'))) }, // prettier-ignore
  { does: 'sends a head without end', outcome: 'response_too_large', server: answers((socket) => void socket.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}`)) }, // prettier-ignore
  { does: 'speaks plain HTTP on the port', outcome: 'tls_error', server: tcp((socket) => void socket.write('HTTP/1.1 200 OK\r\n\r\n')) },
  { does: 'never ends the handshake', outcome: 'timeout', server: tcp(() => undefined) },
  { does: 'resets in the handshake', outcome: 'connection_reset', server: tcp((socket) => socket.once('data', () => socket.resetAndDestroy())) }, // prettier-ignore
  { does: 'has an expired certificate', outcome: 'tls_error', server: certified((host) => authority.issue({ names: [host], notBefore: new Date(Date.now() - 3 * DAY_MS), notAfter: new Date(Date.now() - DAY_MS) })) }, // prettier-ignore
  { does: 'has a certificate of tomorrow', outcome: 'tls_error', server: certified((host) => authority.issue({ names: [host], notBefore: new Date(Date.now() + DAY_MS), notAfter: new Date(Date.now() + 2 * DAY_MS) })) }, // prettier-ignore
  { does: 'has somebody else’s certificate', outcome: 'tls_error', server: certified(() => authority.issue({ names: ['elsewhere.example.com'] })) }, // prettier-ignore
  { does: 'has a certificate of an unknown authority', outcome: 'tls_error', server: certified(async (host) => (await CertificateAuthority.create('Nobody')).issue({ names: [host] })) }, // prettier-ignore
];

/** Successful attempts, whatever follows: the head of the answer decides (contract 6.7). */
const SUCCESSES: readonly Fault[] = [
  ...[200, 201, 202, 204, 206, 226, 299].map((code) => ({ does: `answers ${code}`, outcome: String(code), server: status(code) })),
  { does: 'drips its body for ever', outcome: '200', server: answers((socket) => (socket.write(`${HEAD}\r\n`), forever(socket, '1\r\nx\r\n'))) }, // prettier-ignore
  { does: 'sends a body without end', outcome: '200', server: answers((socket) => (socket.write(`${HEAD}\r\n`), forever(socket, `10000\r\n${'x'.repeat(65_536)}\r\n`, 1))) }, // prettier-ignore
  { does: 'resets within the body', outcome: '200', server: answers((socket) => void socket.write(`${HEAD}\r\n5\r\nx`, () => setTimeout(reset, 50, socket))) }, // prettier-ignore
  { does: 'sends garbage as its body', outcome: '200', server: answers((socket) => void socket.write(`${HEAD}\r\n${GARBAGE}`)) },
  { does: 'sends a compressed bomb', outcome: '200', server: https((_request, response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50_000_000)))) }, // prettier-ignore
];

/** Answers to a challenge; `active` when they verify it. */
type Echo = { readonly does: string; readonly active: boolean; readonly outcome: string; readonly answer: (response: ServerResponse, challenge: string) => void }; // prettier-ignore

const ECHOES: readonly Echo[] = [
  { does: 'as plain text, with status 299 and more beside it', active: true, outcome: '299', answer: (response, challenge) => response.writeHead(299, { 'Content-Type': 'text/plain' }).end(JSON.stringify({ more: [1], challenge })) }, // prettier-ignore
  {
    does: 'of another challenge',
    active: false,
    outcome: 'wrong_challenge',
    answer: (response) => response.end('{"challenge":"another"}'),
  },
  { does: 'that is no JSON', active: false, outcome: 'wrong_challenge', answer: (response, challenge) => response.end(challenge) },
  { does: 'in an array', active: false, outcome: 'wrong_challenge', answer: (response, challenge) => response.end(JSON.stringify([{ challenge }])) }, // prettier-ignore
  { does: 'with status 404', active: false, outcome: '404', answer: (response, challenge) => response.writeHead(404).end(JSON.stringify({ challenge })) }, // prettier-ignore
  { does: 'compressed', active: false, outcome: 'wrong_challenge', answer: (response, challenge) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(JSON.stringify({ challenge }))) }, // prettier-ignore
  { does: 'behind 64 KB', active: false, outcome: 'response_too_large', answer: (response, challenge) => response.end(JSON.stringify({ a: 'x'.repeat(65_536), challenge })) }, // prettier-ignore
  { does: 'that never ends', active: false, outcome: 'timeout', answer: (response, challenge) => void response.write(JSON.stringify({ challenge })) }, // prettier-ignore
  { does: 'that is cut off', active: false, outcome: 'connection_reset', answer: (response, challenge) => void response.write(JSON.stringify({ challenge }), () => setTimeout(() => response.destroy(), 50)) }, // prettier-ignore
];

const FAULTS = [...FAILURES, ...SUCCESSES, { does: 'is gone', outcome: 'connection_refused' }] as const;
const hostOf = (kind: 'fault' | 'echo', number: number): string => `${kind}${number}.example.com`;

let stack: Stack;
let api: Running;
let worker: Running;
let receiver: Receiver;
let switches: Switch[];
let tokens: Readonly<Record<string, string>>;
let users: Readonly<Record<string, string>>;

type Delivery = components['schemas']['DeliveryResponse'];
type FaultReport = { readonly outcome: string; readonly first: Delivery | undefined; readonly last: Delivery | undefined };

const told = new Map<string, Promise<FaultReport>>();
const echoed = new Map<string, Promise<{ readonly outcome: string; readonly active: boolean | undefined }>>();

beforeAll(async () => {
  authority = await CertificateAuthority.create();
  certificate = await authority.issue({ names: ['*.example.com'] });
  receiver = await Receiver.listen(certificate, (_request, response, { headers, event }) => {
    const challenge = String(event.data['challenge']);
    const echo = ECHOES.find((_, number) => headers.host === hostOf('echo', number));
    if (echo) echo.answer(response, challenge);
    else response.end(JSON.stringify({ challenge }));
  });
  switches = await Promise.all(FAULTS.map(() => Switch.to(receiver.port)));
  const pairs = [
    ...switches.map(({ port }, number) => `${hostOf('fault', number)}:443:127.0.0.1:${port}`),
    ...ECHOES.map((_, number) => `${hostOf('echo', number)}:443:127.0.0.1:${receiver.port}`),
  ];
  stack = await Stack.create({
    RATE_LIMIT_PER_MINUTE: '100000',
    WEBHOOK_RETRY_DELAYS: '0.5,0.5,0.5,0.5,0.5',
    WEBHOOK_TIMEOUT_MS: String(TIMEOUT_MS),
    QUOTA_CHECK_CRON: '* * * * * *',
    OUTBOUND_CONNECT_TO: pairs.join(','),
    NODE_ENV: 'test',
  });
  const ca = join(stack.dir, 'ca.pem');
  await writeFile(ca, authority.pem);
  const keys = [...FAULTS.map((_, number) => `fault${number}`), ...ECHOES.map((_, number) => `echo${number}`)];
  ({ tokens, users } = await stack.load({
    users: keys.map((key) => ({ key, name: key, available_seconds: 1000, tokens: [{ key, permissions: ['read', 'update', 'delete'] }] })),
  }));
  api = await stack.start('api');
  worker = await stack.start('worker', { NODE_EXTRA_CA_CERTS: ca });
  // Many side by side, but no more than a busy machine serves within their deadlines; each test then looks at its own.
  const left: (() => Promise<unknown>)[] = [
    ...FAULTS.map((fault, number) => () => kept(told, fault.does, suffers(fault, number))),
    ...ECHOES.map(
      ({ does }, number) =>
        () =>
          kept(echoed, does, echoes(number)),
    ),
  ];
  while (left.length > 0) await Promise.allSettled(left.splice(0, CONCURRENCY).map((begin) => begin()));
});
afterAll(async () => {
  timers.forEach((timer) => clearInterval(timer));
  await stack.destroy();
  await receiver.close();
  await Promise.all(switches.map((one) => one.close().catch(() => undefined)));
  sockets.forEach((socket) => socket.destroy());
  servers.forEach((server) => server.close());
});

function kept<T>(where: Map<string, Promise<T>>, key: string, promise: Promise<T>): Promise<T> {
  where.set(key, promise);
  return promise;
}

const clientOf = (key: string) => createClient({ baseUrl: api.baseUrl, token: tokens[key] ?? '' });

/** A destination that is verified, meets its fault when an event comes, and is well again afterwards. */
async function suffers(fault: (typeof FAULTS)[number], number: number): Promise<FaultReport> {
  const host = hostOf('fault', number);
  const client = clientOf(`fault${number}`);
  const port = switches[number]!;
  await client.PUT(WEBHOOK, { body: { url: `https://${host}/` } });
  await until(async () => (await client.GET(WEBHOOK)).data.data?.active);
  if ('server' in fault) port.turn(portOf(await fault.server(host)));
  else await port.close();
  await stack.query('INSERT INTO quota_accounts (user_id, used_seconds) VALUES ($1, 950)', [users[`fault${number}`]]);
  const { outcome } = await until(() => attempts(host).find(({ type }) => type === 'video_quota.low'));
  const latest = async () => (await client.GET(`${WEBHOOK}/deliveries`)).data.data[0];
  const first = await latest();
  if ('server' in fault) port.turn(receiver.port);
  else return { outcome, first, last: first };
  return { outcome, first, last: await until(async () => ((await latest())?.status === 'delivered' ? latest() : undefined)) };
}

async function echoes(number: number): Promise<{ readonly outcome: string; readonly active: boolean | undefined }> {
  const host = hostOf('echo', number);
  const client = clientOf(`echo${number}`);
  await client.PUT(WEBHOOK, { body: { url: `https://${host}/` } });
  const { outcome } = await until(() => attempts(host)[0]);
  // The worker logs an attempt before its result is recorded.
  const [first] = (await client.GET(`${WEBHOOK}/deliveries`)).data.data;
  const of = { params: { path: { delivery: first?.id ?? '' } } };
  await until(async () => (await client.GET(`${WEBHOOK}/deliveries/{delivery}`, of)).data.data.attempt_log.length > 0);
  return { outcome, active: (await client.GET(WEBHOOK)).data.data?.active };
}

/** The worker's log lines of its attempts for a host. */
function attempts(host: string): { readonly type: string; readonly outcome: string; readonly ms: number }[] {
  return worker
    .output()
    .split('\n')
    .filter((line) => line.includes('"msg":"attempt"') && line.includes(`"host":"${host}"`))
    .map((line) => JSON.parse(line) as { type: string; outcome: string; ms: number });
}

describe('a destination that', () => {
  it.each(FAILURES.map(({ does, outcome }) => [does, outcome]))(
    'a destination that %s: %s, and the event is sent again',
    async (does, outcome) => {
      expect(await told.get(does)).toMatchObject({
        outcome,
        first: { event_type: 'video_quota.low', status: expect.stringMatching(/queued|sending/) },
        last: { event_type: 'video_quota.low', status: 'delivered', attempts: expect.any(Number) },
      });
      expect((await told.get(does))!.last?.attempts).toBeGreaterThan(1);
    },
  );

  it('a destination that is gone: connection_refused, and the event stays queued', async () => {
    expect(await told.get('is gone')).toMatchObject({
      outcome: 'connection_refused',
      first: { status: expect.stringMatching(/queued|sending/) },
    });
  });

  it.each(SUCCESSES.map(({ does, outcome }) => [does, outcome]))(
    'a destination that %s: %s, and the event is delivered',
    async (does, outcome) => {
      expect(await told.get(does)).toMatchObject({ outcome, last: { status: 'delivered', attempts: 1 } });
    },
  );

  it('a destination that hangs holds no attempt beyond the deadline', () => {
    const longest = FAULTS.flatMap((_, number) => attempts(hostOf('fault', number)).map(({ ms }) => ms));
    // A busy machine is late; without a deadline the request takes minutes.
    expect(Math.max(...longest)).toBeLessThan(TIMEOUT_MS + 30_000);
  });
});

describe('an echo (contract 6.5, 6.7)', () => {
  it.each(ECHOES)('an echo: $does: $outcome', async ({ does, active, outcome }) => {
    expect(await echoed.get(does)).toEqual({ outcome, active });
  });
});

it('no failing destination harms the worker: it reports no error, and drains when it is told to stop', async () => {
  expect(worker.output()).not.toContain('"level":"error"');
  expect(await worker.stop()).toBe(0);
});
