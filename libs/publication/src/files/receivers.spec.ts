import { PassThrough } from 'node:stream';
import { TooBusyError } from '@app/process';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { Response } from 'express';
import { Receivers } from './receivers.js';

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }));
afterEach(() => void jest.useRealTimers());

it('the slowest receiver of an address gives way once it had time to begin, and those of others stay (contract 2.12)', () => {
  const receivers = new Receivers();
  const admit = (address: string) => {
    const response = Object.assign(new PassThrough(), { socket: { bytesWritten: 0, writableLength: 0 } });
    receivers.admit(address, response as unknown as Response);
    return response;
  };
  const other = admit('192.0.2.2');
  const held = Array.from({ length: 64 }, () => admit('192.0.2.1'));
  expect(() => admit('192.0.2.1')).toThrow(TooBusyError);
  jest.advanceTimersByTime(10_001);
  held.forEach(({ socket }, at) => (socket.bytesWritten = 1000 * Math.abs(at - 40) + 1));
  const next = admit('192.0.2.1');
  expect(held.flatMap(({ destroyed }, at) => (destroyed ? [at] : []))).toEqual([40]);
  expect([next.destroyed, other.destroyed]).toEqual([false, false]);
});
