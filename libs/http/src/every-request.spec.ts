import type { IncomingMessage } from 'node:http';
import { expect, it } from '@jest/globals';
import { addressOf } from './every-request.js';

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
