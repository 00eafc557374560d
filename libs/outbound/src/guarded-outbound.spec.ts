import { EventEmitter } from 'node:events';
import { createServer as createHttpServer, type Agent, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer, Socket, type AddressInfo, type Server, type TcpSocketConnectOpts } from 'node:net';
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { CalledOff, type OutboundRequest, type OutboundResponse } from '@app/process';
import { until } from '@app/process/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { TestAuthority, type Issued } from './testing/certificates.js';
import { connectTo } from './connect-to.js';
import { Connections } from './exchange.js';
import { GuardedOutbound } from './guarded-outbound.js';
import { OutboundNames } from './outbound-names.js';
import { TestDnsServer } from './testing/dns-server.js';

const HOST = 'hooks.example.com';
const DAY_MS = 86_400_000;

/** For exchanges that end by themselves, on a busy machine too. */
const GENEROUS_MS = 60_000;
/** For exchanges that never end: from the first byte to the time-out, and for one whose head must arrive before. */
const TIMEOUT_MS = 1000;
const TIMEOUT_AFTER_HEAD_MS = 5000;

let authority: TestAuthority;
let certificate: Issued;
const trusted = getCACertificates('default');
const servers: Server[] = [];
const clients: GuardedOutbound[] = [];
/** Answers that a test does not read would wait for their deadline. */
const answers: OutboundResponse[] = [];

beforeAll(async () => {
  authority = await TestAuthority.create();
  certificate = await authority.issue({ names: [HOST] });
  setDefaultCACertificates([...trusted, authority.pem]);
});
afterAll(() => setDefaultCACertificates(trusted));
afterEach(async () => {
  answers.splice(0).forEach((answer) => answer.discard());
  clients.splice(0).forEach((client) => client.onApplicationShutdown());
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

const sockets = new Set<Socket>();

async function listening<T extends Server>(server: T): Promise<T> {
  servers.push(server);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** TLS sockets cannot be reset; what is below them can. */
const reset = () => sockets.forEach((socket) => socket.resetAndDestroy());

const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** A client for which `hooks.example.com:443` is a server of ours. */
function clientOf(server: Server, host = HOST): GuardedOutbound {
  const client = new GuardedOutbound(connectTo(`${host}:443:127.0.0.1:${portOf(server)}`));
  clients.push(client);
  return client;
}

const https = async (listener: RequestListener, issued = certificate) => listening(createHttpsServer(issued, listener));
/** A TLS server whose bytes are our own. */
const tls = async (speak: (socket: TLSSocket) => void) => listening(createTlsServer(certificate, speak));
const tcp = async (speak: (socket: Socket) => void) => listening(createTcpServer(speak));

async function post(client: GuardedOutbound, over: Partial<OutboundRequest> = {}, url = `https://${HOST}/hook`): Promise<OutboundResponse> {
  const answer = await client.request(new URL(url), { method: 'POST', body: Buffer.from('{}'), timeoutMs: GENEROUS_MS, ...over });
  answers.push(answer);
  return answer;
}

type Connect = (this: Socket, options: TcpSocketConnectOpts, connected?: () => void) => Socket;

const failure = (promise: Promise<unknown>) =>
  promise.then(
    (answer) => ({ answer }),
    (error: { code: string }) => error.code,
  );

describe('a request', () => {
  it('a request goes to the judged address, while name, SNI and Host stay', async () => {
    let seen: unknown;
    const server = await https((request, response) => {
      const { servername } = request.socket as TLSSocket;
      seen = [request.method, request.url, request.headers.host, servername, request.headers['content-length']];
      response.end('yes');
    });
    const answer = await post(clientOf(server), {}, `https://${HOST}/a?b=c`);
    expect([answer.status, String(await answer.read(10))]).toEqual([200, 'yes']);
    expect(seen).toEqual(['POST', '/a?b=c', HOST, HOST, '2']);
  });

  it.each([200, 204, 299, 300, 404, 500, 599])('a request has the answer’s status: %i', async (status) => {
    const server = await https((_request, response) => response.writeHead(status).end());
    expect((await post(clientOf(server))).status).toBe(status);
  });

  it('a request uses a connection again, and a new one when that was closed meanwhile', async () => {
    let connections = 0;
    const server = await https((_request, response) => response.end('x'));
    server.on('secureConnection', () => (connections += 1));
    const client = clientOf(server);
    for (let time = 0; time < 3; time += 1) await (await post(client)).read(10);
    expect(connections).toBe(1);
    sockets.forEach((socket) => socket.destroy());
    // The client learns of the end within ten turns of the event loop.
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    await (await post(client)).read(10);
    expect(connections).toBe(2);
  });

  it('a request keeps a connection for as long as its server says where the request asks for it, and any other for 4 seconds', async () => {
    const used = await Promise.all(
      (
        [
          [61_000, true],
          [0, true],
          [61_000, false],
        ] as const
      ).map(async ([keepAliveTimeout, keepConnection]) => {
        let connections = 0;
        const server = createHttpsServer({ ...certificate, keepAliveTimeout }, (_request, response) => response.end('x'));
        const client = clientOf(await listening(server.on('secureConnection', () => (connections += 1))));
        await (await post(client, { keepConnection })).read(10);
        await new Promise((resolve) => setTimeout(resolve, 5000));
        await (await post(client, { keepConnection })).read(10);
        return connections;
      }),
    );
    expect(used).toEqual([1, 2, 2]);
  });

  it('a connection that closes makes room for another that is kept for as long as its server says', () => {
    const connections = new Connections();
    const { agent } = connections.settingsFor(new URL('http://x.example/'), {});
    const free = () => {
      const socket = Object.assign(new EventEmitter(), { writable: false, destroy: () => undefined, setTimeout: () => undefined });
      const response = { headers: { 'keep-alive': 'timeout=61' }, socket };
      connections.note(response as unknown as IncomingMessage, { isLong: true });
      (agent as Agent).emit('free', socket, {});
      return socket;
    };
    const freed = Array.from({ length: 1025 }, free);
    freed[0]?.emit('close');
    freed.push(free());
    const now = performance.now();
    const later = jest.spyOn(performance, 'now').mockReturnValue(now + 5000);
    try {
      expect(freed.flatMap((socket, at) => (connections.isGood(socket) ? [] : [at]))).toEqual([1024]);
    } finally {
      later.mockRestore();
      connections.close();
    }
  });

  it('a request to an address verifies the certificate of that address, wherever the connection goes', async () => {
    const outcomes = [];
    for (const names of [['9.9.9.9'], ['127.0.0.1'], [HOST]]) {
      const client = clientOf(await https((_request, response) => response.end(), await authority.issue({ names })), '9.9.9.9');
      outcomes.push(await failure(post(client, {}, 'https://9.9.9.9/').then(({ status }) => status)));
    }
    expect(outcomes).toEqual([{ answer: 200 }, 'tls_error', 'tls_error']);
  });

  it('a request is not sent again once it has left, since it may have been done: a reset is a reset', async () => {
    let requests = 0;
    const server = await https((request, response) => {
      requests += 1;
      request.resume().once('end', () => (requests === 1 ? response.end() : reset()));
    });
    const client = clientOf(server);
    await (await post(client)).read(10);
    expect(await failure(post(client))).toBe('connection_reset');
    expect(requests).toBe(2);
  });

  it.each([
    ['refuses connections', 'ECONNREFUSED'],
    ['does not answer', 'ETIMEDOUT'],
  ])('a request goes to the next address of its name when one %s', async (_, code) => {
    const server = await https((_request, response) => response.end('yes'));
    const dns = await TestDnsServer.listen({ [HOST]: [['8.8.8.8', '1.1.1.1', '9.9.9.9']] });
    const client = new GuardedOutbound(new Map(), new OutboundNames([dns.address]));
    clients.push(client);
    const tried: (string | undefined)[] = [];
    const connect = Reflect.get(Socket.prototype, 'connect') as Connect;
    const network: Connect = function (options, connected) {
      if (tried.push(options.host) === 3) return connect.call(this, { ...options, host: '127.0.0.1', port: portOf(server) }, connected);
      setImmediate(() => this.destroy(Object.assign(new Error('no connection'), { code })));
      return Object.assign(this, { connecting: true });
    };
    const connecting = jest.spyOn(Socket.prototype, 'connect').mockImplementation(network as never);
    try {
      expect(String(await (await post(client)).read(10))).toBe('yes');
    } finally {
      connecting.mockRestore();
      await dns.close();
    }
    expect(tried.toSorted()).toEqual(['1.1.1.1', '8.8.8.8', '9.9.9.9']);
  });

  describe('that may be called off', () => {
    it('a request that may be called off is confirmed before it begins and on its connection, a kept one too', async () => {
      const requests: (string | undefined)[] = [];
      const client = clientOf(await https((request, response) => (requests.push(request.url), response.end())));
      let confirmed = 0;
      const confirm = () => Promise.resolve(++confirmed > 0);
      for (const _ of [1, 2]) await (await post(client, { confirm })).read(10);
      expect([confirmed, requests]).toEqual([4, ['/hook', '/hook']]);
    });

    it.each([
      ['at first, and then nothing is connected', 1, 0],
      ['when the connection stands, and then not a byte of it has left', 2, 1],
    ])('a request that may be called off is called off %s', async (_, refusal, connections) => {
      let connected = 0;
      let requests = 0;
      const server = await https((_request, response) => ((requests += 1), response.end()));
      server.on('connection', () => (connected += 1));
      let asked = 0;
      await expect(post(clientOf(server), { confirm: () => ++asked < refusal })).rejects.toBeInstanceOf(CalledOff);
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect([connected, requests]).toEqual([connections, 0]);
    });

    it('a request that may be called off leaves on a new connection when the kept one is good no more by then', async () => {
      let connections = 0;
      const server = createHttpsServer({ ...certificate, keepAliveTimeout: 2000 }, (_request, response) => response.end('x'));
      const client = clientOf(await listening(server.on('secureConnection', () => (connections += 1))));
      await (await post(client)).read(10);
      let asked = 0;
      const confirm = async () => {
        if (++asked === 2) await new Promise((resolve) => setTimeout(resolve, 1200)); // good for a second
        return true;
      };
      await (await post(client, { confirm })).read(10);
      expect([asked, connections]).toEqual([3, 2]);
    });

    it('a request that may be called off fails with what keeps it from being confirmed', async () => {
      const client = clientOf(await https((_request, response) => response.end()));
      await expect(post(client, { confirm: () => Promise.reject(new Error('nobody knows')) })).rejects.toThrow('nobody knows');
    });
  });

  it('a request does not follow redirects', async () => {
    const seen: unknown[] = [];
    const server = await https((request, response) => {
      seen.push(request.url);
      response.writeHead(302, { Location: '/end' }).end();
    });
    const { status, headers } = await post(clientOf(server));
    expect([status, headers.location, seen]).toEqual([302, '/end', ['/hook']]);
  });

  it('a request takes no compressed body unless asked, and then counts what it inflates to', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const seen: unknown[] = [];
    const server = await https((request, response) => {
      seen.push(request.headers['accept-encoding']);
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(request.url === '/bomb' ? bomb : gzipSync('small'));
    });
    const client = clientOf(server);
    expect(await (await post(client)).read(1000)).toEqual(gzipSync('small'));
    const get = (path: string) => client.request(new URL(`https://${HOST}${path}`), { decompress: true, timeoutMs: GENEROUS_MS });
    expect(String(await (await get('/')).read(1000))).toBe('small');
    expect(await failure((await get('/bomb')).read(1_000_000))).toBe('response_too_large');
    expect(seen[0]).toBeUndefined();
  });
});

describe('the way out', () => {
  it.each([
    'https://127.0.0.1/',
    'https://[::1]/',
    'http://hooks.example.com/',
    'https://hooks.example.com:8443/',
    'https://u:p@hooks.example.com/',
  ])('the way out is closed to %s', async (url) => {
    const client = new GuardedOutbound();
    clients.push(client);
    expect(await failure(post(client, {}, url))).toBe('address_refused');
  });

  it('the way out is no other for variables that name a proxy or switch verification off', async () => {
    let proxied = 0;
    const proxy = await listening(createHttpServer(() => (proxied += 1)).on('connect', () => (proxied += 1)));
    const other = await (await TestAuthority.create('Nobody')).issue({ names: [HOST] });
    const [good, bad] = [await https((_request, response) => response.end()), await https((_request, response) => response.end(), other)];
    const before = { ...process.env };
    Object.assign(process.env, {
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
      NODE_USE_ENV_PROXY: '1',
      HTTPS_PROXY: `http://127.0.0.1:${portOf(proxy)}`,
      https_proxy: `http://127.0.0.1:${portOf(proxy)}`,
    });
    try {
      expect((await post(clientOf(good))).status).toBe(200);
      expect(await failure(post(clientOf(bad)))).toBe('tls_error');
    } finally {
      process.env = before;
    }
    expect(proxied).toBe(0);
  });
});

describe('a destination that', () => {
  const head = 'HTTP/1.1 200 OK\r\n';

  it.each<[string, string, () => Promise<Server>]>([
    ['resets before the head', 'connection_reset', () => tls((socket) => socket.once('data', reset))],
    ['closes before the head', 'connection_reset', () => tls((socket) => socket.once('data', () => socket.end()))],
    ['resets within the head', 'connection_reset', () => tls((socket) => socket.once('data', () => socket.write(head, reset)))],
    ['never answers', 'timeout', () => tls(() => undefined)],
    ['drips its head for ever', 'timeout', () => tls((socket) => { socket.write(`${head}X: `); setInterval(() => socket.write('x'), 50).unref(); })],
    ['sends a head without end', 'response_too_large', () => tls((socket) => socket.write(`${head}X: ${'x'.repeat(100_000)}`))],
    ['sends interim answers for ever', 'bad_response', () => tls((socket) => void setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 5).unref())],
    ['switches protocols', 'bad_response', () => tls((socket) => socket.once('data', () => socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n')))],
    ['speaks garbage', 'bad_response', () => tls((socket) => socket.write('not HTTP at all\r\n\r\n'))],
    ['contradicts itself about the length', 'bad_response', () => tls((socket) => socket.once('data', () => socket.write(`${head}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`)))],
    ['speaks plain HTTP on the port', 'tls_error', () => tcp((socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n'))],
    ['never ends the handshake', 'timeout', () => tcp(() => undefined)],
    ['resets in the handshake', 'connection_reset', () => tcp((socket) => socket.once('data', reset))],
    ['has an expired certificate', 'tls_error', async () => https(() => undefined, await authority.issue({ names: [HOST], notBefore: new Date(Date.now() - 3 * DAY_MS), notAfter: new Date(Date.now() - DAY_MS) }))],
    ['has a certificate of tomorrow', 'tls_error', async () => https(() => undefined, await authority.issue({ names: [HOST], notBefore: new Date(Date.now() + DAY_MS), notAfter: new Date(Date.now() + 2 * DAY_MS) }))],
    ['has somebody else’s certificate', 'tls_error', async () => https(() => undefined, await authority.issue({ names: ['other.example.com'] }))],
    ['has the certificate of its address', 'tls_error', async () => https(() => undefined, await authority.issue({ names: ['127.0.0.1'] }))],
    ['has a certificate of an unknown authority', 'tls_error', async () => https(() => undefined, await (await TestAuthority.create('Nobody')).issue({ names: [HOST] }))],
  ])('a destination that %s: %s', async (_, code, serve) => {
    const over = code === 'timeout' ? { timeoutMs: TIMEOUT_MS } : {};
    expect(await failure(post(clientOf(await serve()), over))).toBe(code); // and none hangs
    sockets.forEach((socket) => socket.destroy());
  }); // prettier-ignore

  it('a destination that signs its certificate itself: tls_error', async () => {
    const self = await TestAuthority.create(HOST);
    expect(await failure(post(clientOf(await https(() => undefined, await self.issue({ names: [HOST] })))))).toBe('tls_error');
  });

  it('a destination that refuses connections: connection_refused', async () => {
    const server = await tcp(() => undefined);
    const client = clientOf(server);
    await new Promise((resolve) => servers.splice(0)[0]!.close(resolve));
    expect(await failure(post(client))).toBe('connection_refused');
  });

  it.each<[string, string, (socket: TLSSocket) => void]>([
    ['drips its body for ever', 'timeout', (socket) => void setInterval(() => socket.write('1\r\nx\r\n'), 50).unref()],
    ['never ends its body', 'timeout', () => undefined],
    ['sends more than is read', 'response_too_large', (socket) => socket.write(`10000\r\n${'x'.repeat(65_536)}\r\n1\r\nx\r\n`)],
    ['resets within the body', 'connection_reset', (socket) => socket.write('1\r\nx\r\n', () => setTimeout(reset, 20))],
    ['breaks off its body', 'connection_reset', (socket) => socket.end('5\r\nx')],
    ['sends garbage as its body', 'bad_response', (socket) => socket.write('zz\r\n')],
  ])('a destination that %s has answered all the same, and reading it ends: %s', async (_, code, body) => {
    const server = await tls((socket) =>
      socket.once('data', () => {
        socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`, () => setTimeout(() => body(socket), 20));
      }),
    );
    const answer = await post(clientOf(server), code === 'timeout' ? { timeoutMs: TIMEOUT_AFTER_HEAD_MS } : {});
    expect(answer.status).toBe(200);
    expect(await failure(answer.read(65_536))).toBe(code);
    sockets.forEach((socket) => socket.destroy());
  });

  it('a destination that never ends its body is cut off when nobody wants it', async () => {
    const server = await tls((socket) => {
      socket.once('data', () => socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`));
      socket.on('data', () => undefined);
    });
    (await post(clientOf(server), { timeoutMs: TIMEOUT_AFTER_HEAD_MS })).discard();
    expect(sockets.size).toBe(1);
    await until(() => sockets.size === 0);
  });
});
