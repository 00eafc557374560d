import { PassThrough } from 'node:stream';
import { TooBusyError } from '@app/process';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { Response } from 'express';
import { Receivers } from './receivers.js';

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }));
afterEach(() => void jest.useRealTimers());

/** Admits answers on connections that have sent so many bytes before. */
function admitting() {
  const receivers = new Receivers();
  return (address: string, bytesBefore = 0) => {
    const response = Object.assign(new PassThrough(), { socket: { bytesWritten: bytesBefore, writableLength: 0 } });
    receivers.admit(address, response as unknown as Response);
    return response;
  };
}

it('the slowest receiver of an address gives way once it had time to begin, and those of others stay (contract 2.12)', () => {
  const admit = admitting();
  const other = admit('192.0.2.2');
  const held = Array.from({ length: 64 }, () => admit('192.0.2.1'));
  expect(() => admit('192.0.2.1')).toThrow(TooBusyError);
  jest.advanceTimersByTime(10_001);
  held.forEach(({ socket }, at) => (socket.bytesWritten = 1000 * Math.abs(at - 40) + 1));
  const next = admit('192.0.2.1');
  expect(held.flatMap(({ destroyed }, at) => (destroyed ? [at] : []))).toEqual([40]);
  expect([next.destroyed, other.destroyed]).toEqual([false, false]);
});

it('a receiver is as slow as its present answer is, whatever its connection took before (contract 2.12)', () => {
  const admit = admitting();
  const held = Array.from({ length: 64 }, (_, at) => admit('192.0.2.1', at === 40 ? 1_000_000 : 0));
  jest.advanceTimersByTime(10_001);
  held.forEach(({ socket }, at) => (socket.bytesWritten += at === 40 ? 1 : 1000));
  admit('192.0.2.1');
  expect(held.flatMap(({ destroyed }, at) => (destroyed ? [at] : []))).toEqual([40]);
});
