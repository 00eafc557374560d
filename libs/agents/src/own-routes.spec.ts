import { createServer, type RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it } from '@jest/globals';
import type { HttpAdapterHost } from '@nestjs/core';
import { OwnRoutes } from './own-routes.js';

const CALLER = { userId: 'alice', tokenId: 'token', permissions: new Set<never>() };
const CALL = { method: 'PUT', path: '/api/v1/things?first=1', headers: { 'Content-Type': 'application/json' }, body: '{"a":1}' };

/** Sends the call to routes that a listener stands for. */
function send(listener: RequestListener, signal = new AbortController().signal) {
  const server = createServer(listener); // it never listens
  const routes = new OwnRoutes({ httpAdapter: { getHttpServer: () => server } } as unknown as HttpAdapterHost);
  return routes.send(CALL, { caller: CALLER, requestId: 'message-1', signal });
}

it('a call reaches its route with its body and under the id of the message that it came in', async () => {
  const answer = await send((request, response) => {
    const { method, url, headers } = request;
    const { 'x-request-id': id, 'content-type': type } = headers;
    void text(request).then((body) => response.setHeader('ETag', '"v1"').end(JSON.stringify({ method, url, id, type, body })));
  });
  expect(answer).toMatchObject({ status: 200, headers: { etag: '"v1"' } });
  const { method, path: url, body } = CALL;
  expect(JSON.parse(answer.body ?? '')).toEqual({ method, url, id: 'message-1', type: 'application/json', body });
});

it('a call that its agent gives up closes the request to the route', async () => {
  const [asked, closed, agent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), new AbortController()];
  const sent = send((_, response) => {
    response.once('close', closed.resolve);
    asked.resolve();
  }, agent.signal);
  await asked.promise;
  agent.abort();
  await expect(sent).rejects.toMatchObject({ code: 'ABORT_ERR' });
  await closed.promise;
});

it('an answer without an end is given up when it is longer than an agent can read', async () => {
  const closed = Promise.withResolvers<void>();
  const answer = await send((_, response) => {
    response.once('close', closed.resolve);
    const write = () => {
      while (!response.destroyed && response.write('x'.repeat(64 * 1024)));
    };
    response.on('drain', write);
    write();
  });
  expect(answer).toMatchObject({ status: 200, body: null });
  await closed.promise;
});
