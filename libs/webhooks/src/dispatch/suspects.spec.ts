import { expect, it } from '@jest/globals';
import { Suspects } from './suspects.js';

const timeout = { ok: false, outcome: 'timeout' };

it('a destination is suspect after two slow outcomes in a row, until it answers anything', () => {
  const suspects = new Suspects();
  suspects.judge('a', timeout);
  expect(suspects.has('a')).toBe(false);
  suspects.judge('a', timeout);
  suspects.judge('b', { ok: false, outcome: '500' });
  suspects.judge('b', { ok: false, outcome: 'connection_refused' });
  expect([suspects.has('a'), suspects.has('b'), suspects.ids()]).toEqual([true, false, ['a']]);
  suspects.judge('a', { ok: false, outcome: '503' });
  expect(suspects.ids()).toEqual([]);
});

it('no more than 10,000 are remembered', () => {
  const suspects = new Suspects();
  for (let number = 0; number < 10_050; number += 1) for (let time = 0; time < 2; time += 1) suspects.judge(String(number), timeout);
  expect([suspects.has('0'), suspects.has('10049'), suspects.ids().length]).toEqual([false, true, 10_000]);
});
