import { setTimeout as sleep } from 'node:timers/promises';
import { authPersistence } from '@app/auth';
import { newId } from '@app/database';
import { createDataSource } from '@app/database/start';
import { useDatabase } from '@app/database/testing';
import { Clock } from '@app/process';
import { until } from '@app/process/testing';
import { podcastsPersistence } from '@app/podcasts';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Enclosures } from './enclosures.js';
import { EnclosuresQueries } from './enclosures.queries.js';
import { downloadsPersistence } from './persistence.js';
import { aPodcast } from './testing.js';

const test = useDatabase([authPersistence, podcastsPersistence, downloadsPersistence]);
let enclosures: Enclosures;

beforeAll(() => {
  enclosures = new Enclosures(new EnclosuresQueries(test.db), new Clock());
});

async function anEpisode(changes = ''): Promise<string> {
  const { episodes } = await aPodcast(test.db, 'One');
  const [id = ''] = episodes;
  if (changes !== '') await test.db.query(`UPDATE episodes SET ${changes} WHERE id = $1`, [id]);
  return id;
}

const untilFound = (expected: string | undefined, episodeId: string) => until(async () => (await enclosures.find(episodeId)) === expected);

describe('the audio of an episode', () => {
  it('the audio of an episode is found for a published episode, in any spelling of its id', async () => {
    const id = await anEpisode();
    expect(await enclosures.find(id)).toBe(`https://media.example.com/${id}`);
    expect(await enclosures.find(id.toUpperCase())).toBe(`https://media.example.com/${id}`);
  });

  it.each(['published_at = NULL', `published_at = now() + interval '1 day'`, 'audio_url = NULL'])(
    'the audio of an episode is not found with %s',
    async (changes) => {
      expect(await enclosures.find(await anEpisode(changes))).toBeUndefined();
    },
  );

  it('the audio of an episode is not found for what is no episode', async () => {
    expect(await enclosures.find(newId())).toBeUndefined();
    expect(await enclosures.find('1')).toBeUndefined();
  });

  it('the audio of an episode changes a moment after the episode does', async () => {
    const id = await anEpisode();
    await enclosures.find(id);
    await test.db.query(`UPDATE episodes SET audio_url = 'https://media.example.com/new' WHERE id = $1`, [id]);
    await untilFound('https://media.example.com/new', id);
    await test.db.query('UPDATE episodes SET published_at = NULL WHERE id = $1', [id]);
    await untilFound(undefined, id);
    await test.db.query('UPDATE episodes SET published_at = now() WHERE id = $1', [id]);
    expect(await enclosures.find(id)).toBe('https://media.example.com/new');
  });

  it('the audio of an episode appears at the time of publication', async () => {
    let id = '';
    let aheadMs = 100;
    // A busy machine may look too late: then the time is further ahead.
    do id = await anEpisode(`published_at = now() + interval '${(aheadMs *= 3)} milliseconds'`);
    while ((await enclosures.find(id)) !== undefined && aheadMs < 30_000);
    expect(aheadMs).toBeLessThan(30_000);
    await untilFound(`https://media.example.com/${id}`, id);
  });

  it('the audio of an episode is found for all of many requests at once', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => anEpisode()));
    const found = await Promise.all(Array.from({ length: 2000 }, (_, n) => enclosures.find(ids[n % 5] ?? '')));
    expect(new Set(found)).toEqual(new Set(ids.map((id) => `https://media.example.com/${id}`)));
  });

  it('the audio of an episode is still found while the database is unavailable, unless it was found unpublished', async () => {
    const [known, hidden, other] = [await anEpisode(), await anEpisode(), await anEpisode()];
    const db = await createDataSource({ url: test.url, poolSize: 1, persistence: [] }).initialize();
    const own = new Enclosures(new EnclosuresQueries(db), new Clock());
    expect([await own.find(known), await own.find(hidden)]).toEqual([expect.any(String), expect.any(String)]);
    await test.db.query('UPDATE episodes SET published_at = NULL WHERE id = $1', [hidden]);
    await until(async () => (await own.find(hidden)) === undefined);
    await db.destroy();
    await sleep(1100); // it is not fresh any more
    expect([await own.find(known), await own.find(hidden)]).toEqual([`https://media.example.com/${known}`, undefined]);
    await expect(own.find(other)).rejects.toThrow();
  });
});
