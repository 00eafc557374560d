import { expect, it } from '@jest/globals';
import { nextRefetchAt } from './refetch-schedule.js';

const since = new Date('2026-01-01T00:00:00Z');
const minutes = (podcast: string, failures?: number) => (nextRefetchAt(podcast, since, failures).getTime() - since.getTime()) / 60_000;

it('podcasts are spread over the hour, each at a place of its own', () => {
  const all = Array.from({ length: 600 }, (_, index) => minutes(`podcast ${index}`));
  for (let from = 45; from < 75; from += 3) {
    const here = all.filter((one) => one >= from && one < from + 3).length;
    expect(here).toBeGreaterThan(30);
    expect(here).toBeLessThan(90);
  }
  expect(minutes('podcast 1')).toBe(minutes('podcast 1'));
});

it('a feed that fails is asked for less and less often, but for ever', () => {
  const hours = [0, 1, 2, 3, 4, 5, 6, 100].map((failures) => Math.round(minutes('p', failures) / minutes('p')));
  expect(hours).toEqual([1, 2, 4, 8, 16, 32, 32, 32]);
});
