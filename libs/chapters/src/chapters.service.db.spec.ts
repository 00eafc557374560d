import { authPersistence } from '@app/auth';
import { newId } from '@app/database';
import { useDatabase } from '@app/database/testing';
import { Precondition } from '@app/http';
import { podcastsPersistence } from '@app/podcasts';
import { EpisodesService } from '@app/podcasts/services';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Chapter } from './chapter.entity.js';
import { ChaptersService, etagsOf } from './chapters.service.js';
import { readDocument } from './read-document.js';
import { chaptersPersistence } from './persistence.js';

const test = useDatabase([authPersistence, podcastsPersistence, chaptersPersistence]);
let episodes: EpisodesService;
let chapters: ChaptersService;

beforeAll(() => {
  episodes = new EpisodesService(test.db);
  chapters = new ChaptersService(test.db, episodes);
});

async function anEpisode(): Promise<{ id: string; durationSeconds: null }> {
  const [user, podcast, id] = [newId(), newId(), newId()];
  await test.db.query('INSERT INTO users (id, name) VALUES ($1, $2)', [user, 'Alice']);
  await test.db.query('INSERT INTO podcasts (id, title, owner_id, quota_bearer_id) VALUES ($1, $2, $3, $3)', [podcast, 'Tech', user]);
  await test.db.query('INSERT INTO episodes (id, podcast_id, title) VALUES ($1, $2, $3)', [id, podcast, 'One']);
  return { id, durationSeconds: null };
}

const documentOf = (count: number, title: string) => ({
  chapters: Array.from({ length: count }, (_, index) => ({ startTime: index * 1.1, title })),
});
const replace = async ({ id }: { readonly id: string }, document: object) => chapters.replace(id, readDocument(document, null));
const titles = async (id: string) => (await chapters.of(id)).map(({ title }) => title);

describe('chapters', () => {
  it('chapters come back as they were, to the last bit of their times', async () => {
    const episode = await anEpisode();
    const startTime = 0.1 + 0.2;
    const full = {
      startTime,
      endTime: 1e9 / 3,
      title: '😀 "x"',
      summary: '',
      url: 'https://a.example/',
      img: 'http://b.example/',
      toc: true,
    };
    expect(await replace(episode, { chapters: [full, { startTime: 7, toc: false }] })).toEqual({ created: true, chapterCount: 2 });
    const nothing = { endTime: null, title: null, summary: null, url: null, img: null };
    expect(await chapters.of(episode.id)).toEqual([
      { episodeId: episode.id, position: 0, ...full },
      { episodeId: episode.id, position: 1, startTime: 7, toc: false, ...nothing },
    ]);
  });

  it('chapters are created once, replaced afterwards, and cleared by an empty document', async () => {
    const episode = await anEpisode();
    const created = async (count: number) => (await replace(episode, documentOf(count, 'x'))).created;
    expect([await created(0), await created(2), await created(3), await created(0), await created(1)]).toEqual([
      false, true, false, false, true, // of nothing, nothing is created
    ]); // prettier-ignore
  });

  it('chapters stay as they were when a document has a defect', async () => {
    const episode = await anEpisode();
    await replace(episode, documentOf(2, 'before'));
    await expect(replace(episode, { chapters: [{ startTime: 0, title: 'after' }, {}] })).rejects.toMatchObject({
      kind: 'invalid',
    });
    expect(await titles(episode.id)).toEqual(['before', 'before']);
  });

  it('chapters of two documents at once are those of one of the two', async () => {
    for (let round = 0; round < 25; round++) {
      const episode = await anEpisode();
      const results = await Promise.all([replace(episode, documentOf(200, 'one')), replace(episode, documentOf(300, 'two'))]);
      expect(results.map(({ created }) => created).sort()).toEqual([false, true]);
      expect([Array(200).fill('one'), Array(300).fill('two')]).toContainEqual(await titles(episode.id));
    }
  });

  it('chapters are never seen half by a reader', async () => {
    const episode = await anEpisode();
    await replace(episode, documentOf(300, 'one'));
    let writing = true;
    const writer = (async () => {
      for (let round = 0; round < 40; round++) await replace(episode, round % 2 ? documentOf(300, 'one') : documentOf(200, 'two'));
    })().finally(() => (writing = false));
    const seen = new Set<string>();
    while (writing) {
      const all = await titles(episode.id);
      seen.add(`${all.length} ${[...new Set(all)].join()}`);
    }
    await writer;
    for (const one of seen) expect(['300 one', '200 two']).toContain(one);
  });

  it.each([
    ['written', (id: string) => replace({ id }, documentOf(1, 'x'))],
    ['removed', (id: string) => chapters.remove(id)],
  ])('chapters are %s once whoever holds the episode has ended, such as a transcript that is being stored', async (_, write) => {
    const episode = await anEpisode();
    await replace(episode, documentOf(2, 'before'));
    const order: string[] = [];
    let waiting: Promise<unknown> = Promise.resolve();
    await test.db.transaction(async (tx) => {
      await episodes.lock(tx, episode.id);
      waiting = write(episode.id).then(() => order.push('chapters'));
      await new Promise((resolve) => setTimeout(resolve, 100));
      order.push('transcript');
    });
    await waiting;
    expect(order).toEqual(['transcript', 'chapters']);
  });

  it('chapters are read in their order, wherever PostgreSQL has put them', async () => {
    const { id } = await anEpisode();
    await test.db.query(
      `INSERT INTO chapters (episode_id, position, start_time, title) SELECT $1::uuid, n, n, n::text FROM generate_series(9, 0, -1) n`,
      [id],
    );
    // The index of the key would give them in order by itself.
    const found = await test.db.transaction(async (tx) => {
      for (const scan of ['indexscan', 'bitmapscan']) await tx.query(`SET LOCAL enable_${scan} = off`);
      return chapters.find(id, tx);
    });
    expect(found.map(({ title }) => title)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
  });

  it('chapters are replaced and removed with their own ETag alone, and stay as they were with another (contract 2.5)', async () => {
    const { id } = await anEpisode();
    await replace({ id }, documentOf(2, 'before'));
    const ifMatch = (etag: string | undefined) => Precondition.of({ 'if-match': etag });
    const refused = { errors: [expect.objectContaining({ code: 'precondition_failed' })] };
    await expect(chapters.replace(id, [], ifMatch('"another"'))).rejects.toMatchObject(refused);
    await expect(chapters.remove(id, ifMatch('"another"'))).rejects.toMatchObject(refused);
    expect(await titles(id)).toEqual(['before', 'before']);
    await chapters.remove(id, ifMatch(etagsOf(await chapters.of(id))[0]));
    expect(await chapters.find(id)).toEqual([]);
  });

  it('chapters that are not there cannot be read or removed, nor written to an episode that has gone', async () => {
    const episode = await anEpisode();
    for (const nothing of [() => chapters.of(episode.id), () => chapters.remove(episode.id)])
      await expect(nothing()).rejects.toMatchObject({ kind: 'not_found' });
    await replace(episode, documentOf(3, 'x'));
    await chapters.remove(episode.id);
    await expect(chapters.of(episode.id)).rejects.toMatchObject({ kind: 'not_found' });
    await expect(replace({ id: newId() }, documentOf(1, 'x'))).rejects.toMatchObject({ kind: 'not_found' });
  });
});

it('the ETags of chapters are one for each form, and others for other chapters (contract 2.5)', () => {
  const of = (title: string) => etagsOf([Object.assign(new Chapter(), { startTime: 0, title })]);
  expect(new Set([...of('one'), ...of('two')]).size).toBe(6);
  expect([of('one'), etagsOf([])]).toEqual([of('one'), []]);
});
