import { authPersistence } from '@app/auth';
import { chaptersPersistence } from '@app/chapters';
import { newId } from '@app/database';
import { rowsRead, useDatabase } from '@app/database/testing';
import { episodesFeature } from '@app/episodes/feature';
import { feedsPersistence } from '@app/feeds';
import { podcastsPersistence } from '@app/podcasts';
import { transcriptsPersistence } from '@app/transcripts';
import { uploadsPersistence } from '@app/uploads';
import { videoStocksPersistence } from '@app/video-stocks';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
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
  it('is looked up in a few rows, with few episodes and with many', async () => {
    for (const count of [10, 20_000]) {
      await insertEpisodes(count);
      expect(await rowsRead(test.db, (tx) => version(tx as never))).toBeLessThan(20);
    }
  });

  it('is another after each change of what the feed says, and the same without one', async () => {
    const [one, two] = (await insertEpisodes(2)).map(({ id }) => id);
    const versions = new Set([await version(), await version()]);
    expect(versions.size).toBe(1);
    const changes: [string, unknown[]][] = [
      [INSERT_TRANSCRIPT, [one]],
      [INSERT_TRANSCRIPT, [two]],
      ['DELETE FROM transcripts WHERE episode_id = $1', [one]],
      ['UPDATE episodes SET published_at = NULL WHERE id = $1', [one]],
      [`UPDATE publications SET language = 'de' WHERE podcast_id = $1`, [podcast]],
    ];
    for (const [statement, values] of changes) {
      await test.db.query(statement, values);
      versions.add(await version());
    }
    expect(versions.size).toBe(changes.length + 1);
  });

  it('is another at the time of a release, without a change', async () => {
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

  it('is another after each of two transactions, whichever commits first, and neither waits for the other', async () => {
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
  it('are those that add something, all where downloads are counted, and each with the audio of an item without a guid', async () => {
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
  type Explained = { 'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }] };

  /** Pages that the statements of some work read. */
  async function pagesRead(work: (db: DataSource) => Promise<unknown>): Promise<number> {
    let pages = 0;
    const query = async (statement: string, values: unknown[]): Promise<unknown> => {
      const [explained] = await test.db.query<Explained[]>(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement}`, values);
      const plan = explained?.['QUERY PLAN'][0].Plan;
      pages += (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0);
      return test.db.query<unknown>(statement, values);
    };
    await work({ query } as unknown as DataSource);
    return pages;
  }

  it('is the same with 10,000 public podcasts and their 100,000 episodes as with 100', async () => {
    const more = async (count: number) => {
      await test.db.query(
        `WITH made AS (INSERT INTO podcasts (id, title, owner_id, quota_bearer_id, ownership_confirmed_at, feed_url)
           SELECT uuidv7(), 'P', owner_id, owner_id, now(), feed_url FROM podcasts CROSS JOIN generate_series(1, $2) WHERE id = $1 RETURNING id)
         INSERT INTO publications (podcast_id, public, origin, updated_at) SELECT id, true, 'http://o.example', now() - interval '1 day' FROM made`,
        [podcast, count],
      );
      await test.db.query(
        `INSERT INTO episodes (id, podcast_id, title, published_at) SELECT uuidv7(), podcast_id, 'E', timestamptz '2020-01-01' + n * interval '1 minute'
           FROM publications CROSS JOIN generate_series(1, 10) n WHERE podcast_id NOT IN (SELECT podcast_id FROM episodes)`,
      );
      await test.db.query('VACUUM ANALYZE podcasts, publications, episodes, episode_contents, feed_changes');
    };
    const [episode] = await insertEpisodes(10);
    const read = () =>
      pagesRead(async (db) => {
        const feeds = new PublishedFeedsQueries(db);
        await feeds.made(podcast, (await feeds.state(podcast))?.version ?? '');
        await new PublicEpisodesQueries(db).ownerOf(episode?.id ?? '');
        await new PublicEpisodesQueries(db).video(episode?.id ?? '');
      });
    await more(100);
    const before = await read();
    await more(9900);
    expect(await read()).toBeLessThanOrEqual(before + 20); // each of its indexes may be a level deeper
    expect(before).toBeLessThan(80);
  });
});
