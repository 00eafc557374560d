import { createServer, get, type Server, type ServerResponse } from 'node:http';
import { request } from 'node:https';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { CertificateAuthority } from '@app/certificates';
import { until } from '@app/process/testing/until';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import getPort from 'get-port';
import { Client } from '../client.js';
import { Postgres, processesOf, signal } from '../postgres.js';
import { INSTALLED_PROXIES, Proxy } from '../proxies.js';
import { Stack, type Loaded, type Running } from '../stack.js';

jest.setTimeout(300_000);

/** Longer than any health check that a proxy made before took; shorter than the shipped `timeout check`. */
const SLOW_HEALTH_MS = 2500;

const UNAVAILABLE = {
  message: expect.stringMatching(/.+/),
  errors: [{ field: null, code: 'unavailable', message: expect.stringMatching(/.+/) }],
};

let postgres: Postgres;
let stack: Stack;
let seed: Loaded;
let port: number;
let api: Running;

beforeAll(async () => {
  postgres = await Postgres.start();
  stack = await Stack.create({ RATE_LIMIT_PER_MINUTE: '100000' }, postgres.url);
  seed = await stack.load({
    users: [{ key: 'alice', name: 'Alice', tokens: [{ key: 'alice', permissions: ['read'] }] }],
    podcasts: [
      {
        key: 'tech',
        title: 'Tech',
        owner: 'alice',
        ownership_confirmed: true,
        episodes: [
          {
            key: 'e1',
            title: 'One',
            published_at: '2026-01-01T00:00:00Z',
            audio_url: 'https://media.example.com/1.mp3',
            transcript: { format: 'vtt', content: 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n' },
          },
        ],
      },
    ],
  });
  await stack.query(`INSERT INTO publications (podcast_id, public, origin, updated_at) VALUES ($1, true, 'http://127.0.0.1', now())`, [
    seed.podcasts['tech'],
  ]);
  port = await getPort({ host: '127.0.0.1' });
  api = await stack.start('api', { PORT: String(port), TRUST_PROXY: '1', SHUTDOWN_DELAY_MS: '3000' });
});
afterAll(async () => {
  await stack.destroy();
  await postgres.stop();
});

/** A process whose health check answers late, and everything else at once. */
async function busyProcess(): Promise<Server> {
  const server = createServer((request, response) => {
    const answer = () => response.end('{}');
    if (request.url?.startsWith('/health/')) void sleep(SLOW_HEALTH_MS).then(answer);
    else answer();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** A process that answers `/hold` only once it is told to. */
async function holdingProcess(): Promise<{ readonly port: number; release(): void; close(): Promise<void> }> {
  const held: ServerResponse[] = [];
  let isReleased = false;
  const server = createServer((request, response) => {
    if (request.url === '/hold' && !isReleased) held.push(response);
    else response.end('{}');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    release: () => {
      isReleased = true;
      for (const response of held) response.end('{}');
    },
    close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  };
}

/** The status of a request from an address, on a connection of its own; undefined where the connection is refused. */
const statusFrom = (localAddress: string, url: string) =>
  new Promise<number | undefined>((resolve) => {
    const sent = get(url, { localAddress, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.on('error', () => resolve(undefined));
  });

/** Requests that one address may have in hand at once: an eighth. */
const SHARE = { haproxy: 500, nginx: 256 } as const;

/** The bytes that come back on a connection to a proxy for these bytes. */
const answerTo = (url: string, bytes: string) =>
  new Promise<string>((resolve, reject) => {
    const { port, hostname } = new URL(url);
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('data', (chunk) => {
      text += String(chunk);
      if (/\r\n\r\n[^]*\}$/.test(text)) socket.destroy();
    });
    socket.on('close', () => resolve(text)).on('error', reject);
    socket.write(bytes);
  });

/** The status of a request over TLS, whose certificate is of this authority. */
const overTls = (tlsPort: number, ca: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port: tlsPort,
        path: '/health/serving',
        servername: 'api.example.com',
        ca,
        headers: { Host: 'api.example.com' },
      },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      },
    );
    sent.on('error', reject).end();
  });

if (INSTALLED_PROXIES.length > 0) {
  describe.each(INSTALLED_PROXIES)('the shipped configuration of %s (contract 16.7)', (name) => {
    let proxy: Proxy;
    let caller: Client;
    beforeAll(async () => {
      proxy = await Proxy.start(name, stack.dir, [port, port]);
      caller = new Client(proxy.baseUrl, seed.tokens['alice']);
    });
    afterAll(() => proxy.stop());

    it(`the shipped ${name} goes on with known redirects and public files, and JSON of the API, without a database`, async () => {
      const episode = `/e/${seed.episodes['e1']}`;
      const statuses = async () => Promise.all([episode, `${episode}/transcript.vtt`, '/health/serving', '/health/ready'].map(async (path) => (await caller.get(path)).status)); // prettier-ignore
      await until(async () => (await statuses()).join() === '302,200,200,200');
      await postgres.stopServer();
      await until(async () => (await caller.get('/health/ready')).status === 503);
      // Longer than any check that could evict the process.
      for (let round = 0; round < 10; round += 1) {
        expect(await statuses()).toEqual([302, 200, 200, 503]);
        const refused = await caller.get('/api/v1/podcasts');
        expect({ status: refused.status, body: refused.json }).toEqual({ status: 503, body: UNAVAILABLE });
        expect(refused.headers.get('Retry-After')).toMatch(/^\d+$/);
        await sleep(300);
      }
      await postgres.restart();
      await until(async () => (await caller.get('/api/v1/podcasts')).status === 200);
    });

    it(`the shipped ${name} goes on with redirects at once, and counts them, while the database is silent`, async () => {
      const episode = `/e/${seed.episodes['e1']}`;
      const listener = { headers: { 'User-Agent': `AntennaPod/3.4.${name.length}` } };
      const downloads = async () => (await stack.query('SELECT FROM downloads')).length;
      await until(async () => (await caller.get(episode)).status === 302);
      const before = await downloads();
      const frozen = processesOf(postgres.pid);
      frozen.forEach((pid) => signal(pid, 'SIGSTOP'));
      try {
        for (let round = 0; round < 2; round += 1) {
          const list = caller.get('/api/v1/podcasts');
          await sleep(1100); // what the process remembers is not fresh any more
          const redirect = caller.request('GET', episode, listener);
          expect(await Promise.race([redirect, list])).toMatchObject({ status: 302 });
          expect((await list).status).toBe(503);
        }
      } finally {
        frozen.forEach((pid) => signal(pid, 'SIGCONT'));
      }
      await until(async () => (await downloads()) === before + 1);
      await until(async () => (await caller.get('/api/v1/podcasts')).status === 200);
    });

    it(`the shipped ${name} answers 503 as JSON with Retry-After when no process is there`, async () => {
      await api.stop();
      await until(async () => (await caller.get('/api/v1/podcasts')).status === 503);
      const refused = await caller.get('/api/v1/podcasts');
      expect(refused.json).toEqual(UNAVAILABLE);
      expect(refused.headers.get('Retry-After')).toBe('5');
      expect(refused.headers.get('X-Request-Id')).toMatch(/.+/);
      api = await stack.start('api', { PORT: String(port), TRUST_PROXY: '1', SHUTDOWN_DELAY_MS: '3000' });
      await until(async () => (await caller.get('/api/v1/podcasts')).status === 200);
    });

    it(`the shipped ${name} has what is refused before the API in the shape of the API`, async () => {
      const long = 'a'.repeat(18_000); // Node takes heads of 16 kB, nginx lines of 8
      const heads = [`GET /${long} HTTP/1.1\r\nHost: a\r\n`, `GET /health/live HTTP/1.1\r\nHost: a\r\nX-Long: ${long}\r\n`];
      if (name === 'nginx') heads.push('GARBAGE\r\n', 'POST /api/v1/x HTTP/1.1\r\nHost: a\r\nContent-Length: 40000000\r\n');
      for (const head of heads) {
        const answer = await answerTo(proxy.baseUrl, `${head}\r\n`);
        expect(answer).toMatch(/^HTTP\/1.1 422 [^]*\r\nX-Request-Id: \S/i);
        const { message, errors } = JSON.parse(answer.slice(answer.indexOf('{'))) as { message: string; errors: object[] };
        expect([message, errors]).toEqual([
          expect.any(String),
          [{ field: null, code: expect.stringMatching(/^(invalid_request|too_large)$/), message: expect.any(String) }],
        ]);
      }
    });

    it(`the shipped ${name} gives one address an eighth, and goes on for others`, async () => {
      const holding = await holdingProcess();
      const full = await Proxy.start(name, stack.dir, [holding.port, holding.port]);
      try {
        let refused = 0;
        const asked = Array.from({ length: SHARE[name] + 50 }, async () => {
          const status = await statusFrom('127.0.0.2', `${full.baseUrl}/hold`);
          if (status !== 200) refused += 1;
          return status;
        });
        await until(() => refused === 50);
        expect(await statusFrom('127.0.0.3', `${full.baseUrl}/work`)).toBe(200);
        holding.release();
        expect((await Promise.all(asked)).filter((status) => status === 200)).toHaveLength(SHARE[name]);
      } finally {
        await full.stop();
        await holding.close();
      }
    });

    it(`the shipped ${name} evicts no process for a slow health answer`, async () => {
      const busy = await busyProcess();
      const { port: busyPort } = busy.address() as AddressInfo;
      const overBusy = await Proxy.start(name, stack.dir, [busyPort, busyPort]);
      try {
        const ends = performance.now() + 2 * SLOW_HEALTH_MS;
        const statuses = new Set<number>();
        while (performance.now() < ends) {
          statuses.add((await fetch(`${overBusy.baseUrl}/work`)).status);
          await sleep(50);
        }
        expect([...statuses]).toEqual([200]);
      } finally {
        await overBusy.stop();
        busy.closeAllConnections();
        await new Promise((resolve) => busy.close(resolve));
      }
    });

    it(`the shipped ${name} ends TLS, and redirects plain HTTP to it`, async () => {
      const authority = await CertificateAuthority.create();
      const overTlsProxy = await Proxy.start(name, stack.dir, [port, port], await authority.issue({ names: ['api.example.com'] }));
      try {
        expect(await overTls(overTlsProxy.tlsPort, authority.pem)).toBe(200);
        const plain = await fetch(`${overTlsProxy.baseUrl}/health/serving`, { redirect: 'manual' });
        expect({ status: plain.status, location: plain.headers.get('Location') }).toEqual({
          status: 308,
          location: expect.stringMatching(/^https:.*\/health\/serving$/),
        });
      } finally {
        await overTlsProxy.stop();
      }
    });
  });
}
