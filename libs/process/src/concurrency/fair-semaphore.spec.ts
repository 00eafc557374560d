import { describe, expect, it } from '@jest/globals';
import { FairSemaphore, TooBusyError } from './fair-semaphore.js';
import { until } from '../testing/until.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a fair semaphore', () => {
  it('a fair semaphore runs at most the total at once, and one key no more than its share', async () => {
    const semaphore = new FairSemaphore({ total: 3, perKey: 2, timeoutMs: 60_000 });
    const running = new Map<string, number>();
    let most = 0;
    let mostOfA = 0;
    const work = (key: string) =>
      semaphore.run(key, async () => {
        running.set(key, (running.get(key) ?? 0) + 1);
        most = Math.max(most, [...running.values()].reduce((sum, count) => sum + count, 0)); // prettier-ignore
        mostOfA = Math.max(mostOfA, running.get('a') ?? 0);
        await turn();
        running.set(key, (running.get(key) ?? 0) - 1);
      });
    await Promise.all([...Array.from({ length: 50 }, () => work('a')), work('b'), work('c'), work('d')]);
    expect({ most, mostOfA, left: semaphore.size }).toEqual({ most: 3, mostOfA: 2, left: 0 });
  });

  it('a fair semaphore lets another key pass a long queue of one key', async () => {
    const semaphore = new FairSemaphore({ total: 2, perKey: 1, timeoutMs: 60_000 });
    const order: string[] = [];
    const a = Array.from({ length: 20 }, (_, index) => semaphore.run('a', () => turn().then(() => void order.push(`a${index}`))));
    await semaphore.run('b', () => turn().then(() => void order.push('b')));
    expect(order.length).toBeLessThanOrEqual(3);
    await Promise.all(a);
  });

  it('a fair semaphore refuses work that waits longer than the deadline, and keeps the slot for the next', async () => {
    const semaphore = new FairSemaphore({ total: 1, perKey: 1, timeoutMs: 20 });
    const release = await semaphore.acquire('a');
    await expect(semaphore.run('b', () => Promise.resolve('never'))).rejects.toBeInstanceOf(TooBusyError);
    await expect(semaphore.run('a', () => Promise.resolve('never'))).rejects.toBeInstanceOf(TooBusyError);
    release();
    release();
    expect(await semaphore.run('b', () => Promise.resolve('runs'))).toBe('runs');
    expect(semaphore.size).toBe(0);
  });

  it('a fair semaphore counts as waiting only work whose key has its share free', async () => {
    const semaphore = new FairSemaphore({ total: 2, perKey: 1, timeoutMs: 60_000 });
    const releases = await Promise.all(['a', 'b'].map((key) => semaphore.acquire(key)));
    const [second, third] = ['a', 'c'].map((key) => semaphore.acquire(key));
    await until(() => semaphore.waiting === 1);
    releases.forEach((release) => release());
    for (const release of await Promise.all([second, third])) release?.();
    expect([semaphore.waiting, semaphore.size]).toEqual([0, 0]);
  });

  it('a fair semaphore refuses more waiting work of one key than it may have', async () => {
    const semaphore = new FairSemaphore({ total: 1, perKey: 1, timeoutMs: 60_000, maxWaitingPerKey: 1 });
    const release = await semaphore.acquire('a');
    const waiting = semaphore.run('a', () => Promise.resolve('second'));
    await expect(semaphore.acquire('a')).rejects.toBeInstanceOf(TooBusyError);
    release();
    expect(await waiting).toBe('second');
  });

  it('a fair semaphore ends a wait with the reason of its signal', async () => {
    const semaphore = new FairSemaphore({ total: 1, perKey: 1, timeoutMs: 60_000 });
    const release = await semaphore.acquire('a');
    const leaving = new AbortController();
    const waiting = semaphore.acquire('b', leaving.signal);
    leaving.abort(new Error('left'));
    await expect(waiting).rejects.toThrow('left');
    release();
  });
});
