import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { Metrics, type Health } from '@app/process';
import { until } from '@app/process/testing';
import { expect, it, jest } from '@jest/globals';
import pino, { type Logger } from 'pino';
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

type Served = { readonly port: number; readonly close: () => void };

/** A server whose requests come to `routes` behind the front. */
async function serve(routes: RequestListener, log: Logger): Promise<Served> {
  const server = createServer();
  const operations = { health: { isStopping: false } as Health, metrics: new Metrics() };
  server.on('request', inFrontOf(routes, { server, log, operations, hops: 0, shortcuts: new Shortcuts() }));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const close = () => (server.closeAllConnections(), server.close());
  return { port: (server.address() as AddressInfo).port, close };
}

it('the log names a request by its path without the query, which may hold what does not belong there', async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const { port, close } = await serve((_, response) => response.end(), log);
  try {
    await fetch(`http://127.0.0.1:${port}/api/v1/podcasts?token=pat_x`);
    const [line = ''] = await until(() => lines.length > 0 && lines);
    expect([JSON.parse(line), line]).toEqual([
      expect.objectContaining({ msg: 'request', method: 'GET', path: '/api/v1/podcasts', status: 200 }),
      expect.not.stringContaining('pat_x'),
    ]);
  } finally {
    close();
  }
});

it('a connection goes on after a refused body, once the rest of that body has arrived', async () => {
  const { port, close } = await serve((_, response) => response.end('refused'), pino({ level: 'silent' }));
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'clearImmediate', 'queueMicrotask', 'performance', 'hrtime', 'Date'] });
  const socket = connect(port, '127.0.0.1');
  const closed = once(socket, 'close').then(() => 'closed');
  const answered = () => Promise.race([once(socket, 'data').then(() => 'answered'), closed]);
  const answers: string[] = [];
  try {
    socket.write('PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n01234');
    answers.push(await answered());
    socket.write('56789GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    answers.push(await answered());
    jest.advanceTimersByTime(60_000);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    answers.push(await answered());
  } finally {
    jest.useRealTimers();
    socket.destroy();
    close();
  }
  expect(answers).toEqual(['answered', 'answered', 'answered']);
});
