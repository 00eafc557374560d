import { authPersistence } from '@app/auth';
import { newId } from '@app/database';
import { rowsRead, useDatabase } from '@app/database/testing';
import { Clock } from '@app/process';
import { podcastsPersistence } from '@app/podcasts';
import { uploadsPersistence } from '@app/uploads';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { videoStocksPersistence } from './persistence.js';
import { aVideoStock } from './testing.js';
import { VideoStocksQueries, type ListFilter } from './video-stocks.queries.js';

const test = useDatabase([authPersistence, podcastsPersistence, uploadsPersistence, videoStocksPersistence]);
let queries: VideoStocksQueries;

beforeAll(() => {
  queries = new VideoStocksQueries(test.db, new Clock());
});

async function aUser(): Promise<string> {
  const id = newId();
  await test.db.query(`INSERT INTO users (id, name) VALUES ($1, 'Ann')`, [id]);
  return id;
}

async function aPodcast(owner: string): Promise<string> {
  const id = newId();
  await test.db.query(
    `INSERT INTO podcasts (id, title, owner_id, quota_bearer_id, ownership_confirmed_at) VALUES ($1, 'P', $2, $2, now())`,
    [id, owner],
  );
  return id;
}

/** How many rows PostgreSQL reads for the first page of a list. */
const rowsOfPage = (owner: string, filter: ListFilter) =>
  rowsRead(test.db, async (tx) => {
    const rows = await new VideoStocksQueries(tx as never, new Clock()).ofOwner(owner, filter, 50);
    expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).sort());
    expect(rows).toHaveLength(51);
  });

describe('the stocks of a user', () => {
  it('the stocks of a user are those of confirmed podcasts, and go to a new owner with their podcast', async () => {
    const [ann, ben] = [await aUser(), await aUser()];
    const [first, second] = [await aPodcast(ann), await aPodcast(ann)];
    const stocks = [await aVideoStock(test.db, { podcastId: first }), await aVideoStock(test.db, { podcastId: second })];
    await test.db.query(`UPDATE video_stocks SET client_key = 'k' WHERE id = ANY ($1)`, [stocks]);
    const of = async (user: string) => {
      const ids = (await queries.ofOwner(user, {}, 50)).map(({ id }) => id);
      expect((await queries.ofOwner(user, { clientKey: 'k' }, 50)).map(({ id }) => id)).toEqual(ids);
      return ids;
    };
    expect([await of(ann), await of(ben)]).toEqual([stocks, []]);

    await test.db.query('UPDATE podcasts SET ownership_confirmed_at = NULL WHERE id = $1', [first]);
    expect(await of(ann)).toEqual(stocks.slice(1));
    expect(await queries.findOwned(stocks[0] ?? '', ann)).toBeNull();
    await test.db.query('UPDATE podcasts SET owner_id = $2, ownership_confirmed_at = now() WHERE id = $1', [first, ben]);
    expect([await of(ann), await of(ben)]).toEqual([stocks.slice(1), stocks.slice(0, 1)]);
    expect(await queries.findOwned(stocks[0] ?? '', ben)).not.toBeNull();
  });

  it('the stocks of a user are read in their order along an index, over however many podcasts, of whatever state', async () => {
    const owner = await aUser();
    await test.db.query(
      `INSERT INTO podcasts (id, title, owner_id, quota_bearer_id, ownership_confirmed_at)
       SELECT uuidv7(), 'P', $1, $1, now() FROM generate_series(1, 300)`,
      [owner],
    );
    await test.db.query(
      `INSERT INTO video_stocks (id, podcast_id, owner_id, client_key, status, duration_seconds)
       SELECT uuidv7(), id, owner_id, n::text, CASE WHEN n % 10 = 0 THEN 'ready' ELSE 'canceled' END, 60
         FROM podcasts, generate_series(1, 50) n WHERE owner_id = $1`,
      [owner],
    );
    await test.db.query('ANALYZE video_stocks');
    for (const filter of [{}, { status: 'ready' as const }]) expect(await rowsOfPage(owner, filter)).toBeLessThan(200);
  });
});

it.each([
  ['of nobody’s', 0],
  ['of another user’s', 10_000],
])('a list of stocks reads its page alone, also with statistics %s, before its user had any', async (_, count) => {
  const [ann, ben] = [await aUser(), await aUser()];
  const [podcast, second, other] = [await aPodcast(ann), await aPodcast(ann), await aPodcast(ben)];
  const stocks = (podcastId: string, status: string, count: number) =>
    test.db.query(
      `INSERT INTO video_stocks (id, podcast_id, owner_id, client_key, status, duration_seconds)
       SELECT uuidv7(), id, owner_id, uuidv7()::text, $2, 60 FROM podcasts, generate_series(1, $3) WHERE id = $1`,
      [podcastId, status, count],
    );
  await test.db.query('TRUNCATE video_stocks CASCADE');
  await stocks(other, 'ready', count);
  await test.db.query('ANALYZE');
  for (const status of ['canceled', 'ready', 'canceled']) for (const id of [podcast, second]) await stocks(id, status, 1000);
  const filters: ListFilter[] = [{}, { status: 'ready' }, { podcastId: podcast }, { podcastId: podcast, status: 'ready' }];
  for (const filter of filters) expect(await rowsOfPage(ann, filter)).toBeLessThan(200);
});

it('pairing reads the stocks that it pairs, also with statistics of before other users had any that are ready', async () => {
  const [ann, ben] = [await aUser(), await aUser()];
  const [podcast, other] = [await aPodcast(ann), await aPodcast(ben)];
  const stocks = (podcastId: string, status: string, count: number) =>
    test.db.query<{ id: string }[]>(
      `INSERT INTO video_stocks (id, podcast_id, owner_id, client_key, status, duration_seconds)
       SELECT uuidv7(), id, owner_id, uuidv7()::text, $2, 60 FROM podcasts, generate_series(1, $3) WHERE id = $1 RETURNING id`,
      [podcastId, status, count],
    );
  await test.db.query('TRUNCATE video_stocks CASCADE');
  await stocks(other, 'matched', 10_000);
  await test.db.query('ANALYZE');
  await stocks(other, 'ready', 3000);
  const waiting = await stocks(podcast, 'ready', 10);
  const episodes = await test.db.query<{ id: string }[]>(
    `INSERT INTO episodes (id, podcast_id, title) SELECT uuidv7(), $1, 'E' FROM generate_series(1, 10) RETURNING id`,
    [podcast],
  );
  const pairs = waiting.map(({ id }, index) => ({ stockId: id, episodeId: episodes[index]!.id }));
  expect(await rowsRead(test.db, async (tx) => expect(await queries.pair(tx, pairs)).toHaveLength(10))).toBeLessThan(200);
});
