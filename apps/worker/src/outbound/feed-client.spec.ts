import { createServer as createHttpServer, type RequestListener, type Server as HttpServer } from 'node:http';
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { FeedClient, NO_VALIDATORS } from '@app/feeds/testing';
import { outboundAsking, TestAuthority, TestDnsServer } from '@app/outbound/testing';
import { Clock } from '@app/process';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';

const HOST = 'feeds.example.com';
const NEVER = { validators: NO_VALIDATORS };

const trusted = getCACertificates('default');
const servers: (HttpServer | HttpsServer)[] = [];
let dns: TestDnsServer;
let client: FeedClient;
let answer: RequestListener = () => undefined;
let asked: string[] = [];

async function listening(server: HttpServer | HttpsServer): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const closed = async () => {
  const port = await listening(createHttpServer());
  await new Promise((resolve) => servers.pop()?.close(resolve));
  return port;
};

beforeAll(async () => {
  const [authority, other] = [await TestAuthority.create(), await TestAuthority.create()];
  setDefaultCACertificates([...trusted, authority.pem]);
  const answering: RequestListener = (request, response) => {
    asked.push(`${request.headers.host}${request.url}`);
    answer(request, response);
  };
  const ports = {
    [`${HOST}:80`]: await listening(createHttpServer(answering)),
    [`${HOST}:443`]: await listening(createHttpsServer(await authority.issue({ names: [HOST] }), answering)),
    'untrusted.example.com:443': await listening(createHttpsServer(await other.issue({ names: ['untrusted.example.com'] }), answering)),
    'silent.example.com:80': await listening(createHttpServer(() => undefined)),
    'refusing.example.com:80': await closed(),
  };
  dns = await TestDnsServer.listen({ 'private.example.com': [['10.0.0.7']], 'mixed.example.com': [['8.8.8.8', '127.0.0.1']] });
  const pairs = Object.entries(ports).map(([name, port]) => `${name}:127.0.0.1:${port}`);
  client = new FeedClient(outboundAsking(dns, pairs.join(',')), new Clock());
});
afterEach(() => {
  jest.restoreAllMocks();
  asked = [];
});
afterAll(async () => {
  setDefaultCACertificates(trusted);
  await dns.close();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

const now = performance.now.bind(performance);

/** It is so many milliseconds later at once. */
function leap(ms: number): void {
  jest.spyOn(performance, 'now').mockImplementation(() => now() + ms);
}

const redirect =
  (to: string): RequestListener =>
  (_request, response) =>
    void response.writeHead(302, { Location: to }).end();

/** The result of a fetch: the text, or the error with the status of the last answer. */
const fetched = (url: string) =>
  client
    .fetch(url, NEVER)
    .then(async ({ body }) => Buffer.from((await body?.()) ?? []).toString())
    .catch(({ code, httpStatus }: { code: string; httpStatus: number | null }) => [code, httpStatus]);

describe('a feed is fetched (contract 10.2)', () => {
  it.each(['http', 'https'])('a feed is fetched over %s at its own port, written out or not', async (scheme) => {
    answer = (_request, response) => response.end('feed');
    expect(await fetched(`${scheme}://${HOST}/`)).toBe('feed');
    expect(await fetched(`${scheme}://${HOST}:${scheme === 'http' ? 80 : 443}/`)).toBe('feed');
  });

  it.each([
    ['gzip', gzipSync('feed')],
    ['deflate', deflateSync('feed')],
    ['deflate', deflateRawSync('feed')], // without the header of zlib
    ['br', brotliCompressSync('feed')],
  ])('a feed is fetched compressed as %s', async (encoding, body) => {
    answer = (_request, response) => response.writeHead(200, { 'Content-Encoding': encoding }).end(body);
    expect(await fetched(`http://${HOST}/`)).toBe('feed');
  });

  it.each([
    ['identity', (body: Buffer) => body],
    ['br', (body: Buffer) => brotliCompressSync(body)],
    ['deflate', (body: Buffer) => deflateSync(body)],
  ])('a feed of 20,000,000 bytes after decompression is fetched, and one of more is not (%s)', async (encoding, compressed) => {
    answer = (request, response) => {
      const body = compressed(Buffer.alloc(request.url === '/most' ? 20_000_000 : 20_000_001, 'x'));
      response.writeHead(200, { 'Content-Encoding': encoding }).end(body);
    };
    expect((await fetched(`http://${HOST}/most`)).length).toBe(20_000_000);
    expect(await fetched(`http://${HOST}/more`)).toEqual(['too_large', 200]);
  });

  it('a feed is fetched within 30 s over all redirects', async () => {
    answer = (request, response) => {
      const hop = Number(request.url?.slice(1));
      leap(14_950 * (hop + 1));
      redirect(hop === 0 ? '/1' : 'http://silent.example.com/')(request, response);
    };
    expect(await fetched(`http://${HOST}/0`)).toEqual(['timeout', 302]); // 100 ms are left for the third
    expect(asked).toEqual([`${HOST}/0`, `${HOST}/1`]);
  });
});

describe('a feed that cannot be fetched says why', () => {
  const gzipped = gzipSync('feed'.repeat(1000));
  const compressed =
    (encoding: string, body: Buffer): RequestListener =>
    (_request, response) =>
      void response.writeHead(200, { 'Content-Encoding': encoding }).end(body);
  /** Called once the head has been read. */
  let then: () => unknown = () => undefined;
  const raw =
    (body: string, end: (socket: Socket) => unknown): RequestListener =>
    (_request, { socket }) => {
      then = () => socket && end(socket);
      socket?.write(`HTTP/1.1 200 OK\r\n${body}`);
    };

  it.each<[string, string, RequestListener]>([
    ['a gzip that is cut off', 'bad_compression', compressed('gzip', gzipped.subarray(0, -20))],
    ['a gzip that is none', 'bad_compression', compressed('gzip', Buffer.from('<rss></rss>'))],
    ['a deflate that is cut off', 'bad_compression', compressed('deflate', deflateSync('feed'.repeat(1000)).subarray(0, -10))],
    ['a brotli that is cut off', 'bad_compression', compressed('br', brotliCompressSync('feed'.repeat(1000)).subarray(0, -3))],
    ['broken chunks', 'bad_response', raw('Transfer-Encoding: chunked\r\n\r\n', (socket) => socket.write('zz\r\nfeed'))],
    ['fewer bytes than announced', 'connection_reset', raw('Content-Length: 100\r\n\r\nfeed', (socket) => socket.end())],
    ['a reset', 'connection_reset', raw('Content-Length: 100\r\n\r\nfeed', (socket) => socket.resetAndDestroy())],
  ])('a feed that cannot be fetched says why: its body is %s: %s', async (_, detail, listener) => {
    answer = listener;
    then = () => undefined;
    const { body } = await client.fetch(`http://${HOST}/`, NEVER);
    then();
    await expect(body?.()).rejects.toMatchObject({ code: 'fetch_failed', httpStatus: 200, detail });
  });

  const PLACES = [
    ['of another scheme', 'ftp://feeds.example.com/', 'invalid_url'],
    ['that is none', 'feeds.example.com', 'invalid_url'],
    ['with credentials', `http://alice:secret@${HOST}/`, 'invalid_url'],
    ['at another port', `http://${HOST}:8080/`, 'port_not_allowed'],
    ['at the port of the other scheme', `https://${HOST}:80/`, 'port_not_allowed'],
    ['at a private address', 'http://192.168.0.1/', 'host_not_public'],
    ['of a local name', 'http://localhost/', 'host_not_public'],
    ['of a name with a private address', 'http://private.example.com/', 'host_not_public'],
    ['of a name with a private address among others', 'http://mixed.example.com/', 'host_not_public'],
    ['of a name that nobody has', 'http://nobody.example.com/', 'fetch_failed'],
    ['where nobody listens', 'http://refusing.example.com/', 'fetch_failed'],
    ['whose certificate nobody trusts', 'https://untrusted.example.com/', 'fetch_failed'],
  ] as const;

  it.each(PLACES)('a feed that cannot be fetched says why: its URL is one %s', async (_, url, code) => {
    expect([await fetched(url), asked]).toEqual([[code, null], []]);
  });

  it.each(PLACES.filter(([, url]) => url !== 'feeds.example.com'))('a feed that cannot be fetched says why: it redirects to one %s; the status is that of the last answer', async (_, url, code) => {
    answer = redirect(url);
    expect([await fetched(`https://${HOST}/`), asked]).toEqual([[code, 302], [`${HOST}/`]]);
  }); // prettier-ignore
});
