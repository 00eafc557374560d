import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { OutboundError } from '@app/process';
import { until } from '@app/process/testing';
import { afterEach, expect, it, jest } from '@jest/globals';
import { ReceivedResponse } from './received-response.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

afterEach(() => void jest.useRealTimers());

it('a body takes little more memory than its bytes, also when each comes as a chunk of its own', async () => {
  const heap = () => (collectGarbage(), process.memoryUsage().heapUsed);
  const body = Object.assign(new Readable({ read: () => undefined }), { statusCode: 200, headers: {} });
  const response = new ReceivedResponse(body as unknown as IncomingMessage, {
    url: new URL('https://x.example/'),
    exchange: { failureOf: () => new OutboundError('bad_response'), end: () => undefined },
    decompress: false,
  });
  const read = response.read(1_000_000);
  const before = heap();
  for (let at = 0; at < 300_000; at += 1) body.push('x');
  await until(() => body.readableLength === 0);
  expect(heap() - before).toBeLessThan(20_000_000); // kept one by one, they take 50 MB
  body.push(null);
  expect((await read).length).toBe(300_000);
});

it('a compressed body is refused as soon as it inflates to more than may be read, before its end', async () => {
  const body = Object.assign(new Readable({ read: () => undefined }), { statusCode: 200, headers: { 'content-encoding': 'gzip' } });
  const response = new ReceivedResponse(body as unknown as IncomingMessage, {
    url: new URL('https://x.example/'),
    exchange: { failureOf: (cause) => cause as OutboundError, end: () => undefined },
    decompress: true,
  });
  body.push(gzipSync(Buffer.alloc(2_000_000)).subarray(0, -8));
  await expect(response.read(1_000_000)).rejects.toMatchObject({ code: 'response_too_large' });
  expect(body.destroyed).toBe(true);
});

it('a body that is not wanted is read up to 64 KB, and cut off beyond them', async () => {
  // The time that the body has to end does not pass.
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  const body = Object.assign(new Readable({ read: () => undefined }), { statusCode: 200, headers: {} });
  const response = new ReceivedResponse(body as unknown as IncomingMessage, {
    url: new URL('https://x.example/'),
    exchange: { failureOf: () => new OutboundError('bad_response'), end: () => undefined },
    decompress: false,
  });
  response.discard();
  body.push(Buffer.alloc(64 * 1024));
  await turn();
  expect([body.readableLength, body.destroyed]).toEqual([0, false]);
  body.push('x');
  await turn();
  expect(body.destroyed).toBe(true);
});

it.each(['ends', 'breaks off'])(
  'the deadline of a request ends when its response %s, so that a later request on its connection goes on',
  async (how) => {
    const body = Object.assign(new Readable({ read: () => undefined }), { statusCode: 200, headers: {} });
    const end = jest.fn();
    const response = new ReceivedResponse(body as unknown as IncomingMessage, {
      url: new URL('https://x.example/'),
      exchange: { failureOf: (cause) => cause as OutboundError, end },
      decompress: false,
    });
    expect(end).not.toHaveBeenCalled();
    const read = response.read(10).catch(() => undefined);
    if (how === 'ends') body.push(null);
    else body.destroy(new Error('reset'));
    await read;
    await until(() => body.closed);
    expect(end).toHaveBeenCalledTimes(1);
  },
);
