import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import { duplexPair } from 'node:stream';
import { textOf, type ApiAnswer, type ApiRequest } from '@app/agent-tools';
import { admit, type Caller } from '@app/auth';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';

type Sent = { readonly caller: Caller; readonly requestId: string; readonly signal: AbortSignal };

/**
 * Sends requests to the routes of this process over a pair of streams in memory: they pass all checks of the API but
 * the first two, which the request that they come from has passed. Node's client refuses what could break out of a
 * header.
 */
@Injectable()
export class OwnRoutes {
  constructor(private readonly adapter: HttpAdapterHost) {}

  async send({ method, path, headers, body }: ApiRequest, { caller, requestId, signal }: Sent): Promise<ApiAnswer> {
    const server = this.adapter.httpAdapter.getHttpServer() as Server;
    const [ours, theirs] = duplexPair();
    admit(theirs, caller);
    server.emit('connection', theirs);
    const sent = httpRequest({
      createConnection: () => ours,
      method,
      path,
      headers: { ...headers, Host: 'localhost', Accept: 'application/json, */*;q=0.1', 'X-Request-Id': requestId },
      signal,
    });
    sent.on('error', () => undefined); // one that comes after the answer
    sent.end(body);
    try {
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      const text = await textOf(response as AsyncIterable<Buffer<ArrayBuffer>>);
      return { status: response.statusCode ?? 0, headers: response.headers as ApiAnswer['headers'], body: text };
    } finally {
      sent.destroy();
      theirs.destroy(); // the request may wait for something that nobody reads any more
    }
  }
}
