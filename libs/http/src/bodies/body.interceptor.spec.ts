import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Body, Put, type ExecutionContext } from '@nestjs/common';
import { expect, it } from '@jest/globals';
import { of } from 'rxjs';
import { answerTo } from '../errors/error.filter.js';
import { BodyInterceptor } from './body.interceptor.js';
import { REQUEST_MEMORY } from './request-memory.js';

class Route {
  @Put()
  take(@Body() body: unknown): unknown {
    return body;
  }
}

/** The route in a request, as Nest gives it to an interceptor. */
const inRoute = (request: IncomingMessage, response: ServerResponse) =>
  ({
    getClass: () => Route,
    getHandler: () => Reflect.get(Route.prototype, 'take'),
    switchToHttp: () => ({ getRequest: () => request, getResponse: () => response }),
  }) as unknown as ExecutionContext;

it('a body that is refused after it was read gives its memory back', async () => {
  const interceptor = new BodyInterceptor();
  const server = createServer((request, response) => {
    Object.assign(request, { query: {}, path: request.url }); // as Express does
    void interceptor
      .intercept(inRoute(request, response), { handle: () => of({}) })
      .catch((error: unknown) => response.writeHead(answerTo(error).status).end(String(REQUEST_MEMORY.bytes)));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const headers = { 'Content-Type': 'application/json' };
    for (const body of ['x'.repeat(100_000), JSON.stringify(Array.from({ length: 50_000 }, () => 1))]) {
      const response = await fetch(url, { method: 'PUT', headers, body });
      expect([response.status, await response.text()]).toEqual([422, '0']);
    }
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
