import { authPersistence } from '@app/auth';
import { newId, NIL_ID } from '@app/database';
import { readsOn, rowsRead, useDatabase } from '@app/database/testing';
import { Clock } from '@app/process';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { EpisodesService } from './episodes/episodes.service.js';
import { ownedEpisode } from './ownership/owns-episode.js';
import { podcastsPersistence } from './persistence.js';
import { Podcast } from './podcast.entity.js';
import { CONFIRMED_PODCASTS, PodcastsQueries } from './podcasts.queries.js';
import { PodcastsService } from './podcasts.service.js';

const test = useDatabase([authPersistence, podcastsPersistence]);
const alice = newId();
const bob = newId();

beforeAll(async () => {
  await test.db.query(`INSERT INTO users (id, name) VALUES ($1, 'Alice'), ($2, 'Bob')`, [alice, bob]);
});

async function aPodcast(owner: string, confirmed = true, id: string = newId()): Promise<string> {
  await test.db.query(
    `INSERT INTO podcasts (id, title, owner_id, quota_bearer_id, ownership_confirmed_at) VALUES ($1, 'One', $2, $2, $3)`,
    [id, owner, confirmed ? new Date() : null],
  );
  return id;
}

async function anEpisode(podcast: string): Promise<string> {
  const id = newId();
  await test.db.query(`INSERT INTO episodes (id, podcast_id, title) VALUES ($1, $2, 'One')`, [id, podcast]);
  return id;
}

describe('PodcastsQueries.confirmedFor', () => {
  it('PodcastsQueries.confirmedFor pages through the confirmed podcasts of one owner, one more than asked for', async () => {
    const mine = [newId(), newId(), newId()];
    for (const id of mine.toReversed()) await aPodcast(alice, true, id); // the order is that of ids, not of rows
    await Promise.all([aPodcast(alice, false), aPodcast(bob)]);
    const queries = new PodcastsQueries(readsOn(test.db));
    const ids = async (first: number, after?: string) => (await queries.confirmedFor(alice, first, after)).map(({ id }) => id);
    expect(await ids(2)).toEqual(mine);
    expect(await ids(1)).toEqual(mine.slice(0, 2));
    expect(await ids(5, mine[1])).toEqual(mine.slice(2));
    expect(await ids(5, mine[2])).toEqual([]);
  });

  it('PodcastsQueries.confirmedFor walks along the index, however many podcasts others have', async () => {
    await test.db.query(
      `INSERT INTO podcasts (id, title, owner_id, quota_bearer_id, ownership_confirmed_at)
       SELECT gen_random_uuid(), 'x', $1, $1, now() FROM generate_series(1, 20000)`,
      [bob],
    );
    await test.db.query('ANALYZE podcasts');
    const plan = await test.db.query<{ 'QUERY PLAN': string }[]>(`EXPLAIN ${CONFIRMED_PODCASTS}`, [alice, newId(), 51]);
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(text).toContain('podcasts_confirmed_idx');
    expect(text).not.toContain('Seq Scan');
  });
});

it('a list of podcasts reads its page alone, also with statistics of before its user had any', async () => {
  const [many, late] = [newId(), newId()];
  await test.db.query(`INSERT INTO users (id, name) VALUES ($1, 'Many'), ($2, 'Late')`, [many, late]);
  await test.db.query(
    `INSERT INTO podcasts (id, title, owner_id, quota_bearer_id, ownership_confirmed_at)
     SELECT uuidv7(), 'x', $1, $1, now() FROM generate_series(1, 5000)`,
    [many],
  );
  await test.db.query(`DELETE FROM podcasts WHERE owner_id <> $1`, [many]);
  await test.db.query('ANALYZE podcasts');
  await aPodcast(late);
  const page = [late, NIL_ID, 51];
  expect(await rowsRead(test.db, (tx) => tx.query(CONFIRMED_PODCASTS, page))).toBeLessThan(50);
});

describe('the episode that a path names', () => {
  it('an episode in a path is the owner’s, 403 to others and while it is not confirmed, 404 when there is none', async () => {
    const [mine, unconfirmed] = [await anEpisode(await aPodcast(alice)), await anEpisode(await aPodcast(alice, false))];
    expect(await ownedEpisode(test.db, mine, alice)).toEqual({ id: mine, durationSeconds: null });
    expect(await ownedEpisode(test.db, mine.toUpperCase(), alice)).toEqual({ id: mine, durationSeconds: null });
    await expect(ownedEpisode(test.db, mine, bob)).rejects.toMatchObject({ kind: 'not_permitted' });
    await expect(ownedEpisode(test.db, unconfirmed, alice)).rejects.toMatchObject({ kind: 'not_permitted' });
    for (const none of [newId(), '', 'x', '00000000-0000-0000-0000-000000000000', `${mine}\0`]) {
      await expect(ownedEpisode(test.db, none, alice)).rejects.toMatchObject({ kind: 'not_found' });
    }
  });
});

describe('PodcastsService.owned', () => {
  it('PodcastsService.owned is the owner’s podcast, 403 to others and while it is not confirmed, 404 when there is none', async () => {
    const podcasts = new PodcastsService(test.db, new Clock());
    const [mine, unconfirmed] = [await aPodcast(alice), await aPodcast(alice, false)];
    expect(await podcasts.owned(mine, alice)).toEqual({ id: mine });
    expect(await podcasts.owned(mine.toUpperCase(), alice)).toEqual({ id: mine });
    await expect(podcasts.owned(mine, bob)).rejects.toMatchObject({ kind: 'not_permitted' });
    await expect(podcasts.owned(unconfirmed, alice)).rejects.toMatchObject({ kind: 'not_permitted' });
    for (const none of [newId(), '', 'x', '00000000-0000-0000-0000-000000000000', `${mine}\0`]) {
      await expect(podcasts.owned(none, alice)).rejects.toMatchObject({ kind: 'not_found' });
    }
  });
});

describe('PodcastsService.confirmOwnership', () => {
  const confirmedAt = async (id: string) => (await test.db.manager.findOneByOrFail(Podcast, { id })).ownershipConfirmedAt;

  it('PodcastsService.confirmOwnership confirms once: a second confirmation keeps the time of the first', async () => {
    const podcasts = new PodcastsService(test.db, new Clock());
    const podcast = await aPodcast(alice, false);
    await podcasts.confirmOwnership(test.db.manager, podcast);
    const first = await confirmedAt(podcast);
    expect(first).toBeInstanceOf(Date);
    await test.db.query(`UPDATE podcasts SET ownership_confirmed_at = '2020-01-01T00:00:00Z' WHERE id = $1`, [podcast]);
    await podcasts.confirmOwnership(test.db.manager, podcast);
    expect(await confirmedAt(podcast)).toEqual(new Date('2020-01-01T00:00:00Z'));
  });

  it('PodcastsService.confirmOwnership is 404 for a podcast that does not exist', async () => {
    const podcasts = new PodcastsService(test.db, new Clock());
    for (const none of [newId(), 'x'])
      await expect(podcasts.confirmOwnership(test.db.manager, none)).rejects.toMatchObject({ kind: 'not_found' });
  });
});

it('the digest of a podcast’s titles changes with a title, and is the same again once the title is changed back', async () => {
  const podcast = await aPodcast(alice);
  const [first, second] = [await anEpisode(podcast), await anEpisode(podcast)];
  const digests: string[] = [];
  const note = async () => digests.push((await test.db.manager.findOneByOrFail(Podcast, { id: podcast })).titlesDigest);
  const rename = (id: string, title: string) => test.db.query('UPDATE episodes SET title = $2 WHERE id = $1', [id, title]);
  await note();
  for (const [id, title] of [[first, 'Two'], [second, 'Two'], [first, 'One'], [second, 'One']] as const) {
    await rename(id, title);
    await note();
  } // prettier-ignore
  expect([digests.at(-1), new Set(digests).size]).toEqual([digests[0], 4]);
});

describe('PodcastsService.tryLock', () => {
  it('PodcastsService.tryLock does not wait for a podcast that another transaction has locked', async () => {
    const podcasts = new PodcastsService(test.db, new Clock());
    const [taken, free] = [await aPodcast(alice), await aPodcast(alice)];
    await test.db.transaction(async (tx) => {
      await podcasts.lock(tx, taken);
      const tried = test.db.transaction(async (other) => {
        await other.query(`SET LOCAL lock_timeout = '1s'`); // a wait would be an error
        return [await podcasts.tryLock(other, taken), (await podcasts.tryLock(other, free))?.id];
      });
      expect(await tried).toEqual([null, free]);
    });
  });
});

describe('EpisodesService.lock', () => {
  it('EpisodesService.lock makes transactions wait that lock the episode, and none that only refers to it', async () => {
    const episodes = new EpisodesService(test.db);
    const episode = await anEpisode(await aPodcast(alice));
    await test.db.transaction(async (tx) => {
      await episodes.lock(tx, episode);
      // As a foreign key locks it.
      const refer = test.db.query<object[]>('SELECT FROM episodes WHERE id = $1 FOR KEY SHARE SKIP LOCKED', [episode]);
      const lock = test.db.query<object[]>('SELECT FROM episodes WHERE id = $1 FOR NO KEY UPDATE SKIP LOCKED', [episode]);
      expect([(await refer).length, (await lock).length]).toEqual([1, 0]);
    });
  });
});
