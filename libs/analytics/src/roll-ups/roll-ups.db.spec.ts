import { text } from 'node:stream/consumers';
import { authPersistence } from '@app/auth';
import { downloadsPersistence } from '@app/downloads';
import { aPodcast, insertDownloads, type ADownload, type APodcast } from '@app/downloads/testing';
import { newId } from '@app/database';
import { readsOn, rowsRead, useDatabase } from '@app/database/testing';
import { Env } from '@app/env';
import { Clock } from '@app/process';
import { podcastsPersistence } from '@app/podcasts';
import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import pino from 'pino';
import type { PoolClient } from 'pg';
import { AnalyticsQueries, Snapshot } from '../analytics.queries.js';
import { RolledUpFigures } from '../rolled-up-figures.js';
import { ExportSlots } from '../exports/export-slots.queries.js';
import { ExportsService } from '../exports/exports.service.js';
import { analyticsPersistence } from '../persistence.js';
import { rollUp, RollUps } from './roll-ups.queries.js';

const test = useDatabase([authPersistence, podcastsPersistence, downloadsPersistence, analyticsPersistence]);
const HOUR_MS = 3_600_000;
const LATER = new Date('2040-01-01T00:00:00Z');

let rollUps: RollUps;
let exports: ExportsService;

beforeAll(() => {
  rollUps = new RollUps(test.db);
  const log = pino({ level: 'silent' });
  const slots = new ExportSlots(test.db, log);
  const queries = new AnalyticsQueries(readsOn(test.db));
  exports = new ExportsService(queries, new RolledUpFigures(queries), slots, new Clock(), log, new Env());
});

type Query = { readonly from: string; readonly to: string; readonly timezone: string };

/** An export by a user of its own, unless the caller holds the file. */
const exportOf = (podcastId: string, query: Query, held = false) =>
  exports.export({ userId: newId(), podcastId, query: { ...query, bom: false }, has: () => held });

/** The export, as `date episode downloads listeners`. */
async function exported({ id, episodes }: APodcast, query: Query): Promise<string[]> {
  const { stream } = await exportOf(id, query);
  const content = stream ? await text(stream) : '';
  const [, ...lines] = content.trimEnd().split('\r\n');
  return lines.map((line) => {
    const [date, episode = '', , downloads, listeners] = line.split(',');
    return `${date} ${episodes.indexOf(episode)} ${downloads} ${listeners}`;
  });
}

/** The numbers of the raw rows, by PostgreSQL's own time zones. */
async function raw({ episodes }: APodcast, { from, to, timezone }: Query): Promise<string[]> {
  const rows = await test.db.query<{ line: string }[]>(
    `SELECT day || ' ' || (array_position($1::uuid[], episode_id) - 1) || ' ' || count(*) || ' ' || count(DISTINCT listener) AS line
       FROM (SELECT *, (at AT TIME ZONE $2)::date AS day FROM downloads WHERE episode_id = ANY($1::uuid[])) AS local
      WHERE day BETWEEN $3 AND $4 GROUP BY day, episode_id ORDER BY day, episode_id`,
    [episodes, timezone, from, to],
  );
  return rows.map(({ line }) => line);
}

const stale = async ({ id }: APodcast) =>
  (await test.db.query<{ day: string }[]>('SELECT day::text FROM download_day_states WHERE podcast_id = $1 AND stale ORDER BY day', [id])).map(({ day }) => day); // prettier-ignore

/**
 * Zones on which Node's time zone data and PostgreSQL's agree, whatever their releases: half and quarter hours, both
 * hemispheres' daylight saving, half an hour of it, midnight changes, the far ends.
 */
const ZONES = [
  ...['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Asia/Kathmandu', 'America/St_Johns', 'Australia/Lord_Howe'],
  ...['Pacific/Chatham', 'Pacific/Kiritimati', 'Pacific/Niue', 'America/Santiago', 'Africa/Cairo', 'Asia/Tehran', 'America/Havana'],
  ...['Antarctica/Troll', 'Australia/Eucla', 'Pacific/Marquesas', 'Europe/London', 'Atlantic/Azores', 'America/Goose_Bay'],
];

/** Around changes of the clocks: northern, southern, and an ordinary week. */
const WEEKS = ['2026-03-27', '2026-10-23', '2026-04-03', '2026-06-10', '2026-09-04', '2026-11-01', '2010-11-05'];

describe('roll-ups', () => {
  it('roll-ups say what the raw rows say: in every time zone, for hashes that change at midnight and for names that stay', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...WEEKS),
        fc.noBias(fc.shuffledSubarray(ZONES, { minLength: 6, maxLength: 6 })),
        fc.array(
          fc.noBias(
            fc.record({
              quarter: fc.integer({ min: -120, max: 504 }), // from the beginning of the week on
              seconds: fc.constantFrom(0, 0, 1, 59, 61, 600, 899.999), // on the quarter hour itself now and then
              episode: fc.integer({ min: 0, max: 2 }),
              name: fc.constantFrom('ann', 'ben', 'cy', 'di'),
            }),
          ),
          { minLength: 30, maxLength: 60 },
        ),
        fc.boolean(),
        fc.integer({ min: 0, max: 60 }),
        async (week, zones, some, changing, until) => {
          const podcast = await aPodcast(test.db, 'One', 'Two', 'Three');
          const begin = Date.parse(`${week}T00:00:00Z`);
          const downloads = some.map(({ quarter, seconds, episode, name }): ADownload => {
            const at = new Date(begin + quarter * (HOUR_MS / 4) + seconds * 1000);
            return {
              episodeId: podcast.episodes[episode] ?? '',
              at,
              listener: changing ? `${name} ${at.toISOString().slice(0, 10)}` : name,
            };
          });
          await insertDownloads(test.db, downloads.slice(0, until));
          await rollUps.rollUpDays(LATER);
          // A late download makes its day stale, and is counted at once.
          await insertDownloads(test.db, downloads.slice(until));
          const to = new Date(begin + 96 * HOUR_MS).toISOString().slice(0, 10);
          for (const rolledUp of [false, true]) {
            if (rolledUp) await rollUps.rollUpDays(LATER);
            for (const timezone of zones) {
              const query = { from: week, to, timezone };
              expect([timezone, rolledUp, await exported(podcast, query)]).toEqual([timezone, rolledUp, await raw(podcast, query)]);
            }
          }
        },
      ),
      { numRuns: 25, endOnFailure: true },
    );
  }, 300_000);

  it('roll-ups leave the ETag of a range as it is, and so do downloads of other days; one within changes it', async () => {
    const podcast = await aPodcast(test.db, 'One', 'Two');
    const [episodeId = '', other = ''] = podcast.episodes;
    const download = async (...times: string[]) => {
      await insertDownloads(test.db, times.map((time) => ({ episodeId, at: new Date(time), listener: time }))); // prettier-ignore
    };
    const etags = async () => {
      const held = ZONES.map((timezone) => exportOf(podcast.id, { from: '2026-06-10', to: '2026-06-11', timezone }, true));
      return (await Promise.all(held)).map(({ etag }) => etag);
    };
    await insertDownloads(test.db, [{ episodeId: other, at: new Date('2026-06-10T17:15:00Z'), listener: 'a' }]);
    await download('2026-06-10T15:00:00Z', '2026-06-10T23:59:59.999Z', '2026-06-11T00:00:00Z', '2026-06-11T09:00:00Z');
    const before = await etags();
    expect(before).toEqual(before.map(() => expect.stringMatching(/^"[\w-]{22}"$/)));
    expect(new Set(before).size).toBe(before.length);

    await rollUps.rollUpDays(LATER);
    expect(await etags()).toEqual(before);

    await download('2026-06-08T23:59:59.999Z', '2026-06-13T00:00:00Z');
    expect(await etags()).toEqual(before);
    await rollUps.rollUpDays(LATER);
    expect(await etags()).toEqual(before);
    await download('2026-06-10T22:00:00Z'); // a late one
    expect((await etags()).filter((etag, n) => etag === before[n])).toEqual([]);
  });

  it('roll-ups are what is read, where they are up to date', async () => {
    const podcast = await aPodcast(test.db, 'One');
    const [episodeId = ''] = podcast.episodes;
    const at = (time: string, listener: string) => ({ episodeId, at: new Date(time), listener });
    await insertDownloads(test.db, [at('2026-06-10T10:00:00Z', 'a'), at('2026-06-10T20:00:00Z', 'a'), at('2026-06-10T20:10:00Z', 'b')]);
    await rollUps.rollUpDays(LATER);
    expect(await stale(podcast)).toEqual([]);
    // The raw rows go behind the trigger's back: what is read now can only be the roll-up.
    await test.db.query('DELETE FROM downloads WHERE episode_id = $1', [episodeId]);
    const on = (date: string, timezone: string) => exported(podcast, { from: date, to: date, timezone });
    expect(await on('2026-06-10', 'UTC')).toEqual(['2026-06-10 0 3 2']);
    expect(await on('2026-06-10', 'Asia/Kolkata')).toEqual(['2026-06-10 0 1 1']);
    expect(await on('2026-06-11', 'Asia/Kolkata')).toEqual(['2026-06-11 0 2 2']);
  });

  it('roll-ups let an export read the titles alone that it gives, and its ETag none', async () => {
    const podcast = await aPodcast(test.db, ...Array.from({ length: 2000 }, (_, n) => `Episode ${n}`));
    const [episodeId = '', second = ''] = podcast.episodes;
    const at = new Date('2026-06-10T10:00:00Z');
    await insertDownloads(test.db, [episodeId, second].map((id) => ({ episodeId: id, at, listener: 'a' }))); // prettier-ignore
    await rollUps.rollUpDays(LATER);
    await test.db.query('ANALYZE episodes');
    const content = await rowsRead(test.db, async (tx) => {
      const client = { query: async (sql: string, values?: unknown[]) => ({ rows: await tx.query<object[]>(sql, values) }) };
      const open = () => Promise.resolve(new Snapshot(client as unknown as PoolClient, () => Promise.resolve()));
      const source = new RolledUpFigures({ open } as unknown as AnalyticsQueries);
      const range = { from: '2026-06-10', to: '2026-06-10', timeZone: 'UTC' };
      const figures = await source.open({ subject: { podcastId: podcast.id, episodeId: null }, range, now: LATER });
      await figures.content();
      for await (const lines of figures.lines()) expect(lines.split('\r\n')).toHaveLength(3);
    });
    expect(content).toBeLessThan(20);
  });

  it.each([
    ['a listener of two UTC days is one of a local day', 'Asia/Kolkata', ['2026-06-10T20:00:00Z', '2026-06-11T03:00:00Z'], ['2026-06-11 0 2 1']],
    ['a day begun twice has both its parts', 'America/Goose_Bay', ['2010-11-07T03:00:30Z', '2010-11-07T03:30:00Z', '2010-11-07T04:30:00Z'], ['2010-11-06 0 1 1', '2010-11-07 0 2 1']],
    ['a day that never was has nothing', 'Pacific/Apia', ['2011-12-30T09:59:59Z', '2011-12-30T10:00:00Z'], ['2011-12-29 0 1 1', '2011-12-31 0 1 1']],
    ['a day off the quarters is exact', 'Africa/Monrovia', ['1960-01-01T00:44:29Z', '1960-01-01T00:44:30Z'], ['1959-12-31 0 1 1', '1960-01-01 0 1 1']],
  ])('roll-ups: %s', async (_, timezone, times, expected) => {
    const podcast = await aPodcast(test.db, 'One');
    await insertDownloads(test.db, times.map((at) => ({ episodeId: podcast.episodes[0] ?? '', at: new Date(at), listener: 'a' })));
    await rollUps.rollUpDays(LATER);
    const year = times[0]?.slice(0, 4);
    const query = { from: year === '1960' ? '1959-12-01' : `${year}-01-01`, to: `${year === '1960' ? '1960-11-30' : `${year}-12-31`}`, timezone };
    expect(await exported(podcast, query)).toEqual(expected);
    expect(await raw(podcast, query)).toEqual(expected);
  }); // prettier-ignore

  it('roll-ups of a day notice a listener who comes late to the day before', async () => {
    const podcast = await aPodcast(test.db, 'One');
    const at = (time: string) => ({ episodeId: podcast.episodes[0] ?? '', at: new Date(time), listener: 'a' });
    await insertDownloads(test.db, [at('2026-06-11T03:00:00Z')]);
    await rollUps.rollUpDays(LATER);
    await insertDownloads(test.db, [at('2026-06-10T20:00:00Z')]);
    await rollUps.rollUpDays(LATER);
    expect(await exported(podcast, { from: '2026-06-10', to: '2026-06-12', timezone: 'Asia/Kolkata' })).toEqual(['2026-06-11 0 2 1']);
  });

  it.each([
    ['0001-01-01', 'Asia/Tokyo'],
    ['9999-12-31', 'America/New_York'],
  ])('roll-ups of %s in %s are none, without a fault', async (date, timezone) => {
    expect(await exported(await aPodcast(test.db, 'One'), { from: date, to: date, timezone })).toEqual([]);
  });

  it('roll-ups change no ETag, and downloads do that come later', async () => {
    const podcast = await aPodcast(test.db, 'One');
    const at = (time: string) => ({ episodeId: podcast.episodes[0] ?? '', at: new Date(time), listener: 'a' });
    const query = { from: '2026-06-01', to: '2026-06-30', timezone: 'Asia/Kolkata' };
    const etag = async () => (await exportOf(podcast.id, query, true)).etag;
    await insertDownloads(test.db, [at('2026-06-10T10:00:00Z'), at('2026-06-11T10:00:00Z')]);
    const first = await etag();
    await rollUps.rollUpDays(LATER);
    expect(await etag()).toBe(first);
    await insertDownloads(test.db, [at('2026-06-10T11:00:00Z')]);
    const second = await etag();
    expect(second).not.toBe(first);
    await rollUps.rollUpDays(LATER);
    expect(await etag()).toBe(second);
  });

  it('roll-ups that are made again do not read all other days for each episode, in a session that began with few', async () => {
    const titles = Array.from({ length: 50 }, String);
    const [podcast, other] = [await aPodcast(test.db, ...titles), await aPodcast(test.db, ...titles)];
    const listen = ({ episodes }: APodcast, days: number) =>
      insertDownloads(
        test.db,
        episodes.flatMap((episodeId) =>
          Array.from({ length: days }, (_, day) => ({ episodeId, at: new Date(Date.UTC(2026, 0, 1 + day)), listener: 'l' })),
        ),
      );
    const day = { podcastId: podcast.id, day: '2026-01-01' };
    for (const table of ['download_days', 'download_day_states']) await test.db.query(`DELETE FROM ${table}`);
    await listen(podcast, 1);
    await rollUps.rollUpDays(LATER);
    await test.db.query('ANALYZE');
    const session = test.db.createQueryRunner();
    try {
      await session.manager.transaction((tx) => rollUp(tx, day));
      await listen(other, 40);
      await rollUps.rollUpDays(LATER); // in other sessions
      // The day has 50 episodes beside 2,000 rows.
      expect(await rowsRead(session.manager, (tx) => rollUp(tx, day))).toBeLessThan(20_000);
    } finally {
      await session.release();
    }
  });

  it('roll-ups leave the day alone that is not over in UTC', async () => {
    const podcast = await aPodcast(test.db, 'One');
    await insertDownloads(
      test.db,
      ['2026-06-10T23:59:59Z', '2026-06-11T00:00:00Z'].map((time) => ({
        episodeId: podcast.episodes[0] ?? '',
        at: new Date(time),
        listener: 'a',
      })),
    );
    await rollUps.rollUpDays(new Date('2026-06-11T23:59:59Z'));
    expect(await stale(podcast)).toEqual(['2026-06-11']);
  });

  it('roll-ups at work while downloads come in never miss one', async () => {
    const podcast = await aPodcast(test.db, 'One', 'Two');
    const query = { from: '2026-06-10', to: '2026-06-10', timezone: 'UTC' };
    for (let round = 0; round < 15; round++) {
      const downloads = Array.from({ length: 20 }, (_, n) => ({
        episodeId: podcast.episodes[n % 2] ?? '',
        at: new Date(Date.parse('2026-06-10T00:00:00Z') + (round * 20 + n) * 60_000),
        listener: `${n}`,
      }));
      await Promise.all([
        insertDownloads(test.db, downloads),
        rollUps.rollUpDays(LATER),
        rollUps.rollUpDays(LATER),
        insertDownloads(test.db, downloads),
      ]);
      expect(await exported(podcast, query)).toEqual(await raw(podcast, query));
    }
    await rollUps.rollUpDays(LATER);
    expect(await stale(podcast)).toEqual([]);
    expect(await exported(podcast, query)).toEqual(await raw(podcast, query));
  });

  it('roll-ups are made once by two at once', async () => {
    const podcast = await aPodcast(test.db, 'One');
    const days = Array.from({ length: 30 }, (_, n) => new Date(Date.UTC(2026, 5, 1 + n, 12)));
    await insertDownloads(
      test.db,
      days.map((at) => ({ episodeId: podcast.episodes[0] ?? '', at, listener: 'a' })),
    );
    const made = await Promise.all([rollUps.rollUpDays(LATER), rollUps.rollUpDays(LATER)]);
    expect(made.reduce((sum, one) => sum + one)).toBe(30);
  });

  it('roll-ups go with their episodes and podcasts', async () => {
    const podcast = await aPodcast(test.db, 'One', 'Two');
    await insertDownloads(
      test.db,
      podcast.episodes.map((episodeId) => ({ episodeId, at: new Date('2026-06-10T10:00:00Z'), listener: 'a' })),
    );
    await rollUps.rollUpDays(LATER);
    await test.db.query('DELETE FROM episodes WHERE id = $1', [podcast.episodes[0]]);
    expect(await exported(podcast, { from: '2026-06-10', to: '2026-06-10', timezone: 'UTC' })).toEqual(['2026-06-10 1 1 1']);
    await test.db.query('DELETE FROM podcasts WHERE id = $1', [podcast.id]);
    expect(await test.db.query('SELECT FROM download_days WHERE podcast_id = $1', [podcast.id])).toEqual([]);
  });
});
