import { authPersistence } from '@app/auth';
import { chaptersPersistence } from '@app/chapters';
import { Cursors, type PageQuery } from '@app/http';
import { newId } from '@app/database';
import { readsOn, rowsRead, useDatabase } from '@app/database/testing';
import { until } from '@app/process/testing';
import { podcastsPersistence } from '@app/podcasts';
import { transcriptsPersistence } from '@app/transcripts';
import { uploadsPersistence } from '@app/uploads';
import { videoStocksPersistence } from '@app/video-stocks';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { EpisodeRecordsService } from './episode-records.service.js';
import type { EpisodeResponse } from './episodes.dto.js';
import { EpisodesQueries, type EpisodesFilter } from './episodes.queries.js';
import { PARTS } from './missing-parts.js';
import { episodesPersistence } from './persistence.js';

const test = useDatabase([
  authPersistence,
  podcastsPersistence,
  transcriptsPersistence,
  chaptersPersistence,
  uploadsPersistence,
  videoStocksPersistence,
  episodesPersistence,
]);
const owner = newId();
let service: EpisodeRecordsService;

beforeAll(async () => {
  await test.db.query(`INSERT INTO users (id, name) VALUES ($1, 'Alice')`, [owner]);
  service = new EpisodeRecordsService(new EpisodesQueries(readsOn(test.db), test.db));
});

async function aPodcast(): Promise<string> {
  const id = newId();
  await test.db.query(
    `INSERT INTO podcasts (id, title, owner_id, quota_bearer_id, ownership_confirmed_at) VALUES ($1, 'P', $2, $2, now())`,
    [id, owner],
  );
  return id;
}

async function titled(podcast: string, title: string): Promise<string> {
  const id = newId();
  await test.db.query(`INSERT INTO episodes (id, podcast_id, title) VALUES ($1, $2, $3)`, [id, podcast, title]);
  return id;
}

async function anEpisode(podcast: string, publishedAt: string | null = null, guid: string | null = null): Promise<string> {
  const id = newId();
  await test.db.query(`INSERT INTO episodes (id, podcast_id, title, published_at, guid) VALUES ($1, $2, $3, $4, $5)`, [
    ...[id, podcast, id],
    ...[publishedAt, guid],
  ]);
  return id;
}

const aTranscript = (episode: string) =>
  test.db.query(`INSERT INTO transcripts (episode_id, revision, format, segment_count) VALUES ($1, $2, 'vtt', 3)`, [episode, newId()]);

const chapters = (episode: string, count: number) =>
  test.db.query(`INSERT INTO chapters (episode_id, position, start_time, title) SELECT $1, n, n, 'C' FROM generate_series(1, $2::int) n`, [
    episode,
    count,
  ]);

async function aVideo(podcast: string, episode: string | null): Promise<string> {
  const id = newId();
  await test.db.query(
    `INSERT INTO video_stocks (id, podcast_id, owner_id, client_key, status, duration_seconds, matched_episode_id)
     VALUES ($1, $2, $3, $4, CASE WHEN $5::uuid IS NULL THEN 'ready' ELSE 'matched' END, 600, $5)`,
    [id, podcast, owner, id, episode],
  );
  return id;
}

const show = (id: string) => service.show(id, 'https://api.example.com');
const missing = async (id: string) => (await show(id)).missing;

/** Every page of a list. */
async function listed(podcast: string, filter: EpisodesFilter = {}, first = 50): Promise<EpisodeResponse[]> {
  const found: EpisodeResponse[] = [];
  let query: PageQuery & EpisodesFilter = { first, ...filter };
  for (let pages = 0; pages < 1000; pages += 1) {
    const { data, meta } = await service.list(podcast, query, 'https://api.example.com');
    found.push(...data);
    if (meta.next_cursor === null) return found;
    query = { ...query, after: meta.next_cursor };
  }
  throw new Error('the list has no end');
}
const ids = (episodes: readonly EpisodeResponse[]) => episodes.map(({ id }) => id);

describe('the record of an episode', () => {
  it('the record of an episode tells what there is of it', async () => {
    const podcast = await aPodcast();
    const episode = await anEpisode(podcast, '2026-10-01T00:00:00Z', 'urn:1');
    await aTranscript(episode);
    await chapters(episode, 2);
    const stock = await aVideo(podcast, episode);
    expect(await show(episode)).toEqual({
      id: episode,
      podcast_id: podcast,
      guid: 'urn:1',
      title: episode,
      published_at: '2026-10-01T00:00:00.000Z',
      duration_seconds: null,
      audio_url: null,
      download_url: `https://api.example.com/e/${episode}`,
      transcription: 'idle',
      transcript: { format: 'vtt', segment_count: 3, uploaded_at: expect.any(String) },
      chapters: { count: 2, uploaded_at: expect.any(String) },
      video: { stock_id: stock, duration_seconds: 600 },
      missing: [],
      created_at: expect.any(String),
    });
  });

  it('the record of an episode follows transcripts, chapters and videos as they come and go', async () => {
    const podcast = await aPodcast();
    const episode = await anEpisode(podcast);
    expect(await show(episode)).toMatchObject({ transcript: null, chapters: null, video: null, missing: [...PARTS] });
    await aTranscript(episode);
    expect(await missing(episode)).toEqual(['chapters', 'video']);
    await chapters(episode, 3);
    expect(await missing(episode)).toEqual(['video']);
    await test.db.query('DELETE FROM chapters WHERE episode_id = $1 AND position = 3', [episode]);
    expect((await show(episode)).chapters?.count).toBe(2);
    const stock = await aVideo(podcast, null);
    await test.db.query(`UPDATE video_stocks SET status = 'matched', matched_episode_id = $2 WHERE id = $1`, [stock, episode]);
    expect(await missing(episode)).toEqual([]);
    await test.db.query('DELETE FROM transcripts WHERE episode_id = $1', [episode]);
    await test.db.query('DELETE FROM chapters WHERE episode_id = $1', [episode]);
    await test.db.query('DELETE FROM video_stocks WHERE id = $1', [stock]);
    expect(await show(episode)).toMatchObject({ chapters: null, missing: [...PARTS] });
  });

  it('the record of an episode loses nothing when a transcript and a video come at once', async () => {
    const podcast = await aPodcast();
    const episode = await anEpisode(podcast);
    const stock = await aVideo(podcast, null);
    await test.db
      .transaction(async (tx) => {
        await tx.query(`INSERT INTO transcripts (episode_id, revision, format, segment_count) VALUES ($1, $2, 'srt', 1)`, [
          episode,
          newId(),
        ]);
        const video = test.db.query(`UPDATE video_stocks SET matched_episode_id = $2 WHERE id = $1`, [stock, episode]);
        await untilSomebodyWaits();
        return { video };
      })
      .then(({ video }) => video);
    expect(await missing(episode)).toEqual(['chapters']);
  });

  it('the record of an episode goes with its episode, and with its podcast', async () => {
    const podcast = await aPodcast();
    const [one, two] = [await anEpisode(podcast), await anEpisode(podcast)];
    await chapters(one, 2);
    await test.db.query('DELETE FROM episodes WHERE id = $1', [one]);
    await expect(show(one)).rejects.toMatchObject({ kind: 'not_found' });
    await test.db.query('DELETE FROM podcasts WHERE id = $1', [podcast]);
    await expect(show(two)).rejects.toMatchObject({ kind: 'not_found' });
  });
});

/** Migrations of the table and of the search, in order. */
const MIGRATIONS = episodesPersistence.migrations.map((Migration) => new Migration());

describe('the migration', () => {
  it('the migration of episodes’ contents takes over what there is', async () => {
    const podcast = await aPodcast();
    const [full, bare] = [await anEpisode(podcast, '2026-01-01T00:00:00Z'), await anEpisode(podcast)];
    await aTranscript(full);
    await chapters(full, 2);
    await aVideo(podcast, full);
    const before = (await listed(podcast)).map(({ id, missing, chapters }) => ({ id, missing, count: chapters?.count }));
    const runner = test.db.createQueryRunner();
    for (const migration of MIGRATIONS.toReversed()) await migration.down(runner);
    for (const migration of MIGRATIONS) await migration.up(runner);
    await runner.release();
    const after = (await listed(podcast)).map(({ id, missing, chapters }) => ({ id, missing, count: chapters?.count }));
    expect(after).toEqual(before);
    expect(ids(await listed(podcast, { q: full }))).toEqual([full]);
    expect(after).toEqual([
      { id: bare, missing: [...PARTS], count: undefined },
      { id: full, missing: [], count: 2 },
    ]);
  });

  it('the migration of episodes’ contents fills its table without a lock that makes writers wait (contract 16.9)', async () => {
    const podcast = await aPodcast();
    await test.db.query(`INSERT INTO episodes (id, podcast_id, title) SELECT uuidv7(), $1, 'E' FROM generate_series(1, 2500)`, [podcast]);
    const runner = test.db.createQueryRunner();
    const filled: { readonly rows: number; readonly locks: unknown }[] = [];
    const watching = new Proxy(runner, {
      get(target, name) {
        if (name !== 'query') return Reflect.get(target, name, target) as unknown;
        return async (text: string, values?: unknown[]) => {
          const result: unknown = await target.query(text, values);
          if (/^\s*(INSERT|UPDATE)/.test(text))
            filled.push({ rows: (values?.[0] as unknown[]).length, locks: await target.query(STRONG_LOCKS) });
          return result;
        };
      },
    });
    for (const migration of MIGRATIONS.toReversed()) await migration.down(runner);
    for (const migration of MIGRATIONS) await migration.up(watching);
    await runner.release();
    expect(filled.length).toBeGreaterThanOrEqual(6);
    for (const { rows, locks } of filled) expect([rows <= 1000, locks]).toEqual([true, []]);
    expect(ids(await listed(podcast, { q: 'e' }, 100))).toHaveLength(2500);
  });

  it('the migration of episodes’ contents takes over an episode only after the transaction that stores its transcript', async () => {
    const podcast = await aPodcast();
    const episode = await anEpisode(podcast);
    const runner = test.db.createQueryRunner();
    for (const migration of MIGRATIONS.toReversed()) await migration.down(runner);
    const storing = test.db.createQueryRunner();
    await storing.startTransaction();
    await storing.query('SELECT FROM episodes WHERE id = $1 FOR NO KEY UPDATE', [episode]);
    const [first, ...others] = MIGRATIONS;
    const migrating = first?.up(runner);
    await until(
      async () => (await test.db.query<object[]>(`SELECT FROM pg_trigger WHERE tgname = 'episode_contents_of_video'`)).length > 0,
    );
    await storing.query(`INSERT INTO transcripts (episode_id, revision, format, segment_count) VALUES ($1, $2, 'vtt', 3)`, [
      episode,
      newId(),
    ]);
    await storing.commitTransaction();
    await storing.release();
    await migrating;
    for (const migration of others) await migration.up(runner);
    await runner.release();
    expect(await missing(episode)).toEqual(['chapters', 'video']);
  });
});

/** Until a session of this database waits for a lock. */
const untilSomebodyWaits = () =>
  until(async () => {
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    return (await test.db.query<unknown[]>(waiting)).length > 0;
  });

describe('the list of episodes', () => {
  it('the list of episodes is unpublished ones first, then the latest, by id among equals, in pages of any size', async () => {
    const podcast = await aPodcast();
    const dates = ['2026-01-01T00:00:00.000001Z', null, '2026-01-01T00:00:00Z', '1066-10-14T09:00:00Z', null, '2026-01-01T00:00:00Z'];
    const episodes: string[] = [];
    for (const date of dates) episodes.push(await anEpisode(podcast, date));
    await anEpisode(await aPodcast());
    const expected = [4, 1, 0, 5, 2, 3].map((index) => episodes[index]);
    for (const first of [1, 2, 4, 100]) expect(ids(await listed(podcast, {}, first))).toEqual(expected);
  });

  it('the list of episodes moves an episode when it is published', async () => {
    const podcast = await aPodcast();
    const [one, two] = [await anEpisode(podcast), await anEpisode(podcast, '2026-01-01T00:00:00Z')];
    expect(ids(await listed(podcast))).toEqual([one, two]);
    await test.db.query(`UPDATE episodes SET published_at = '2025-01-01T00:00:00Z' WHERE id = $1`, [one]);
    expect(ids(await listed(podcast))).toEqual([two, one]);
  });

  it('the list of episodes can be asked for the episodes that lack all of some parts, and for one guid', async () => {
    const podcast = await aPodcast();
    const bare = await anEpisode(podcast, null, 'urn:bare');
    const told = await anEpisode(podcast, '2026-01-02T00:00:00Z', 'urn:told');
    const chaptered = await anEpisode(podcast, '2026-01-03T00:00:00Z');
    await aTranscript(told);
    await chapters(chaptered, 1);
    const of = async (filter: EpisodesFilter, first?: number) => ids(await listed(podcast, filter, first));
    expect(await of({ missing: ['transcript'] }, 1)).toEqual([bare, chaptered]);
    expect(await of({ missing: ['video', 'chapters'] }, 1)).toEqual([bare, told]);
    expect(await of({ missing: [...PARTS] })).toEqual([bare]);
    expect(await of({ guid: 'urn:told' })).toEqual([told]);
    expect(await of({ guid: 'urn:told', missing: ['transcript'] })).toEqual([]);
    expect(await of({ guid: 'urn:tol' })).toEqual([]);
    const elsewhere = await anEpisode(await aPodcast());
    expect(await of({ ids: [told, bare, elsewhere, newId(), bare] }, 1)).toEqual([bare, told]);
    expect(await of({ ids: [told, bare], missing: ['transcript'] })).toEqual([bare]);
    expect(await of({ ids: [bare], guid: 'urn:told' })).toEqual([]);
    expect(await of({ ids: [told, bare], guid: 'urn:told' })).toEqual([told]);
    expect(await of({ ids: [told], q: 'nothing' })).toEqual([]);
  });

  it('the list of episodes refuses the cursor of another filter, and a place that no time has', async () => {
    const podcast = await aPodcast();
    await anEpisode(podcast);
    await anEpisode(podcast);
    const { meta } = await service.list(podcast, { first: 1 }, '');
    const after = meta.next_cursor ?? '';
    for (const other of [{ missing: ['video'] }, { guid: 'urn:one' }, { ids: [newId()] }, { q: 'one' }] as const)
      await expect(service.list(podcast, { first: 1, after, ...other }, '')).rejects.toMatchObject({ kind: 'invalid' });
    await expect(service.list(await aPodcast(), { first: 1, after }, '')).rejects.toMatchObject({ kind: 'invalid' });
    const cursors = new Cursors(`episodes of ${podcast} with [null,null,null]`, () => true);
    const at = (us: string) => service.list(podcast, { first: 1, after: cursors.at(`${us} ${newId()}`) }, '');
    for (const us of ['500000000000000001', '-210000000000000001']) await expect(at(us)).rejects.toMatchObject({ kind: 'invalid' });
    for (const us of ['500000000000000000', '-210000000000000000']) expect((await at(us)).meta.has_more).toBe(false);
  });

  it('the list of episodes pages past episodes of any time, to the millisecond', async () => {
    const podcast = await aPodcast();
    const times = ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.998Z', '2026-01-01T00:00:00.001Z', '1969-12-31T23:59:59.999Z'];
    for (const time of times) await anEpisode(podcast, time);
    const found = await listed(podcast, {}, 1);
    expect(found.map(({ published_at }) => published_at)).toEqual(times);
  });

  const FILTERS: EpisodesFilter[] = [
    {},
    { missing: ['transcript'] },
    { missing: ['video', 'chapters'] },
    { missing: [...PARTS] },
    { guid: 'g7' },
    { ids: [newId(), newId()] },
  ];

  it.each([
    'before the database has statistics',
    'with statistics of before the episodes got their parts',
    'after the database has statistics',
  ])('the list of episodes reads a bounded number of rows of a large podcast, %s', async (when) => {
    const podcast = await aPodcast();
    const other = await aPodcast();
    // Nearly every episode has everything but the video, so that a walk over all of them would be long.
    await test.db.query(
      `INSERT INTO episodes (id, podcast_id, title, guid, published_at)
       SELECT uuidv7(), CASE WHEN n % 10 = 0 THEN $2::uuid ELSE $1 END, 'E', 'g' || n, timestamptz '2020-01-01' + n * interval '1 minute'
         FROM generate_series(1, 20000) n`,
      [podcast, other],
    );
    if (when.startsWith('with')) await test.db.query('ANALYZE');
    await test.db.query(
      `INSERT INTO transcripts (episode_id, revision, format, segment_count)
       SELECT id, id, 'srt', 1 FROM episodes WHERE podcast_id = $1 AND guid <> 'g7'`,
      [podcast],
    );
    await test.db.query(
      `INSERT INTO chapters (episode_id, position, start_time, title)
       SELECT id, 0, 0, 'C' FROM episodes WHERE podcast_id = $1 AND guid NOT IN ('g7', 'g8')`,
      [podcast],
    );
    await test.db.query(
      `INSERT INTO video_stocks (id, podcast_id, owner_id, client_key, status, duration_seconds, matched_episode_id)
       SELECT uuidv7(), podcast_id, $2, id::text, 'matched', 60, id FROM episodes WHERE podcast_id = $1`,
      [other, owner],
    );
    if (when.startsWith('after')) await test.db.query('ANALYZE');
    for (const filter of FILTERS) {
      const middle = { releasedUs: String(Date.parse('2020-01-08') * 1000), id: newId() };
      for (const after of [undefined, middle]) expect(await rowsOfPage(podcast, filter, after)).toBeLessThan(600);
    }
  });

  /** Rows that one page, which is one statement, reads out of all tables. */
  async function rowsOfPage(podcast: string, filter: EpisodesFilter, after?: { releasedUs: string; id: string }): Promise<number> {
    let statements = 0;
    const rows = await rowsRead(test.db, (tx) => {
      const counting = { query: (...asked: Parameters<typeof tx.query>) => ((statements += 1), tx.query(...asked)) };
      return new EpisodesQueries(counting as never, test.db).list(podcast, filter, 50, after);
    });
    expect(statements).toBe(1);
    return rows;
  }
});

describe('a search of titles (contract 13)', () => {
  it.each<[string, string[], string[]]>([
    ['Café Society: an interview', ['cafe', 'CAFÉ', 'interv caf', 'society, café!', 'cafe\u0301 an'], ['afe', 'cafes', 'interview tea']],
    ['Straße und Maß', ['strasse', 'STRASSE mass', 'straß', 'STRAẞE'], ['strase']],
    ['ΟΔΟΣ και φως', ['οδος', 'Οδό', 'φώς'], ['δος']],
    ['Ёлка и мёд', ['елка', 'МЕД'], ['лка']],
    ['Episode 12½: C++ & R2-D2', ['12', 'r2', 'd2', 'c', 'episode 12 1'], ['2d']],
    ['東京タワーの夜', ['東京', 'タワー', '夜', '東京 夜', '東京タワーの夜'], ['大阪', '夜東']],
    ['ประเทศไทยในวันนี้', ['ประเทศ', 'ไทย'], ['ลาว']],
    ['한국어 수업', ['한국', '수업 한국어'], ['국어']],
    ['हिन्दी में', ['हिन्दी', 'में'], ['दी']],
  ])('a search of titles finds %s by whole words and their beginnings, and by nothing else', async (title, found, missed) => {
    const podcast = await aPodcast();
    const episode = await titled(podcast, title);
    await titled(podcast, 'Another');
    await titled(await aPodcast(), title);
    for (const q of found) expect([q, ids(await listed(podcast, { q }))]).toEqual([q, [episode]]);
    for (const q of missed) expect([q, ids(await listed(podcast, { q }))]).toEqual([q, []]);
  });

  it('a search of titles follows a title that changes, and goes together with the other filters', async () => {
    const podcast = await aPodcast();
    const one = await anEpisode(podcast, null, 'urn:one');
    const two = await anEpisode(podcast, '2026-01-01T00:00:00Z', 'urn:two');
    await test.db.query(`UPDATE episodes SET title = 'Two words' WHERE podcast_id = $1`, [podcast]);
    await aTranscript(one);
    const of = async (filter: EpisodesFilter) => ids(await listed(podcast, { q: 'words', ...filter }, 1));
    expect(await of({})).toEqual([one, two]);
    expect(await of({ missing: ['transcript'] })).toEqual([two]);
    expect(await of({ guid: 'urn:one' })).toEqual([one]);
    expect(await of({ guid: 'urn:one', q: 'three' })).toEqual([]);
    await test.db.query(`UPDATE episodes SET title = 'Three' WHERE id = $1`, [one]);
    expect([await of({}), await of({ q: 'three' })]).toEqual([[two], [one]]);
  });

  it('a search of titles gives the list’s order and pages, for words of many titles and of few, at its head and below', async () => {
    const podcast = await aPodcast();
    await test.db.query(
      `INSERT INTO episodes (id, podcast_id, title, published_at)
       SELECT uuidv7(), $1, 'Episode ' || n || CASE WHEN n % 50 = 0 THEN ' rare' ELSE '' END || CASE WHEN n < 100 THEN ' old' ELSE '' END,
              timestamptz '2020-01-01' + n * interval '1 minute' FROM generate_series(1, 5000) n`,
      [podcast],
    );
    const titles = async (q: string, first: number) => (await listed(podcast, { q }, first)).map(({ title }) => title);
    const numbers = (step: number) => Array.from({ length: 5000 / step }, (_, index) => 5000 - index * step);
    expect((await titles('episode', 100)).map((title) => Number(title.split(' ')[1]))).toEqual(numbers(1));
    expect((await titles('rar', 7)).map((title) => Number(title.split(' ')[1]))).toEqual(numbers(50));
    expect(await titles('rare old', 1)).toEqual(['Episode 50 rare old']);
  });

  it.each(['none', 'of few rows', 'of all rows'])(
    'a search of titles reads few rows of a large podcast (statistics: %s)',
    async (statistics) => {
      const podcast = await aPodcast();
      if (statistics === 'of few rows') {
        await test.db.query('TRUNCATE episodes CASCADE');
        await anEpisode(podcast);
        await test.db.query(`UPDATE episodes SET title = 'hay needle nothing'`);
        await test.db.query('ANALYZE');
      }
      await test.db.query(
        `INSERT INTO episodes (id, podcast_id, title, published_at)
       SELECT uuidv7(), $1, CASE WHEN n = 7 THEN 'needle' ELSE 'hay ' || n END, timestamptz '2020-01-01' + n * interval '1 minute'
         FROM generate_series(1, 20000) n`,
        [podcast],
      );
      if (statistics === 'of all rows') await test.db.query('ANALYZE');
      // A search for `hay` reads one page: 51 rows of each table.
      const most = { needle: 2500, hay: 250, nothing: 2500, 'hay needle': 2500 };
      for (const [q, limit] of Object.entries(most)) {
        const rows = await rowsRead(test.db, (tx) => new EpisodesQueries(tx as never, test.db).list(podcast, { q }, 50));
        expect([q, rows < limit]).toEqual([q, true]);
      }
    },
  );
});

/** Locks of the present transaction that make writers of a table wait. */
const STRONG_LOCKS = `
  SELECT relation::regclass::text AS table, mode FROM pg_locks
   WHERE pid = pg_backend_pid() AND locktype = 'relation'
     AND mode IN ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`;
