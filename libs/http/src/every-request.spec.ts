import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Metrics, type Health } from '@app/process';
import { until } from '@app/process/testing';
import { expect, it } from '@jest/globals';
import pino from 'pino';
import { addressOf, inFrontOf } from './every-request.js';
import { Shortcuts } from './shortcuts.js';

it.each([
  [0, 'a, b', 'socket'],
  [1, undefined, 'socket'],
  [1, 'a', 'a'],
  [1, ' a ,b', 'b'],
  [2, 'a, ,b,', 'a'],
  [3, 'a, b', 'a'],
])('behind %i proxies, the client of X-Forwarded-For: %s is %s', (hops, forwarded, address) => {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  expect(addressOf({ headers, socket: { remoteAddress: 'socket' } } as unknown as IncomingMessage, hops)).toBe(address);
});

it('the log names a request by its path without the query, which may hold what does not belong there', async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const server = createServer();
  const operations = { health: { isStopping: false } as Health, metrics: new Metrics() };
  const answer = inFrontOf((_, response) => response.end(), { server, log, operations, hops: 0, shortcuts: new Shortcuts() });
  server.on('request', answer);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  try {
    await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/podcasts?token=pat_x`);
    const [line = ''] = await until(() => lines.length > 0 && lines);
    expect([JSON.parse(line), line]).toEqual([
      expect.objectContaining({ msg: 'request', method: 'GET', path: '/api/v1/podcasts', status: 200 }),
      expect.not.stringContaining('pat_x'),
    ]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
