import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { until } from '@app/process/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError } from '../errors/app-error.js';
import { JSON_BODY_LIMIT, parseJson, readBytes } from './body.js';
import { answerTo } from '../errors/error.filter.js';
import { REQUEST_MEMORY } from './request-memory.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

let server: Server;
let port: number;
let lastFault: unknown;

beforeAll(async () => {
  server = createServer();
  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      // As when the database is slow.
      if (incoming.url === '/late') await new Promise((resolve) => incoming.once('error', resolve));
      Object.assign(incoming, { user: { userId: incoming.headers['x-user'] } }); // as authentication does
      const { bytes, release } = await readBytes(incoming, response, { limit: JSON_BODY_LIMIT * (incoming.url === '/' ? 1 : 32) });
      if (incoming.url === '/kept') await once(response, 'close'); // as while it is parsed elsewhere
      release();
      response.end(String(bytes.length));
    } catch (error) {
      lastFault = error;
      const { status, body } = answerTo(error);
      response.writeHead(status).end(JSON.stringify(body));
    }
  };
  for (const event of ['request', 'checkContinue']) {
    server.on(event, (incoming: IncomingMessage, response: ServerResponse) => void handle(incoming, response));
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

type Sent = { path?: string; chunked?: boolean; headers?: Record<string, string> };

function send(
  bytes: number,
  { path = '/', chunked = false, headers = {} }: Sent = {},
): Promise<{ status: number; text: string; continued: boolean }> {
  return new Promise((resolve, reject) => {
    let continued = false;
    const length = chunked ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': String(bytes) };
    const upload = request({ port, path, method: 'PUT', headers: { 'Content-Type': 'application/json', ...length, ...headers } });
    upload.on('continue', () => {
      continued = true;
      upload.end(Buffer.alloc(bytes));
    });
    upload.once('error', reject).once('response', (response) => {
      let text = '';
      response.on('data', (chunk) => (text += String(chunk))).once('end', () => resolve({ status: response.statusCode ?? 0, text, continued })); // prettier-ignore
    });
    if (headers['Expect']) upload.flushHeaders();
    else upload.end(Buffer.alloc(bytes));
  });
}

describe('reading a JSON body', () => {
  it('reading a JSON body takes little more memory than its bytes, also when each comes as a chunk of its own', async () => {
    const heap = () => (collectGarbage(), process.memoryUsage().heapUsed);
    const before = heap();
    const socket = connect(port, '127.0.0.1');
    socket.write('PUT / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n');
    socket.write(Buffer.from('1\r\nx\r\n'.repeat(300_000)));
    await until(() => REQUEST_MEMORY.bytes === 300_000);
    expect(heap() - before).toBeLessThan(20_000_000); // kept one by one, they take 60 MB
    socket.destroy();
    await until(() => REQUEST_MEMORY.bytes === 0);
  });

  it.each([false, true])('reading a JSON body takes exactly the limit and no byte more (chunked: %s)', async (chunked) => {
    expect(await send(JSON_BODY_LIMIT, { chunked })).toMatchObject({ status: 200, text: '1000000' });
    const refused = await send(JSON_BODY_LIMIT + 1, { chunked });
    expect([refused.status, refused.text.includes('"too_large"')]).toEqual([422, true]);
  });

  it('reading a JSON body tells a client that asks to go on only when it is about to read', async () => {
    expect(await send(10, { headers: { Expect: '100-continue' } })).toEqual({ status: 200, text: '10', continued: true });
    expect(await send(JSON_BODY_LIMIT + 1, { headers: { Expect: '100-continue' } })).toMatchObject({ status: 422, continued: false });
  });

  it.each([
    [{ 'Content-Type': 'text/plain' }],
    [{ 'Content-Type': 'application/json; charset=utf-16' }],
    [{ 'Content-Type': 'application/jsonp' }],
    [{ 'Content-Encoding': 'gzip' }],
  ])('reading a JSON body refuses %j', async (headers) => {
    expect((await send(2, { headers })).text).toContain('"unsupported_media_type"');
  });

  it('reading a JSON body takes no share of memory for a client that has gone before anybody read', async () => {
    lastFault = undefined;
    const socket = connect(port, '127.0.0.1', () => {
      socket.write('PUT /late HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 8000000\r\n\r\n{"a":');
      setTimeout(() => socket.destroy(), 20);
    });
    await until(() => lastFault !== undefined);
    expect(lastFault).toMatchObject({ kind: 'invalid', message: 'The body was cut short.' });
    expect(REQUEST_MEMORY.bytes).toBe(0);
  });

  it('reading a JSON body gives its share of memory back, also for a body that was cut short', async () => {
    for (let round = 0; round < 20; round++) {
      lastFault = undefined;
      await new Promise<void>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => {
          socket.write('PUT /large HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 8000000\r\n\r\n{"a":');
          setTimeout(() => socket.destroy(), 20);
        });
        socket.once('close', () => resolve());
      });
      await until(() => lastFault !== undefined);
      expect(lastFault).toBeInstanceOf(AppError);
    }
    // 20 times 8 MB is more than there is: it would wait for ever.
    expect((await send(8_000_000, { path: '/large' })).status).toBe(200);
    expect(REQUEST_MEMORY.bytes).toBe(0);
  });
});

it('a body waits for no body of another user whose requests come from the same address', async () => {
  const full = 32_000_000;
  const mallory = connect(port, '127.0.0.1', () => {
    mallory.write(`PUT /kept HTTP/1.1\r\nHost: x\r\nX-User: mallory\r\nContent-Type: application/json\r\nContent-Length: ${full}\r\n\r\n`);
    mallory.write(Buffer.alloc(full));
  });
  try {
    await until(() => REQUEST_MEMORY.bytes === full);
    expect((await send(2_000_000, { path: '/large', headers: { 'X-User': 'alice' } })).status).toBe(200);
    expect(REQUEST_MEMORY.bytes).toBe(full);
  } finally {
    mallory.destroy();
  }
  await until(() => REQUEST_MEMORY.bytes === 0);
});

describe('large bodies that arrive slowly', () => {
  /** Announces 32 MB, sends a few bytes and waits. @returns the answer, if there is one before the connection ends */
  function stall(user: string, sent = 5): { readonly socket: Socket; readonly answer: Promise<string> } {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => {
      const head = `PUT /large HTTP/1.1\r\nHost: x\r\nX-User: ${user}\r\nContent-Type: application/json\r\nContent-Length: 32000000`;
      socket.write(`${head}\r\n\r\n{"a":`.padEnd(head.length + 4 + sent));
    });
    const answer = new Promise<string>((resolve) => {
      socket.on('data', (chunk) => {
        text += String(chunk);
        resolve(text);
      });
      socket.once('close', () => resolve(text));
    });
    return { socket, answer };
  }

  it('large slow bodies hold what has arrived, delay neither another user nor their own, and are refused for their rate', async () => {
    const { arrayBuffers } = process.memoryUsage();
    const stalled = ['mallory', 'mallory', 'eve', 'eve', 'trudy', 'trudy'].map(stall);
    await until(() => REQUEST_MEMORY.bytes >= 6 * 5);
    expect(REQUEST_MEMORY.bytes).toBeLessThan(1000);
    expect(process.memoryUsage().arrayBuffers - arrayBuffers).toBeLessThan(32_000_000); // not what six announce
    for (const user of ['alice', 'mallory']) {
      expect((await send(8_000_000, { path: '/large', headers: { 'X-User': user } })).status).toBe(200);
    }
    expect(REQUEST_MEMORY.bytes).toBeGreaterThan(0); // they are still held: nobody waited for them
    const first = await Promise.race(stalled.map(({ answer }) => answer));
    expect(first).toContain('422');
    expect(first).toContain('too_slow');
    for (const { socket } of stalled) socket.destroy();
    await until(() => REQUEST_MEMORY.bytes === 0);
  });

  it('large bodies that arrive slowly give way with 503 when another user waits for memory, and the other is served', async () => {
    const free = REQUEST_MEMORY.options.total;
    const complete = REQUEST_MEMORY.open('others', { timeoutMs: 1000 });
    void complete.grow(free - 1_000_000);
    complete.settle();
    const slow = stall('mallory', 800_000);
    await until(() => REQUEST_MEMORY.bytes > free - 300_000);
    expect((await send(990_000, { path: '/large', headers: { 'X-User': 'alice' } })).status).toBe(200);
    expect(await slow.answer).toContain('503');
    complete.close();
  });
});

describe('parsing JSON', () => {
  it('parsing JSON drops a byte order mark and decodes leniently', () => {
    expect(parseJson(Buffer.from('\ufeff{"a":"é"}'))).toEqual({ a: 'é' });
    expect(parseJson(Buffer.from([0x22, 0xff, 0x22]))).toBe('\ufffd');
  });

  it.each(['', '{', 'undefined', "{'a':1}", 'NaN'])('parsing JSON refuses %j', (text) => {
    expect(() => parseJson(Buffer.from(text))).toThrow(
      expect.objectContaining({ errors: [expect.objectContaining({ code: 'invalid_json' })] }),
    );
  });
});
