import { once } from 'node:events';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { McpController } from './mcp.controller.js';

const CALLER = { userId: 'alice', tokenId: 'token', permissions: new Set<never>() };
let server: Server | undefined;
afterEach(() => void server?.close());

/** A stream of notifications that a client has opened, and how it ends at the service. */
async function openStream(method: string) {
  const place = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<AbortSignal>();
  let places = 0;
  const waits = {
    holdPlace: () => {
      places += 1;
      return place.promise;
    },
  };
  const tools = { description: { version: '1', tools: [] } };
  const controller = new McpController(
    tools as never,
    {} as never,
    waits as never,
    { HOST: '0.0.0.0' } as never,
    pino({ level: 'silent' }),
  );
  const fetch = ({ signal }: Request) => {
    opened.resolve(signal);
    return new Promise<Response>((resolve) => signal.addEventListener('abort', () => resolve(new Response(null, { status: 200 }))));
  };
  Object.assign(controller, { handler: { fetch } }); // the library's part
  server = createServer((request, response) => {
    const status = (code: number) => Object.assign(response, { statusCode: code });
    const asExpress = Object.assign(request, { protocol: 'http', host: 'localhost' });
    void controller.serve(asExpress as never, Object.assign(response, { status }) as never, CALLER);
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = httpRequest({ port, method: 'POST', headers: { 'Content-Type': 'application/json' } });
  client.on('error', () => undefined).end(JSON.stringify({ jsonrpc: '2.0', id: 1, method }));
  const signal = await opened.promise;
  return { client, signal, endPlace: place.resolve, places: () => places };
}

it('a stream of notifications takes a place among the waiting requests, and ends with it', async () => {
  const { client, signal, endPlace, places } = await openStream('subscriptions/listen');
  expect([places(), signal.aborted]).toEqual([1, false]);
  const answered = once(client, 'response');
  endPlace();
  await answered;
  expect(signal.aborted).toBe(true);
});

it('a message whose client disconnects is given up, and takes no place', async () => {
  const { client, signal, places } = await openStream('tools/call');
  expect(places()).toBe(0);
  const ended = once(signal, 'abort');
  client.destroy();
  await ended;
});
