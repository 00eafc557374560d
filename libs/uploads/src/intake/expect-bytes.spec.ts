import { createServer, request as httpRequest, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { expectBytes } from './expect-bytes.js';

const IDLE_TIMEOUT_MS = 300;
/** For clients that must not be cut off: a busy machine is late for a moment. */
const GENEROUS_TIMEOUT_MS = 2000;
let server: Server;
afterEach(() => void server.close());

async function serve(listener: RequestListener): Promise<number> {
  server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

type Rest = (write: (text: string) => void, end: () => void) => Promise<void>;

/** Sends the first byte of a body, and what else the test does. @returns the status; undefined when it was cut off */
function send(port: number, rest: Rest, bytes = 4): Promise<number | undefined> {
  return new Promise((resolve) => {
    const sent = httpRequest({ port, method: 'POST', headers: { 'Content-Length': bytes } });
    sent.once('response', (response: IncomingMessage) => resolve(response.resume().statusCode)).once('error', () => resolve(undefined));
    sent.write('1');
    void rest((text) => sent.write(text), () => sent.end()); // prettier-ignore
  });
}

describe('a client that is expected to send', () => {
  it('a client that is expected to send is cut off when it sends nothing', async () => {
    const port = await serve((request, response) => {
      expectBytes(request, response, IDLE_TIMEOUT_MS);
      request.on('error', () => undefined).resume();
    });
    expect(await send(port, () => Promise.resolve())).toBeUndefined();
  });

  it('a client that is expected to send is waited for as long as something comes', async () => {
    const port = await serve((request, response) => {
      expectBytes(request, response, GENEROUS_TIMEOUT_MS);
      request.resume().once('end', () => response.end());
    });
    const pieces = 15;
    const slowly = async (write: (text: string) => void, end: () => void) => {
      for (let piece = 1; piece < pieces; piece += 1) {
        await sleep(GENEROUS_TIMEOUT_MS / 10); // longer than the timeout in all
        write('1');
      }
      end();
    };
    expect(await send(port, slowly, pieces)).toBe(200);
  });

  it('a client that is expected to send is not cut off while nobody reads it, nor while it waits for the answer', async () => {
    const read = Promise.withResolvers<void>();
    const port = await serve((request, response) => {
      expectBytes(request, response, GENEROUS_TIMEOUT_MS);
      request.once('data', () => {
        request.pause();
        setTimeout(() => read.resolve(void request.resume()), GENEROUS_TIMEOUT_MS * 1.5);
      });
      request.once('end', () => setTimeout(() => response.end(), GENEROUS_TIMEOUT_MS * 1.5));
    });
    const later = async (write: (text: string) => void, end: () => void) => {
      await read.promise;
      await sleep(GENEROUS_TIMEOUT_MS / 10);
      write('234');
      end();
    };
    expect(await send(port, later)).toBe(200);
  });

  it.each([
    [1, 2000, undefined],
    [100, 2000, 200],
  ])('a client that is expected to send in chunks of %d bytes, of which there are %d, gets %s', async (size, count, status) => {
    const port = await serve((request, response) => {
      expectBytes(request, response, GENEROUS_TIMEOUT_MS);
      request.on('error', () => undefined).once('end', () => response.end()).resume(); // prettier-ignore
    });
    const chunk = `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`;
    const socket = connect(port, '127.0.0.1');
    socket
      .on('error', () => undefined)
      .write(`POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(count)}0\r\n\r\n`);
    const answer = new Promise<string>((resolve) => socket.once('data', (text) => resolve(String(text))).once('close', () => resolve(''))); // prettier-ignore
    expect(/^HTTP\/1\.1 (\d+)/.exec(await answer)?.[1]).toBe(status?.toString());
    socket.destroy();
  });

  it('a client that sends segments of one byte, which no header tells of, is cut off', async () => {
    const length = 2000;
    const socket = connect(
      await serve((request, response) => {
        expectBytes(request, response, GENEROUS_TIMEOUT_MS);
        // The next one leaves when this one has been read, so that they do not come together.
        request.on('data', () => socket.write('x')).on('error', () => undefined).once('end', () => response.end()); // prettier-ignore
      }),
      '127.0.0.1',
    );
    const answer = new Promise<string>((resolve) => socket.once('data', (text) => resolve(String(text))).once('close', () => resolve(''))); // prettier-ignore
    socket.setNoDelay().on('error', () => undefined).write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\nx`); // prettier-ignore
    expect(await answer).toBe('');
  });

  it('a client that is expected to send is not waited for when it has gone', async () => {
    const told = Promise.withResolvers<unknown>();
    const port = await serve((request, response) => {
      request.once('close', () => {
        try {
          told.resolve(expectBytes(request, response, IDLE_TIMEOUT_MS));
        } catch (error) {
          told.resolve(error);
        }
      });
      request.destroy();
    });
    await send(port, () => Promise.resolve());
    expect(await told.promise).toMatchObject({ kind: 'invalid' });
  });
});
