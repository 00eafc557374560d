import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { BatchedStatement } from './batched-statement.js';

describe('batches', () => {
  it('make one statement of what comes while another is under way, and each item gets the answer of its own', async () => {
    const ran: number[][] = [];
    const batches = new BatchedStatement(async (items: readonly number[]) => {
      ran.push([...items]);
      await sleep(10);
      return items.length;
    });
    const first = batches.add(1);
    await sleep(2);
    expect(await Promise.all([first, batches.add(2), batches.add(3)])).toEqual([1, 2, 2]);
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
