import { describe, expect, it } from '@jest/globals';
import { before, daysOf, lastDays, rangeOf, dayIn } from './range.ts';

const NOW = new Date('2026-03-01T02:00:00Z');

describe('a range of days', () => {
  it('a range of days ends with the day that it is in its zone', () => {
    expect(dayIn('UTC', NOW)).toBe('2026-03-01');
    expect(lastDays(2, 'America/New_York', NOW)).toEqual({ from: '2026-02-27', to: '2026-02-28', timezone: 'America/New_York' });
  });

  it('a range of days has the days that the address names, as far as they are valid', () => {
    const range = rangeOf(new URLSearchParams('from=2026-01-01&to=tomorrow&timezone=Asia/Tokyo'), 'UTC');
    expect(range).toEqual({ from: '2026-01-01', to: dayIn('Asia/Tokyo'), timezone: 'Asia/Tokyo' });
  });

  it('a range of days has every day once, over a change of the clocks too', () => {
    expect(daysOf({ from: '2026-03-28', to: '2026-03-31', timezone: 'Europe/Berlin' })).toEqual([
      '2026-03-28',
      '2026-03-29',
      '2026-03-30',
      '2026-03-31',
    ]);
  });

  it('a range of days comes after one of the same length, that ends the day before', () => {
    const range = { from: '2026-03-01', to: '2026-03-07', timezone: 'UTC' };
    expect(before(range)).toEqual({ from: '2026-02-22', to: '2026-02-28', timezone: 'UTC' });
    expect(daysOf(before(range))).toHaveLength(7);
  });

  it('a range of days that ends before it begins has no day, and one without end has 366', () => {
    expect(daysOf({ from: '2026-03-02', to: '2026-03-01', timezone: 'UTC' })).toEqual([]);
    expect(daysOf({ from: '2020-01-01', to: '2026-03-01', timezone: 'UTC' })).toHaveLength(366);
  });
});
