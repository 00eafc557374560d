import { text } from 'node:stream/consumers';
import { authPersistence } from '@app/auth';
import { downloadsPersistence } from '@app/downloads';
import { aPodcast, insertDownloads, type APodcast } from '@app/downloads/testing';
import { newId } from '@app/database';
import { readsOn, useDatabase } from '@app/database/testing';
import { Env } from '@app/env';
import { Clock } from '@app/process';
import { podcastsPersistence } from '@app/podcasts';
import { beforeAll, describe, expect, it } from '@jest/globals';
import pino from 'pino';
import { AnalyticsQueries } from '../analytics.queries.js';
import { RolledUpFigures } from '../rolled-up-figures.js';
import { DownloadsRetention } from './downloads-retention.queries.js';
import { ExportSlots } from '../exports/export-slots.queries.js';
import { ExportsService } from '../exports/exports.service.js';
import { analyticsPersistence } from '../persistence.js';
import { RollUps } from './roll-ups.queries.js';

const test = useDatabase([authPersistence, podcastsPersistence, downloadsPersistence, analyticsPersistence]);
const NOW = new Date('2026-08-01T00:00:00Z');

let rollUps: RollUps;
let retention: DownloadsRetention;
let exports: ExportsService;
let podcast: APodcast;

beforeAll(async () => {
  rollUps = new RollUps(test.db);
  retention = new DownloadsRetention(test.db, { DOWNLOADS_RETENTION_DAYS: 100 }, new Clock());
  const log = pino({ level: 'silent' });
  exports = new ExportsService(
    new AnalyticsQueries(readsOn(test.db)),
    new RolledUpFigures(new AnalyticsQueries(readsOn(test.db))),
    new ExportSlots(test.db, log),
    new Clock(),
    log,
    new Env(),
  );
  for (const month of ['01', '02', '03', '04', '05'])
    await test.db.query(`SELECT add_downloads_partition($1::timestamptz, $1::timestamptz + interval '1 month')`, [
      `2026-${month}-01T00:00:00Z`,
    ]);
  podcast = await aPodcast(test.db, 'One', 'Two');
});

/** Three downloads an hour in the first months of 2026, of different listeners on different days. */
function downloads(): { episodeId: string; at: Date; listener: string }[] {
  return Array.from({ length: 2000 }, (_, n) => {
    const at = new Date(Date.parse('2026-01-05T10:07:00Z') + n * 4_700_000);
    return { episodeId: podcast.episodes[n % 2] ?? '', at, listener: `${at.toISOString().slice(0, 10)} ${n % 7}` };
  });
}

async function figures(timezone: string): Promise<string> {
  const query = { from: '2026-01-01', to: '2026-04-30', timezone, bom: false };
  const { stream } = await exports.export({ userId: newId(), podcastId: podcast.id, query, has: () => false });
  return stream ? text(stream) : '';
}

const partitions = async () =>
  (await test.db.query<{ name: string }[]>(`SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'downloads'::regclass ORDER BY 1`)).map(({ name }) => name); // prettier-ignore

const ZONES = ['UTC', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Chatham'];

describe('single downloads that are older than DOWNLOADS_RETENTION_DAYS', () => {
  it('downloads older than DOWNLOADS_RETENTION_DAYS are kept while a day of them is not rolled up', async () => {
    await insertDownloads(test.db, downloads());
    expect(await retention.dropOld(NOW)).toEqual({ partitions: 0, stragglers: 0 });
    await rollUps.rollUpDays(NOW);
  });

  it('downloads older than DOWNLOADS_RETENTION_DAYS stay while a statement reads the oldest month, and so do later months', async () => {
    await test.db.transaction(async (tx) => {
      await tx.query('SELECT FROM downloads_2026_01 LIMIT 1');
      expect(await retention.dropOld(NOW)).toEqual({ partitions: 0, stragglers: 0 });
    });
  });

  it('downloads older than DOWNLOADS_RETENTION_DAYS go by whole months, and the figures stay what they were in every zone', async () => {
    const before = await Promise.all(ZONES.map(figures));
    expect(before[0]?.length).toBeGreaterThan(1000);
    expect(await retention.dropOld(NOW)).toEqual({ partitions: 3, stragglers: 0 }); // until 23 April
    expect(await partitions()).not.toContain('downloads_2026_03');
    expect(await partitions()).toContain('downloads_2026_04');
    expect(await Promise.all(ZONES.map(figures))).toEqual(before);
  });

  it('old downloads do not come back: one that arrives late changes no figure, and is deleted', async () => {
    const before = await figures('UTC');
    await insertDownloads(test.db, [{ episodeId: podcast.episodes[0] ?? '', at: new Date('2026-02-03T04:05:06Z'), listener: 'late' }]);
    expect(await rollUps.rollUpDays(NOW)).toBe(0);
    expect(await figures('UTC')).toBe(before);
    expect(await retention.dropOld(NOW)).toEqual({ partitions: 0, stragglers: 1 });
  });

  it('downloads older than DOWNLOADS_RETENTION_DAYS of a month that is kept are counted as ever', async () => {
    await insertDownloads(test.db, [{ episodeId: podcast.episodes[0] ?? '', at: new Date('2026-04-29T04:05:06Z'), listener: 'new' }]);
    expect(await retention.dropOld(NOW)).toEqual({ partitions: 0, stragglers: 0 });
    expect(await rollUps.rollUpDays(NOW)).toBe(1);
  });
});

describe('downloads are stored by months', () => {
  it('the figures of some days are read from the months of those days alone', async () => {
    const plan = await test.db.query<Record<'QUERY PLAN', string>[]>(
      `EXPLAIN SELECT d.episode_id, count(*)::int FROM episodes e JOIN downloads d ON d.episode_id = e.id
        WHERE e.podcast_id = $1 AND d.at >= '2026-04-10' AND d.at < '2026-04-12' GROUP BY d.episode_id`,
      [podcast.id],
    );
    const read = plan.map((row) => row['QUERY PLAN']).filter((line) => line.includes(' on downloads'));
    expect(read).toEqual([expect.stringContaining('downloads_2026_04')]);
  });
});
