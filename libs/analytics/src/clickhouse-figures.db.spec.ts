import { text } from 'node:stream/consumers';
import { authPersistence } from '@app/auth';
import { ClickHouseServer, hasClickHouse } from '@app/clickhouse';
import { ClickHouse, DownloadLog, DownloadLogQueries, Downloads, downloadsPersistence, migrateClickHouse } from '@app/downloads';
import { aPodcast, insertDownloads, type ADownload, type APodcast } from '@app/downloads/testing';
import { newId } from '@app/database';
import { readsOn, useDatabase } from '@app/database/testing';
import { Env } from '@app/env';
import { Clock } from '@app/process';
import { podcastsPersistence } from '@app/podcasts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import pino from 'pino';
import { AnalyticsQueries } from './analytics.queries.js';
import { AnalyticsService } from './analytics.service.js';
import { ClickHouseFigures } from './clickhouse-figures.queries.js';
import { ExportSlots } from './exports/export-slots.queries.js';
import { ExportsService } from './exports/exports.service.js';
import type { FiguresSource } from './figures.js';
import { analyticsPersistence } from './persistence.js';
import { RolledUpFigures } from './rolled-up-figures.js';
import { RollUps } from './roll-ups/roll-ups.queries.js';

const test = useDatabase([authPersistence, podcastsPersistence, downloadsPersistence, analyticsPersistence]);
const log = pino({ level: 'error' });
const LATER = new Date('2040-01-01T00:00:00Z');
const HOUR_MS = 3_600_000;
const NOW = new Date('2026-10-25T12:00:00Z');

let server: ClickHouseServer;
let clickHouse: ClickHouse;
let downloads: Downloads;
let sources: Record<'postgresql' | 'clickhouse', FiguresSource>;

beforeAll(async () => {
  if (!hasClickHouse) return;
  server = await ClickHouseServer.start();
  clickHouse = new ClickHouse({ DOWNLOADS_URL: server.url });
  await migrateClickHouse({ DOWNLOADS_URL: server.url });
  const queries = new DownloadLogQueries(test.db);
  downloads = new Downloads(clickHouse, queries, new DownloadLog(queries, clickHouse, log));
  const analytics = new AnalyticsQueries(readsOn(test.db));
  sources = { postgresql: new RolledUpFigures(analytics), clickhouse: new ClickHouseFigures(clickHouse, analytics) };
}, 120_000);
afterAll(async () => {
  await clickHouse?.onApplicationShutdown();
  await server?.destroy();
});

type Query = { readonly from: string; readonly to: string; readonly timezone: string; readonly episode_id?: string };

const clock = new (class extends Clock {
  override now = () => NOW;
})();

/** The file, as it is sent. */
async function fileFrom(source: FiguresSource, { id }: APodcast, query: Query): Promise<string> {
  const slots = new ExportSlots(test.db, log);
  const exports = new ExportsService(new AnalyticsQueries(readsOn(test.db)), source, slots, clock, log, new Env());
  const { stream } = await exports.export({ userId: newId(), podcastId: id, query: { ...query, bom: false }, has: () => false });
  return stream ? text(stream) : '';
}

/** All pages. */
async function pagesFrom(source: FiguresSource, { id }: APodcast, query: Query): Promise<readonly object[]> {
  const service = new AnalyticsService(new AnalyticsQueries(readsOn(test.db)), source, clock);
  const rows: object[] = [];
  for (let after: string | undefined; ;) {
    const { data, meta } = await service.list(id, { ...query, first: 7, ...(after === undefined ? {} : { after }) });
    rows.push(...data);
    if (meta.next_cursor === null) return rows;
    after = meta.next_cursor;
  }
}

/** The same downloads in both. */
async function listen(some: readonly ADownload[]): Promise<void> {
  await insertDownloads(test.db, some);
  await test.db.transaction((tx) => downloads.add(tx, some));
  await downloads.settle();
}

const ZONES = [
  ...['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Asia/Kathmandu', 'America/St_Johns', 'Australia/Lord_Howe'],
  ...['Pacific/Chatham', 'Pacific/Kiritimati', 'Pacific/Niue', 'America/Santiago', 'Africa/Cairo', 'Asia/Tehran', 'America/Havana'],
  ...['Antarctica/Troll', 'Australia/Eucla', 'Pacific/Marquesas', 'Europe/London', 'Atlantic/Azores', 'America/Goose_Bay'],
];

/** Around changes of the clocks, before 1970, and weeks of which some days are not over at {@link NOW}. */
const WEEKS = ['2026-03-27', '2026-10-23', '2026-04-03', '2026-06-10', '2010-11-05', '1969-12-30'];

if (!hasClickHouse) it('the comparison of ClickHouse with PostgreSQL needs chdb', () => undefined);
else
  describe('figures out of ClickHouse (contract 16.11)', () => {
    it('figures out of ClickHouse are those of PostgreSQL on the same downloads, to the last cell and in every time zone', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...WEEKS),
          fc.noBias(fc.shuffledSubarray(ZONES, { minLength: 5, maxLength: 5 })),
          fc.array(
            fc.noBias(
              fc.record({
                quarter: fc.integer({ min: -120, max: 504 }),
                seconds: fc.constantFrom(0, 0, 1, 59, 61, 600, 899.999), // on the quarter hour itself now and then
                episode: fc.integer({ min: 0, max: 2 }),
                name: fc.constantFrom('ann', 'ben', 'c"y\\\n', 'dí'),
              }),
            ),
            { minLength: 30, maxLength: 60 },
          ),
          async (week, zones, some) => {
            const podcast = await aPodcast(test.db, 'One', '=Two, "too"', 'Three\r\nlines');
            const begin = Date.parse(`${week}T00:00:00Z`);
            await listen(
              some.map(({ quarter, seconds, episode, name }) => ({
                episodeId: podcast.episodes[episode] ?? '',
                at: new Date(begin + quarter * (HOUR_MS / 4) + seconds * 1000),
                listener: name,
              })),
            );
            await new RollUps(test.db).rollUpDays(LATER);
            const to = new Date(begin + 96 * HOUR_MS).toISOString().slice(0, 10);
            for (const [n, timezone] of zones.entries()) {
              const [one] = podcast.episodes;
              const query = { from: week, to, timezone, ...(n === 0 && one !== undefined ? { episode_id: one } : {}) };
              const [expected, rows] = [
                await fileFrom(sources.postgresql, podcast, query),
                await pagesFrom(sources.postgresql, podcast, query),
              ];
              expect([timezone, await fileFrom(sources.clickhouse, podcast, query)]).toEqual([timezone, expected]);
              expect([timezone, await pagesFrom(sources.clickhouse, podcast, query)]).toEqual([timezone, rows]);
            }
          },
        ),
        { numRuns: 12, endOnFailure: true },
      );
    }, 300_000);

    it('figures out of ClickHouse are those of PostgreSQL over a year of more episodes than a step of the file has', async () => {
      const podcast = await aPodcast(test.db, ...Array.from({ length: 1100 }, (_, n) => `Episode ${n}`));
      const begin = Date.parse('2025-10-25T00:00:00Z');
      const spread = podcast.episodes.map((episodeId, n) => ({ episodeId, at: new Date(begin + n * 8 * HOUR_MS), listener: `l${n % 3}` }));
      const onOneDay = podcast.episodes.map((episodeId) => ({ episodeId, at: new Date('2026-03-29T00:30:00Z'), listener: 'ann' }));
      await listen([...spread, ...onOneDay]);
      await new RollUps(test.db).rollUpDays(LATER);
      for (const timezone of ['Europe/Berlin', 'Asia/Kolkata']) {
        const query = { from: '2025-10-25', to: '2026-10-25', timezone };
        const file = await fileFrom(sources.clickhouse, podcast, query);
        expect(file.split('\r\n').length).toBeGreaterThan(2000);
        expect([timezone, file]).toEqual([timezone, await fileFrom(sources.postgresql, podcast, query)]);
      }
    }, 120_000);
  });
