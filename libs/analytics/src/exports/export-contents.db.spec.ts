import { buffer } from 'node:stream/consumers';
import { authPersistence } from '@app/auth';
import { newId } from '@app/database';
import { readsOn, useDatabase } from '@app/database/testing';
import { downloadsPersistence } from '@app/downloads';
import { aPodcast, type APodcast } from '@app/downloads/testing';
import { Env } from '@app/env';
import { podcastsPersistence } from '@app/podcasts';
import { Clock } from '@app/process';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import pino from 'pino';
import { AnalyticsQueries } from '../analytics.queries.js';
import { RolledUpFigures } from '../rolled-up-figures.js';
import { analyticsPersistence } from '../persistence.js';
import { ExportSlots } from './export-slots.queries.js';
import { ExportsService } from './exports.service.js';

const test = useDatabase([authPersistence, podcastsPersistence, downloadsPersistence, analyticsPersistence]);
const log = pino({ level: 'silent' });
const DAY = { from: '2025-01-01', to: '2025-01-01', timezone: 'UTC', bom: false };
let now: Date;

beforeEach(() => {
  now = new Date('2025-01-01T20:00:00Z');
});

/** A podcast whose episodes have one download each. */
async function aPodcastOf(...titles: string[]): Promise<APodcast> {
  const podcast = await aPodcast(test.db, ...titles);
  for (const episode of podcast.episodes) await download(episode);
  return podcast;
}

const download = (episodeId: string | undefined) =>
  test.db.query(
    `INSERT INTO downloads (id, episode_id, at, listener) VALUES (gen_random_uuid(), $1, '2025-01-01T12:00:00Z', gen_random_uuid())`,
    [episodeId],
  );

async function exportOf({ id: podcastId }: APodcast, query: object = {}) {
  const clock = Object.assign(new Clock(), { now: () => now });
  const slots = new ExportSlots(test.db, log);
  const queries = new AnalyticsQueries(readsOn(test.db));
  const service = new ExportsService(queries, new RolledUpFigures(queries), slots, clock, log, new Env());
  const { etag, stream } = await service.export({ userId: newId(), podcastId, query: { ...DAY, ...query }, has: () => false });
  return { etag, content: stream ? (await buffer(stream)).toString() : '' };
}

const rowsOf = (content: string): string[][] => parse(content, { record_delimiter: '\r\n' });

describe('a cell of the export (RFC 4180)', () => {
  const CELLS = [
    ['Plain', 'Plain'],
    ['', ''],
    [' spaces ', ' spaces '],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['one\nline', '"one\nline"'],
    ['😀 ünï', '😀 ünï'],
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['＝1', "'＝1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠1', "'＠1"],
    ['\tx', "'\tx"],
    ['\rx', '"\'\rx"'],
    ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
    ['1-1', '1-1'],
    ['back\\slash', 'back\\slash'],
  ] as const;

  it('a cell of the export is quoted where it must be, and begins with nothing that a spreadsheet would run', async () => {
    const podcast = await aPodcastOf(...CELLS.map(([title]) => title));
    const { content } = await exportOf(podcast);
    podcast.episodes.forEach((id, index) => expect(content).toContain(`2025-01-01,${id},${CELLS[index]?.[1]},1,1,false\r\n`));
    expect(rowsOf(content)).toHaveLength(CELLS.length + 1);
  });
});

describe('the export of a podcast (contract 12)', () => {
  it('the export of a podcast begins with a byte order mark when it is asked for', async () => {
    const podcast = await aPodcastOf('One');
    expect((await exportOf(podcast, { bom: true })).content.startsWith('\ufeffdate,')).toBe(true);
    expect((await exportOf(podcast)).content.startsWith('date,')).toBe(true);
  });

  it('the export of a podcast has the lines of one episode alone when it is asked for', async () => {
    const podcast = await aPodcastOf('One', 'Two');
    const [, episode_id = ''] = podcast.episodes;
    const { content } = await exportOf(podcast, { episode_id });
    expect(rowsOf(content).slice(1)).toEqual([['2025-01-01', episode_id, 'Two', '1', '1', 'false']]);
  });

  it('the export of a podcast of one episode is the same whatever the titles of others are', async () => {
    const podcast = await aPodcastOf('One', 'Two');
    const [other, episode_id] = podcast.episodes;
    const { etag } = await exportOf(podcast, { episode_id });
    const rename = (id = '') => test.db.query(`UPDATE episodes SET title = 'New' WHERE id = $1`, [id]);
    await rename(other);
    expect((await exportOf(podcast, { episode_id })).etag).toBe(etag);
    await rename(episode_id);
    expect((await exportOf(podcast, { episode_id })).etag).not.toBe(etag);
  });

  it('the export of a podcast is refused for an episode that is not the podcast’s', async () => {
    const [podcast, other] = [await aPodcastOf('One'), await aPodcastOf('Other')];
    for (const episode_id of [other.episodes[0], newId(), 'x']) {
      const refusal = { errors: [{ field: 'episode_id', code: 'episode_not_found' }] };
      await expect(exportOf(podcast, { episode_id })).rejects.toMatchObject(refusal);
    }
  });

  it('the export of a podcast has every line of a day with more episodes than one piece has', async () => {
    const podcast = await aPodcast(test.db, 'One');
    await test.db.query(
      `WITH e AS (INSERT INTO episodes (id, podcast_id, title) SELECT gen_random_uuid(), $1, 'E' || n FROM generate_series(1, 2500) n RETURNING id)
       INSERT INTO downloads (id, episode_id, at, listener) SELECT gen_random_uuid(), id, '2025-01-01T12:00:00Z', 'x' FROM e`,
      [podcast.id],
    );
    const { content } = await exportOf(podcast);
    const ids = rowsOf(content).slice(1).map(([, id]) => id); // prettier-ignore
    expect([ids.length, ids]).toEqual([2500, ids.toSorted()]);
  });
});

describe('the ETag of an export', () => {
  it('the ETag of an export changes when a day is over, since its lines are final then', async () => {
    const podcast = await aPodcastOf('One');
    const before = await exportOf(podcast);
    now = new Date('2025-01-02T00:00:00Z');
    const after = await exportOf(podcast);
    expect([before.content.includes(',false\r\n'), after.content.includes(',true\r\n')]).toEqual([true, true]);
    expect(after.etag).not.toBe(before.etag);
  });

  it('the ETag of an export changes with a download, a title, the episode and the byte order mark, and with nothing else', async () => {
    const podcast = await aPodcastOf('One');
    const [episode] = podcast.episodes;
    const tags = [(await exportOf(podcast)).etag];
    expect((await exportOf(podcast)).etag).toBe(tags[0]);
    await download(episode);
    tags.push((await exportOf(podcast)).etag);
    await test.db.query(`UPDATE episodes SET title = 'Renamed' WHERE id = $1`, [episode]);
    tags.push((await exportOf(podcast)).etag);
    tags.push((await exportOf(podcast, { bom: true })).etag, (await exportOf(podcast, { episode_id: episode })).etag);
    expect(new Set(tags).size).toBe(5);
  });

  it('the ETag of an export changes when two episodes swap their titles', async () => {
    const podcast = await aPodcastOf('One', 'Two');
    const { etag } = await exportOf(podcast);
    await test.db.query(`UPDATE episodes SET title = CASE title WHEN 'One' THEN 'Two' ELSE 'One' END WHERE podcast_id = $1`, [podcast.id]);
    expect((await exportOf(podcast)).etag).not.toBe(etag);
  });
});
