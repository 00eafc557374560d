import { until } from '@app/platform/testing';
import { describe, expect, it } from '@jest/globals';
import { BatchedStatement } from './batched-statement.js';

describe('batches', () => {
  it('make one statement of what comes while another is under way, and each item gets the answer of its own', async () => {
    const ran: number[][] = [];
    const firstMayEnd = Promise.withResolvers<void>();
    const batches = new BatchedStatement(async (items: readonly number[]) => {
      ran.push([...items]);
      await firstMayEnd.promise;
      return items.length;
    });
    const first = batches.add(1);
    await until(() => ran.length === 1);
    const others = [batches.add(2), batches.add(3)];
    firstMayEnd.resolve();
    expect(await Promise.all([first, ...others])).toEqual([1, 2, 2]);
    expect(ran).toEqual([[1], [2, 3]]);
  });

  it('fail alone: the next statement runs', async () => {
    const batches = new BatchedStatement((items: readonly string[]) =>
      items.includes('bad') ? Promise.reject(new Error('no')) : Promise.resolve('yes'),
    );
    await expect(batches.add('bad')).rejects.toThrow('no');
    expect(await batches.add('good')).toBe('yes');
  });
});
