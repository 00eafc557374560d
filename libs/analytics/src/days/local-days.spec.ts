import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonicalTimeZone, DAY_MS, isDate, lengthOf, localDays } from './local-days.js';

const HOUR_MS = 3_600_000;

/** The days as text, in UTC. */
const days = (timeZone: string, from: string, to = from) =>
  localDays({ from, to, timeZone }).map(
    ({ date, spans }) =>
      `${date}: ${spans.map((span) => [span.from, span.to].map((ms) => new Date(ms).toISOString().slice(5, 16)).join('/')).join(' ')}`,
  );

describe('the days of a time zone', () => {
  it.each([
    ['UTC', '2026-03-01', ['2026-03-01: 03-01T00:00/03-02T00:00']],
    ['Asia/Kolkata', '2026-03-01', ['2026-03-01: 02-28T18:30/03-01T18:30']],
    ['Asia/Kathmandu', '2026-03-01', ['2026-03-01: 02-28T18:15/03-01T18:15']],
    ['America/St_Johns', '2026-07-01', ['2026-07-01: 07-01T02:30/07-02T02:30']],
    ['Pacific/Kiritimati', '2026-03-01', ['2026-03-01: 02-28T10:00/03-01T10:00']],
    ['Europe/Berlin, 23 hours', '2026-03-29', ['2026-03-29: 03-28T23:00/03-29T22:00']],
    ['Europe/Berlin, 25 hours', '2026-10-25', ['2026-10-25: 10-24T22:00/10-25T23:00']],
    ['Australia/Lord_Howe, 24 and a half', '2026-04-05', ['2026-04-05: 04-04T13:00/04-05T13:30']],
    ['America/Santiago, without a midnight', '2026-09-06', ['2026-09-06: 09-06T04:00/09-07T03:00']],
    ['Pacific/Apia, a day that never was', '2011-12-30', ['2011-12-30: ']],
    ['America/Goose_Bay, a day begun twice', '2010-11-07', ['2010-11-07: 11-07T03:00/11-07T03:01 11-07T04:00/11-08T04:00']],
    ['Africa/Monrovia, off the quarters', '1960-01-01', ['1960-01-01: 01-01T00:44/01-02T00:44']],
  ])('the days of the time zone %s on %s', (zone, date, expected) => {
    expect(days(zone.split(',')[0] ?? '', date)).toEqual(expected);
  });

  it('the days of a time zone follow each other without gaps and overlaps, and are what Intl says that they are', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.date({ min: new Date('1990-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }),
        fc.integer({ min: 0, max: 370 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (timeZone, begin, length, where) => {
          const from = begin.toISOString().slice(0, 10);
          const to = new Date(Date.parse(from) + length * DAY_MS).toISOString().slice(0, 10);
          const all = localDays({ from, to, timeZone });
          expect(all).toHaveLength(length + 1);
          const spans = all.flatMap((day) => day.spans.map((span) => ({ ...span, date: day.date }))).sort((a, b) => a.from - b.from);
          for (const [index, { from: start }] of spans.entries()) if (index > 0) expect(start).toBe(spans[index - 1]?.to);
          const one = spans[Math.floor(where * spans.length)];
          if (!one) return;
          const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
          for (const at of [one.from, one.to - 1]) expect(format.format(at)).toBe(one.date);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('the days of a time zone take no time to speak of at the ends of the calendar', () => {
    expect(localDays({ from: '0001-01-01', to: '0001-01-02', timeZone: 'America/New_York' })).toHaveLength(2);
    const [last] = localDays({ from: '9999-12-31', to: '9999-12-31', timeZone: 'America/New_York' });
    expect(last?.spans).toEqual([{ from: Date.UTC(9999, 11, 31, 5), to: Date.UTC(9999, 11, 31, 5) + 24 * HOUR_MS }]);
  });
});

describe('a time zone', () => {
  it.each(['UTC', 'Europe/Lisbon', 'America/Argentina/Buenos_Aires', 'Asia/Calcutta', 'Etc/GMT+5', 'europe/lisbon'])(
    'a time zone may be %s',
    (name) => {
      expect(canonicalTimeZone(name)).toEqual(expect.any(String));
    },
  );

  it.each(['', '+01:00', '-05', '+0530', 'Mars/Olympus', 'UTC+1', 'Europe/', ' UTC', 'UTC ', 'Europe/Lisbon\0', 'GMT+01:00'])(
    'a time zone is not %j',
    (name) => {
      expect(canonicalTimeZone(name)).toBeUndefined();
    },
  );
});

describe('a date', () => {
  it.each(['2026-02-28', '2024-02-29', '0001-01-01', '9999-12-31'])('a date may be %s', (text) => expect(isDate(text)).toBe(true));

  it.each([
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-01-32',
    '2026-1-1',
    '20260101',
    '2026-01-01T00:00Z',
    '0000-01-01',
    '+2026-01-01',
    '',
  ])('a date is not "%s"', (text) => expect(isDate(text)).toBe(false));

  it('a range of dates includes both ends, and a reversed one has no date', () => {
    expect(lengthOf({ from: '2024-01-01', to: '2024-12-31' })).toBe(366);
    expect(lengthOf({ from: '2026-01-02', to: '2026-01-01' })).toBe(0);
  });
});
