import { createServer, request as httpRequest, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { expectBytes } from './expect-bytes.js';

const IDLE_TIMEOUT_MS = 300;
let server: Server;
afterEach(() => void server.close());

async function serve(listener: RequestListener): Promise<number> {
  server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Sends the beginning of a body, and what else the test does. @returns the status; undefined when it was cut off */
function send(port: number, rest: (write: (text: string) => void, end: () => void) => Promise<void>): Promise<number | undefined> {
  return new Promise((resolve) => {
    const sent = httpRequest({ port, method: 'POST', headers: { 'Content-Length': 4 } });
    sent.once('response', (response: IncomingMessage) => resolve(response.resume().statusCode)).once('error', () => resolve(undefined));
    sent.write('1');
    void rest((text) => sent.write(text), () => sent.end()); // prettier-ignore
  });
}

describe('a client that is expected to send', () => {
  it('is cut off when it sends nothing', async () => {
    const port = await serve((request, response) => {
      expectBytes(request, response, IDLE_TIMEOUT_MS);
      request.on('error', () => undefined).resume();
    });
    expect(await send(port, () => Promise.resolve())).toBeUndefined();
  });

  it('is waited for as long as something comes', async () => {
    const port = await serve((request, response) => {
      expectBytes(request, response, IDLE_TIMEOUT_MS);
      request.resume().once('end', () => response.end());
    });
    const slowly = async (write: (text: string) => void, end: () => void) => {
      for (const text of ['2', '3', '4']) {
        await sleep(IDLE_TIMEOUT_MS / 2);
        write(text);
      }
      end();
    };
    expect(await send(port, slowly)).toBe(200);
  });

  it('is not cut off while nobody reads it, nor while it waits for the answer', async () => {
    const port = await serve((request, response) => {
      expectBytes(request, response, IDLE_TIMEOUT_MS);
      request.once('data', () => {
        request.pause();
        setTimeout(() => request.resume(), IDLE_TIMEOUT_MS * 3);
      });
      request.once('end', () => setTimeout(() => response.end(), IDLE_TIMEOUT_MS * 3));
    });
    const later = async (write: (text: string) => void, end: () => void) => {
      await sleep(IDLE_TIMEOUT_MS * 3.5);
      write('234');
      end();
    };
    expect(await send(port, later)).toBe(200);
  });

  it('is not waited for when it has gone', async () => {
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
