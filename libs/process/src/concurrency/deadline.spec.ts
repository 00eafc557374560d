import { expect, it } from '@jest/globals';
import { unlessAborted, withDeadline } from './deadline.js';

const never = () => new Promise<never>(() => undefined);
const late = () => new Error('late');

it('work that ends in time gives its result or its error', async () => {
  await expect(withDeadline(() => Promise.resolve('done'), { ms: 60_000, late })).resolves.toBe('done');
  await expect(withDeadline(() => Promise.reject(new Error('broken')), { ms: 60_000, late })).rejects.toThrow('broken');
});

it('work that takes longer is given up with the error of the caller, and hears of it', async () => {
  let heard: AbortSignal | undefined;
  const work = (signal: AbortSignal) => {
    heard = signal;
    return never();
  };
  await expect(withDeadline(work, { ms: 1, late })).rejects.toThrow('late');
  expect(heard?.reason).toEqual(new Error('late'));
});

it('work that fails because its signal aborts does not hide why', async () => {
  const work = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('the socket was closed'))));
  await expect(withDeadline(work, { ms: 1, late })).rejects.toThrow('late');
});

it('a signal ends the wait before its deadline, also one that has aborted already', async () => {
  const stopped = new AbortController();
  const waiting = withDeadline(never, { ms: 60_000, late, signal: stopped.signal });
  stopped.abort(new Error('stopped'));
  await expect(waiting).rejects.toThrow('stopped');
  let begun = false;
  const work = () => {
    begun = true;
    return never();
  };
  await expect(withDeadline(work, { ms: 60_000, late, signal: stopped.signal })).rejects.toThrow('stopped');
  expect(begun).toBe(false);
});

it('work that fails after the wait has ended causes no unhandled rejection', async () => {
  const { promise, reject } = Promise.withResolvers<never>();
  await expect(unlessAborted(promise, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped');
  reject(new Error('too late')); // an unhandled rejection would end the process
  await new Promise((resolve) => setImmediate(resolve));
});
