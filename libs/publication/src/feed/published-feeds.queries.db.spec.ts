import { authPersistence } from '@app/auth';
import { chaptersPersistence, ChaptersService } from '@app/chapters';
import { newId } from '@app/database';
import { rowsRead, useDatabase } from '@app/database/testing';
import { episodesFeature } from '@app/episodes/feature';
import { feedsPersistence } from '@app/feeds';
import { podcastsPersistence } from '@app/podcasts';
import { EpisodesService } from '@app/podcasts/services';
import { transcriptsPersistence } from '@app/transcripts';
import { transcriptsOn } from '@app/transcripts/testing';
import { uploadsPersistence } from '@app/uploads';
import { videoStocksPersistence } from '@app/video-stocks';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { EpisodeTextMaker, VideoFinder } from '../episodes/episode-makers.js';
import { publicationPersistence } from '../persistence.js';
import { PublicEpisodesQueries } from '../episodes/public-episodes.queries.js';
import { PublishedFeedsQueries } from './published-feeds.queries.js';

const test = useDatabase([
  ...[authPersistence, podcastsPersistence, transcriptsPersistence, chaptersPersistence, uploadsPersistence, videoStocksPersistence],
  ...[episodesFeature.persistence, feedsPersistence, publicationPersistence].filter((one) => one !== undefined),
]);

let podcast: string;

beforeEach(async () => {
  const owner = newId();
  podcast = newId();
  await test.db.query(`INSERT INTO users (id, name) VALUES ($1, 'Alice')`, [owner]);
  await test.db.query(
    `INSERT INTO podcasts (id, title, owner_id, quota_bearer_id, ownership_confirmed_at, feed_url) VALUES ($1, 'P', $2, $2, now(), 'http://x.example/')`,
    [podcast, owner],
  );
  await test.db.query(
    `INSERT INTO publications (podcast_id, public, origin, updated_at) VALUES ($1, true, 'http://o.example', now() - interval '1 day')`,
    [podcast],
  );
});

const insertEpisodes = (count: number) =>
  test.db.query<{ id: string }[]>(
    `INSERT INTO episodes (id, podcast_id, title, published_at) SELECT uuidv7(), $1, 'E', timestamptz '2020-01-01' + n * interval '1 minute'
       FROM generate_series(1, $2) n RETURNING id`,
    [podcast, count],
  );
const INSERT_TRANSCRIPT = `INSERT INTO transcripts (episode_id, revision, format, segment_count) VALUES ($1, uuidv7(), 'vtt', 3)`;
const version = async (db: Pick<DataSource, 'query'> = test.db) =>
  (await new PublishedFeedsQueries(db as DataSource).state(podcast))?.version;

describe('the version of a public feed (contract 17.5)', () => {
  it('the version of a public feed is looked up in a few rows, with few episodes and with many', async () => {
    for (const count of [10, 20_000]) {
      await insertEpisodes(count);
      expect(await rowsRead(test.db, (tx) => version(tx as never))).toBeLessThan(20);
    }
  });

  it('the version of a public feed is another after each change of what the feed says, and the same without one', async () => {
    const [one, two] = (await insertEpisodes(2)).map(({ id }) => id);
    const versions = new Set([await version(), await version()]);
    expect(versions.size).toBe(1);
    const changes: [string, unknown[]][] = [
      [INSERT_TRANSCRIPT, [one]],
      [INSERT_TRANSCRIPT, [two]],
      ['DELETE FROM transcripts WHERE episode_id = $1', [one]],
      ['UPDATE episodes SET published_at = NULL WHERE id = $1', [one]],
      [`UPDATE publications SET language = 'de' WHERE podcast_id = $1`, [podcast]],
      [`UPDATE publications SET count_downloads = true WHERE podcast_id = $1`, [podcast]],
      [`UPDATE publications SET origin = 'http://other.example' WHERE podcast_id = $1`, [podcast]],
      [`INSERT INTO feed_sources (podcast_id, digest) VALUES ($1, '\\x01')`, [podcast]],
      [`UPDATE feed_sources SET digest = '\\x02' WHERE podcast_id = $1`, [podcast]],
    ];
    for (const [statement, values] of changes) {
      await test.db.query(statement, values);
      versions.add(await version());
    }
    expect(versions.size).toBe(changes.length + 1);
  });

  it('the version of a public feed is another at the time of a release, without a change', async () => {
    const [episode] = await insertEpisodes(1);
    await test.db.transaction(async (tx) => {
      await tx.query(`UPDATE episodes SET published_at = now() + interval '1 hour' WHERE id = $1`, [episode?.id]);
      const before = await version(tx);
      await tx.query(`ALTER TABLE episode_contents DISABLE TRIGGER feed_changes_of_changed_contents`);
      await tx.query(`UPDATE episode_contents SET released_at = now() WHERE episode_id = $1`, [episode?.id]);
      expect(await version(tx as never)).not.toBe(before);
      throw new Error('rolled back');
    }).catch((error: Error) => expect(error.message).toBe('rolled back')); // prettier-ignore
  });

  it('a public feed’s version changes with each of two transactions, whichever commits first, and neither waits', async () => {
    const ids = (await insertEpisodes(2)).map(({ id }) => id);
    const versions = new Set([await version()]);
    const runners = ids.map(() => test.db.createQueryRunner());
    for (const [index, runner] of runners.entries()) {
      await runner.startTransaction();
      await runner.query(INSERT_TRANSCRIPT, [ids[index]]);
    }
    for (const runner of runners.reverse()) {
      await runner.commitTransaction();
      await runner.release();
      versions.add(await version());
    }
    expect(versions.size).toBe(3);
  });
});

describe('the episodes of a public feed', () => {
  it('the episodes of a public feed are those that add something, or all where downloads are counted', async () => {
    const ids = (await insertEpisodes(3)).map(({ id }) => id);
    await test.db.query(`UPDATE episodes SET guid = id::text, audio_url = 'https://a.example/' || id || '.mp3?x'`);
    await test.db.query(INSERT_TRANSCRIPT, [ids[0]]);
    const found = async (countDownloads: boolean, audio: string[] = []) =>
      (await new PublishedFeedsQueries(test.db).episodes(podcast, { guids: ids.slice(0, 2), audio, countDownloads })).map(({ id }) => id).sort(); // prettier-ignore
    expect([await found(false), await found(true), await found(false, [`https://a.example/${ids[2]}.mp3`])]).toEqual([
      [ids[0]],
      ids.slice(0, 2).sort(),
      [ids[0], ids[2]].sort(),
    ]);
  });
});

describe('the cost of a request (contract 17.5)', () => {
  const triggers = async (state: 'DISABLE' | 'ENABLE') => {
    for (const table of ['episodes', 'episode_contents']) await test.db.query(`ALTER TABLE ${table} ${state} TRIGGER USER`);
  };
  afterEach(() => triggers('ENABLE'));

  type Explained = { 'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }] };

  /** Pages that the statements of some work read. */
  async function pagesRead(work: (db: DataSource) => Promise<unknown>): Promise<number> {
    const runner = test.db.createQueryRunner();
    const query = runner.query.bind(runner) as (statement: string, values?: unknown[], ...rest: unknown[]) => Promise<unknown>;
    let pages = 0;
    const explained = async (statement: string, values?: unknown[], ...rest: unknown[]): Promise<unknown> => {
      const [found] = (await query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement}`, values)) as Explained[];
      const plan = found?.['QUERY PLAN'][0].Plan;
      pages += (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0);
      return query(statement, values, ...rest);
    };
    Object.assign(runner, { query: explained });
    await work({ query: explained, manager: runner.manager } as unknown as DataSource).finally(() => runner.release());
    return pages;
  }

  /**
   * Public podcasts with so many episodes each, whose constraints hold and whose triggers would write the same rows.
   */
  async function insertPodcasts(podcasts: number, episodesEach: number): Promise<void> {
    await test.db.query(
      `WITH made AS (INSERT INTO podcasts (id, title, owner_id, quota_bearer_id, ownership_confirmed_at, feed_url)
         SELECT uuidv7(), 'P', owner_id, owner_id, now(), feed_url FROM podcasts CROSS JOIN generate_series(1, $2) WHERE id = $1 RETURNING id)
       INSERT INTO publications (podcast_id, public, origin, updated_at) SELECT id, true, 'http://o.example', now() - interval '1 day' FROM made`,
      [podcast, podcasts],
    );
    await test.db.query(
      `WITH made AS (INSERT INTO episodes (id, podcast_id, title, published_at)
         SELECT uuidv7(), podcast_id, 'E', timestamptz '2020-01-01' + n * interval '1 minute'
           FROM publications CROSS JOIN generate_series(1, $1) n WHERE podcast_id NOT IN (SELECT podcast_id FROM episode_contents)
         RETURNING id, podcast_id, published_at)
       INSERT INTO episode_contents (episode_id, podcast_id, released_at) SELECT id, podcast_id, published_at FROM made`,
      [episodesEach],
    );
    await test.db.query('VACUUM ANALYZE podcasts, publications, episodes, episode_contents');
  }

  it('the cost of a public feed grows by six pages at most with each of three tenfold numbers of podcasts and episodes', async () => {
    const [{ id: episode } = { id: '' }] = await insertEpisodes(10);
    await test.db.query(INSERT_TRANSCRIPT, [episode]);
    await test.db.query(
      `INSERT INTO transcript_versions (episode_id, number, revision, format, segment_count, byte_size, content)
       SELECT episode_id, 1, revision, format, 3, 1, '' FROM transcripts WHERE episode_id = $1`,
      [episode],
    );
    await test.db.query(`INSERT INTO chapters (episode_id, position, start_time, title) VALUES ($1, 0, 0, 'Intro')`, [episode]);
    await triggers('DISABLE');
    const textsOn = (db: DataSource) =>
      new EpisodeTextMaker(new PublicEpisodesQueries(db), transcriptsOn(db), new ChaptersService(db, new EpisodesService(db)));
    const requests: Readonly<Record<string, (db: DataSource) => Promise<unknown>>> = {
      feed: async (db) => new PublishedFeedsQueries(db).made(podcast, (await new PublishedFeedsQueries(db).state(podcast))?.version ?? ''),
      transcript: (db) => textsOn(db).state(`${episode}/transcript.vtt`),
      chapters: (db) => textsOn(db).state(`${episode}/chapters.json`),
      video: (db) => new VideoFinder(new PublicEpisodesQueries(db)).state(episode),
    };
    const before: Record<string, number> = {};
    for (const more of [10, 90, 900, 9000]) {
      await insertPodcasts(more, 10);
      for (const [name, request] of Object.entries(requests)) {
        const pages = await pagesRead(request);
        expect({ name, more, growth: Math.max(pages - (before[name] ?? 20), 6) }).toEqual({ name, more, growth: 6 });
        before[name] = pages;
      }
    }
  });
});
