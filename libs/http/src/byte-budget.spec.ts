import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ByteBudget } from './byte-budget.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a byte budget', () => {
  it('is never exceeded, serves in order, and is whole in the end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 150 }), { minLength: 1, maxLength: 20 }),
        fc.infiniteStream(fc.boolean()),
        async (wants, releases) => {
          const budget = new ByteBudget(100);
          const held: { bytes: number; release: () => void }[] = [];
          const served: number[] = [];
          const waiting = wants.map(async (bytes, index) => {
            const release = await budget.acquire(bytes);
            served.push(index);
            held.push({ bytes: Math.min(bytes, 100), release });
          });
          while (served.length < wants.length || held.length > 0) {
            await turn();
            expect(held.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(100);
            const next = releases.next().value ? held.pop() : held.shift();
            next?.release();
            next?.release(); // a second time gives nothing back
          }
          await Promise.all(waiting);
          expect(served).toEqual(wants.map((_, index) => index));
          await expect(budget.acquire(100)).resolves.toBeDefined();
        },
      ),
      { numRuns: 200 },
    );
  });

  it('lets who has gone leave the queue, and those behind move up', async () => {
    const budget = new ByteBudget(10);
    const release = await budget.acquire(5);
    const gone = new AbortController();
    const first = budget.acquire(10, gone.signal);
    const second = budget.acquire(5);
    gone.abort();
    await expect(first).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(second).resolves.toBeDefined();
    release();
  });
});
