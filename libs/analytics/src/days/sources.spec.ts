import { describe, expect, it } from '@jest/globals';
import { localDays } from './local-days.js';
import { sourceOf, type DayState } from './sources.js';

const FRESH = { stale: false, carried: false };
const STALE = { stale: true, carried: false };
const CARRIED = { stale: false, carried: true };

function source(timeZone: string, date: string, states: Record<string, DayState>) {
  const [day] = localDays({ from: date, to: date, timeZone });
  return day ? sourceOf(day, new Map(Object.entries(states))) : null;
}

describe('the figures of a local day', () => {
  it.each([
    ['a day in UTC comes from its roll-up', 'UTC', '2026-06-10', { '2026-06-10': FRESH }, 'day'],
    ['also when the day after is stale', 'UTC', '2026-06-10', { '2026-06-10': FRESH, '2026-06-11': STALE }, 'day'],
    ['also when listeners come from the day before', 'UTC', '2026-06-10', { '2026-06-10': CARRIED }, 'day'],
    ['a stale day from the raw rows', 'UTC', '2026-06-10', { '2026-06-10': STALE }, 'raw'],
    ['a day of another zone from quarters of two', 'Asia/Kathmandu', '2026-06-10', { '2026-06-09': FRESH, '2026-06-10': FRESH }, 'parts'],
    ['also when one of the two has nothing', 'Asia/Kathmandu', '2026-06-10', { '2026-06-09': FRESH }, 'parts'],
    ['one of the two stale: from the raw rows', 'Asia/Kathmandu', '2026-06-10', { '2026-06-09': FRESH, '2026-06-10': STALE }, 'raw'],
    ['listeners of both: from the raw rows', 'Asia/Kathmandu', '2026-06-10', { '2026-06-09': FRESH, '2026-06-10': CARRIED }, 'raw'],
    ['listeners of the first and the day before it', 'Asia/Kathmandu', '2026-06-10', { '2026-06-09': CARRIED, '2026-06-10': FRESH }, 'parts'],
    ['a day that ends within its UTC day', 'Europe/London', '2026-03-29', { '2026-03-29': FRESH }, 'parts'],
    ['a day off the quarters', 'Africa/Monrovia', '1960-01-02', { '1960-01-02': FRESH, '1960-01-03': FRESH }, 'raw'],
    ['a day in two pieces', 'America/Goose_Bay', '2010-11-07', { '2010-11-07': FRESH, '2010-11-08': FRESH }, 'raw'],
    ['a day without downloads has no source', 'UTC', '2026-06-10', { '2026-06-09': FRESH, '2026-06-11': FRESH }, undefined],
    ['a day that never was has none', 'Pacific/Apia', '2011-12-30', { '2011-12-30': FRESH }, undefined],
  ])('the figures of a local day: %s', (_, zone, date, states, kind) => expect(source(zone, date, states)?.kind).toBe(kind)); // prettier-ignore

  it('the figures of a local day in quarters begin and end where the day does', () => {
    expect(source('Asia/Kathmandu', '2026-06-10', { '2026-06-09': FRESH, '2026-06-10': FRESH })).toMatchObject({
      firstDay: '2026-06-09',
      firstQuarter: 73, // 18:15
      lastDay: '2026-06-10',
      lastQuarter: 73,
    });
    expect(source('Europe/London', '2026-03-29', { '2026-03-29': FRESH })).toMatchObject({ firstQuarter: 0, lastQuarter: 92 });
  });
});
