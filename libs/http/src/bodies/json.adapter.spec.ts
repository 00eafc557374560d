import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, Request, Response } from 'express';
import { JsonAdapter } from './json.adapter.js';

type Reply = { readonly body?: unknown; readonly status?: number; readonly method?: string; readonly headers?: Record<string, string> };

const LONG = { title: 'Zażółć “gęślą” jaźń — 🎙'.repeat(100) };

/** The answer of an adapter, without the parts that differ from request to request. */
async function answer(adapter: ExpressAdapter, { body, status, method = 'GET', headers = {} }: Reply): Promise<object> {
  const app = adapter.getInstance<Express>();
  app.set('etag', false);
  app.use((_request: Request, response: Response) => void adapter.reply(response, body, status));
  const server = createServer(app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const response = await new Promise<IncomingMessage>((resolve, reject) =>
      request({ port, host: '127.0.0.1', method, headers, agent: false }, resolve).on('error', reject).end(),
    );
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) text += String(chunk);
    const { date: _date, ...rest } = response.headers;
    return { status: response.statusCode, headers: rest, text };
  } finally {
    server.close();
  }
}

describe('answers of the JSON adapter', () => {
  const replies: readonly (readonly [string, Reply])[] = [
    ['an object', { body: { data: [] } }],
    ['an object with a status', { body: { data: {} }, status: 201 }],
    ['a list', { body: [1, 'two', null] }],
    ['text of several bytes a character', { body: LONG }],
    ['an object to HEAD', { body: LONG, method: 'HEAD' }],
    ['an object with a condition', { body: { data: {} }, headers: { 'If-None-Match': '*' } }],
    ['an object with a status that has no body', { body: { data: {} }, status: 204 }],
    ['nothing', { body: undefined, status: 204 }],
    ['null', { body: null }],
    ['a string', { body: 'text' }],
    ['what says itself how it is written', { body: { at: new Date(0), no: undefined } }],
  ];

  it.each(replies)('are those of Express for %s', async (_name, reply) => {
    expect(await answer(new JsonAdapter(), reply)).toEqual(await answer(new ExpressAdapter(), reply));
  });
});
