import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, it } from '@jest/globals';
import { Batches } from './batches.js';

describe('questions that are asked together', () => {
  it('questions are answered one batch after the other, each by a batch that began after it was asked', async () => {
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

  it('questions that are asked together come in turns of those who ask, however many one of them asks', async () => {
    const begun: string[][] = [];
    const gates: (() => void)[] = [];
    const answer = async (questions: readonly string[]) => {
      begun.push([...questions]);
      await new Promise<void>((resolve) => gates.push(resolve));
      return questions;
    };
    const batches = new Batches<string, string>(answer, 3, (question) => question.charAt(0));
    const questions = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1', 'c1', 'b2'];
    const answers = Promise.all(questions.map((question) => batches.ask(question)));
    for (let round = 0; round < 4; round += 1) {
      gates[round]?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await answers).toEqual(questions);
    expect(begun).toEqual([['a1'], ['a2', 'b1', 'c1'], ['a3', 'b2', 'a4'], ['a5', 'a6']]);
  });

  it('questions that are asked together fail with their batch, and those that wait behind it do, too', async () => {
    let round = 0;
    const batches = new Batches<number, number>((questions) => {
      round += 1;
      return round === 1 ? Promise.reject(new Error('away')) : Promise.resolve([...questions]);
    }, 3);
    const asked = await Promise.allSettled([batches.ask(1), batches.ask(2)]);
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await batches.ask(3)).toBe(3);
  });

  it('questions run outside the context of any caller, also when the first caller created the batches', async () => {
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
