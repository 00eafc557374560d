import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, it } from '@jest/globals';
import { Batches } from './batches.js';

describe('questions that are asked together', () => {
  it('are answered one batch after the other, each by a batch that began after it was asked', async () => {
    const begun: number[][] = [];
    const gates: (() => void)[] = [];
    const batches = new Batches<number, number>(async (questions) => {
      begun.push([...questions]);
      await new Promise<void>((resolve) => gates.push(resolve));
      return questions.map((question) => question * 10);
    }, 3);
    const answers = Promise.all([1, 2, 3, 4, 5].map((question) => batches.ask(question)));
    expect(begun).toEqual([[1]]);
    for (let round = 0; round < 3; round += 1) {
      gates[round]?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await answers).toEqual([10, 20, 30, 40, 50]);
    expect(begun).toEqual([[1], [2, 3, 4], [5]]);
  });

  it('fail with their batch, and those that wait behind it do, too', async () => {
    let round = 0;
    const batches = new Batches<number, number>((questions) => {
      round += 1;
      return round === 1 ? Promise.reject(new Error('away')) : Promise.resolve([...questions]);
    }, 3);
    const asked = await Promise.allSettled([batches.ask(1), batches.ask(2)]);
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await batches.ask(3)).toBe(3);
  });

  it('are answered on behalf of nobody, also when the first who asks made the place where they gather', async () => {
    const caller = new AsyncLocalStorage<string>();
    const seen: (string | undefined)[] = [];
    const answer = (questions: readonly number[]) => {
      seen.push(caller.getStore());
      return Promise.resolve([...questions]);
    };
    const batches = caller.run('first', () => new Batches<number, number>(answer, 3));
    await Promise.all(['first', 'second'].map((name, question) => caller.run(name, () => batches.ask(question))));
    expect(seen).toEqual([undefined, undefined]);
  });
});
