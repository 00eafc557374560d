import { TooBusyError } from '@app/process';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { RequestMemory, type Holding } from './request-memory.js';

const OPTIONS = { total: 80, perUser: 10 };
const WAIT = { timeoutMs: 60_000 };

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** A request that holds so many bytes and has moved so many in its first second. */
function aHolding(memory: RequestMemory, user: string, { bytes, moves = 0 }: { bytes: number; moves?: number }): Holding {
  const holding = memory.open(user, WAIT);
  void holding.grow(bytes);
  holding.moved(moves);
  return holding;
}

const outcome = (wait: Promise<void> | undefined): Promise<unknown> => Promise.resolve(wait).catch((error: unknown) => error);

describe('memory of requests', () => {
  it('memory of requests is there at once while there is room, and back when a request is closed, once', () => {
    const memory = new RequestMemory(OPTIONS);
    const holding = memory.open('alice', WAIT);
    expect(holding.grow(10)).toBeUndefined();
    holding.close();
    holding.close();
    expect([memory.bytes, memory.waiting]).toEqual([0, 0]);
  });

  it('memory of requests is not held by a request that was closed while it asked for more', () => {
    const memory = new RequestMemory(OPTIONS);
    const left = memory.open('alice', WAIT);
    left.close();
    expect(left.grow(10)).toBeUndefined();
    left.close();
    expect(memory.bytes).toBe(0);
  });

  it('memory of requests of one user ends at the user’s share, and a request that waits for it delays no other user', async () => {
    const memory = new RequestMemory(OPTIONS);
    const first = aHolding(memory, 'mallory', { bytes: 10 });
    const second = memory.open('mallory', WAIT).grow(1);
    expect(second).toBeInstanceOf(Promise);
    expect(memory.open('alice', WAIT).grow(10)).toBeUndefined();
    first.close();
    await second;
    expect(memory.bytes).toBe(11);
  });

  it('memory of requests is shared out in time that does not grow with the square of a user’s waiting requests', () => {
    const readsWith = (count: number) => {
      const memory = new RequestMemory(OPTIONS);
      const first = aHolding(memory, 'mallory', { bytes: 10 });
      let reads = 0;
      for (let number = 0; number < count; number += 1) {
        const waiting = memory.open('mallory', WAIT);
        let bytes = 0;
        Object.defineProperty(waiting, 'bytes', { get: () => ((reads += 1), bytes), set: (value: number) => (bytes = value) });
        void waiting.grow(6);
      }
      reads = 0;
      first.close();
      return reads;
    };
    expect(readsWith(200) / readsWith(100)).toBeLessThan(3);
  });

  it('memory of requests of one user never exceeds the share: of requests that only wait for each other the newest gives way', async () => {
    const memory = new RequestMemory(OPTIONS);
    const [oldest, newest] = [aHolding(memory, 'alice', { bytes: 5 }), aHolding(memory, 'alice', { bytes: 5 })];
    const waits = [oldest, newest].map((one) => outcome(one.grow(5)));
    expect(memory.bytes).toBe(10);
    jest.advanceTimersByTime(1000);
    expect(await Promise.all(waits)).toEqual([undefined, expect.any(TooBusyError)]);
    expect([oldest.signal.aborted, memory.bytes]).toEqual([false, 10]);
  });

  it('memory of requests is not taken from a user whose other request still moves', () => {
    const memory = new RequestMemory(OPTIONS);
    const moving = aHolding(memory, 'alice', { bytes: 5 });
    const waiting = aHolding(memory, 'alice', { bytes: 5 });
    void waiting.grow(5);
    jest.advanceTimersByTime(10_000);
    expect([moving, waiting].filter(({ signal }) => signal.aborted)).toEqual([]);
  });

  it('memory of requests is taken from the largest request when those of all users only wait', async () => {
    const memory = new RequestMemory({ total: 80, perUser: 20 });
    const all = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((user, at) => aHolding(memory, user, { bytes: at === 3 ? 17 : 9 }));
    const waits = all.map((one) => outcome(one.grow(1)));
    jest.advanceTimersByTime(1000);
    expect(await Promise.all(waits)).toEqual(all.map((_, at) => (at === 3 ? expect.any(TooBusyError) : undefined)));
  });

  it('memory of requests is taken from the slowest when another user waits', async () => {
    const memory = new RequestMemory(OPTIONS);
    const quick = ['b', 'c', 'd', 'e', 'f', 'g', 'h'].map((user) => aHolding(memory, user, { bytes: 10, moves: 1000 }));
    const slow = aHolding(memory, 'mallory', { bytes: 10 });
    const waiting = memory.open('alice', WAIT).grow(5);
    expect(slow.signal.aborted).toBe(false); // it is too young to be judged
    jest.advanceTimersByTime(1000);
    await waiting;
    expect(slow.signal.reason).toBeInstanceOf(TooBusyError);
    expect(quick.filter(({ signal }) => signal.aborted)).toEqual([]);
    expect(memory.bytes).toBe(75);
  });

  it('memory of requests is taken from nobody while nobody waits', () => {
    const memory = new RequestMemory(OPTIONS);
    const slow = aHolding(memory, 'mallory', { bytes: 10 });
    jest.advanceTimersByTime(100_000);
    expect(slow.signal.aborted).toBe(false);
  });

  it('memory of requests is not taken from a request whose client has sent everything', async () => {
    const memory = new RequestMemory(OPTIONS);
    const complete = aHolding(memory, 'bob', { bytes: 80 });
    complete.settle();
    const waiting = expect(memory.open('alice', WAIT).grow(1)).rejects.toBeInstanceOf(TooBusyError);
    jest.advanceTimersByTime(WAIT.timeoutMs);
    await waiting;
    expect(complete.signal.aborted).toBe(false);
  });

  it('memory of requests is not taken from a request while its file is made, and is when its client takes none of it', () => {
    const memory = new RequestMemory(OPTIONS);
    const quick = ['b', 'c', 'd', 'e', 'f', 'g', 'h'].map((user) => aHolding(memory, user, { bytes: 10, moves: 1000 }));
    const made = aHolding(memory, 'mallory', { bytes: 10 });
    made.settle();
    jest.advanceTimersByTime(1000);
    aHolding(memory, 'alice', { bytes: 10, moves: 1000 });
    expect([made, ...quick].map(({ signal }) => signal.aborted)).toEqual([false, true, ...quick.slice(1).map(() => false)]);
    made.moved(1);
    jest.advanceTimersByTime(1000);
    aHolding(memory, 'bob', { bytes: 10 });
    expect([made, ...quick.slice(1)].map(({ signal }) => signal.aborted)).toEqual([true, ...quick.slice(1).map(() => false)]);
  });

  it('memory of requests goes to those that wait in the order in which they came', async () => {
    const memory = new RequestMemory(OPTIONS);
    const complete = aHolding(memory, 'bob', { bytes: 80 });
    complete.settle();
    const order: string[] = [];
    const waits = ['first', 'second', 'third'].map(
      (user) =>
        memory
          .open(user, WAIT)
          .grow(10)
          ?.then(() => order.push(user)) ?? Promise.reject(new Error('there was room')),
    );
    complete.close();
    await Promise.all(waits);
    expect(order).toEqual(['first', 'second', 'third']);
  });

  it('memory of requests goes first to a user who holds nothing else', async () => {
    const memory = new RequestMemory(OPTIONS);
    const complete = aHolding(memory, 'bob', { bytes: 75 });
    complete.settle();
    aHolding(memory, 'mallory', { bytes: 5 });
    const order: string[] = [];
    const waits = ['mallory', 'alice'].map(
      (user) =>
        memory
          .open(user, WAIT)
          .grow(5)
          ?.then(() => order.push(user)) ?? Promise.reject(new Error('there was room')),
    );
    complete.close();
    await Promise.all(waits);
    expect(order).toEqual(['alice', 'mallory']);
  });

  it('memory of requests of a request below its least rate is released', () => {
    const memory = new RequestMemory(OPTIONS);
    const slow = memory.open('mallory', { ...WAIT, rate: { least: 100, seconds: 3, tooSlow: () => new Error('too slow') } });
    void slow.grow(10);
    const other = aHolding(memory, 'alice', { bytes: 10 });
    jest.advanceTimersByTime(2000);
    other.close();
    expect(slow.signal.aborted).toBe(false);
    jest.advanceTimersByTime(1000);
    expect([slow.signal.reason, memory.bytes]).toEqual([new Error('too slow'), 0]);
  });

  it('memory of requests of a request that has waited for room is released when it is below its least rate afterwards', async () => {
    const memory = new RequestMemory(OPTIONS);
    const complete = aHolding(memory, 'bob', { bytes: 80 });
    complete.settle();
    const slow = memory.open('mallory', { ...WAIT, rate: { least: 100, seconds: 3, tooSlow: () => new Error('too slow') } });
    const waiting = slow.grow(5);
    complete.close();
    await waiting;
    jest.advanceTimersByTime(3000);
    expect([slow.signal.reason, memory.bytes]).toEqual([new Error('too slow'), 0]);
  });

  it('memory of requests of a request that waits for room is judged by no rate', () => {
    const memory = new RequestMemory(OPTIONS);
    aHolding(memory, 'bob', { bytes: 75 }).settle();
    const rate = { least: 100, seconds: 3, tooSlow: () => new Error('too slow') };
    const waiting = memory.open('alice', { ...WAIT, rate });
    void waiting.grow(5);
    void waiting.grow(1);
    jest.advanceTimersByTime(10_000);
    expect(waiting.signal.aborted).toBe(false);
  });
});
