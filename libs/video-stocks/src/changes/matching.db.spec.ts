import { authPersistence } from '@app/auth';
import { newId } from '@app/database';
import { rowsRead, useDatabase } from '@app/database/testing';
import { podcastsPersistence } from '@app/podcasts';
import { quotaPersistence } from '@app/quota';
import { uploadsPersistence } from '@app/uploads';
import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { videoStocksPersistence } from '../persistence.js';
import { AGREEING, type Pair } from '../video-stocks.queries.js';

const test = useDatabase([authPersistence, podcastsPersistence, quotaPersistence, uploadsPersistence, videoStocksPersistence]);
const owner = newId();

beforeAll(() => test.db.query(`INSERT INTO users (id, name) VALUES ($1, 'Owner')`, [owner]));

type Named = { readonly guid: string | null; readonly title: string | null };

async function aPodcast(): Promise<string> {
  const id = newId();
  await test.db.query(`INSERT INTO podcasts (id, title, owner_id, quota_bearer_id) VALUES ($1, 'P', $2, $2)`, [id, owner]);
  return id;
}

/** Ready stocks and episodes of a new podcast. @returns the pairs that agree, by their indexes */
async function pairs(stocks: readonly Named[], episodes: readonly Named[]): Promise<string[]> {
  const podcast = await aPodcast();
  const [stockIds, episodeIds] = [stocks.map(newId), episodes.map(newId)];
  await test.db.query(
    `INSERT INTO video_stocks (id, podcast_id, owner_id, client_key, status, match_guid, match_title)
     SELECT s.id, $1, $2, s.id::text, 'ready', s.guid, s.title FROM unnest($3::uuid[], $4::text[], $5::text[]) s (id, guid, title)`,
    [podcast, owner, stockIds, stocks.map(({ guid }) => guid), stocks.map(({ title }) => title)],
  );
  await test.db.query(
    `INSERT INTO episodes (id, podcast_id, guid, title) SELECT e.id, $1, e.guid, e.title FROM unnest($2::uuid[], $3::text[], $4::text[]) e (id, guid, title)`,
    [podcast, episodeIds, episodes.map(({ guid }) => guid), episodes.map(({ title }) => title ?? '')],
  );
  const found = await test.db.query<Pair[]>(AGREEING, [podcast]);
  return found.map(({ stockId, episodeId }) => `${stockIds.indexOf(stockId)}-${episodeIds.indexOf(episodeId)}`).sort();
}

const by = (guid: string | null, title: string | null = null): Named => ({ guid, title });

describe('titles are the same (contract 9)', () => {
  it.each([
    ['Episode 12', '  EPISODE\t12 '],
    ['Straße', 'STRASSE'],
    ['STRAẞE', 'straße'],
    ['Ｆｕｌｌ　ｗｉｄｔｈ', 'full width'],
    ['ﬁnale', 'FINALE'],
    ['Cafe\u0301', 'CAFÉ'],
    ['a\u00a0b\n c', 'A B C'],
    ['a\u2028b', 'A B'],
    ['ΟΔΟΣ', 'οδος'],
  ])('the titles %j and %j are the same', async (one, other) => expect(await pairs([by(null, one)], [by(null, other)])).toEqual(['0-0']));

  it.each([
    ['Episode 1', 'Episode 12'],
    ['Cafe', 'Café'],
    ['a-b', 'a b'],
  ])('titles are not the same when they are %j and %j', async (one, other) =>
    expect(await pairs([by(null, one)], [by(null, other)])).toEqual([]),
  );
});

describe('a stock finds its episode', () => {
  it.each<[string, Named[], Named[], string[]]>([
    ['by guid', [by('g')], [by('g'), by('h')], ['0-0']],
    ['by title', [by(null, 'One ')], [by('g', 'one')], ['0-0']],
    ['by guid before title', [by('g', 'Two')], [by('g', 'One'), by('h', 'Two')], ['0-0']],
    ['by title when no episode has its guid', [by('x', 'Two')], [by('g', 'One'), by('h', 'Two')], ['0-1']],
    ['not when two stocks want one guid', [by('g'), by('g')], [by('g')], []],
    ['not when two stocks want one title', [by(null, 'a'), by(null, 'A')], [by(null, 'a')], []],
    ['not when two episodes have the title', [by(null, 'a')], [by(null, 'a'), by(null, 'A')], []],
    ['when its rival has found another by guid', [by(null, 'a'), by('g', 'a')], [by('g', 'b'), by(null, 'a')], ['0-1', '1-0']],
    ['not by a title of nothing but space', [by(null, ' ')], [by(null, '')], []],
    ['not without a rule', [by(null)], [by(null)], []],
  ])('a stock finds its episode %s', async (_, stocks, episodes, expected) => {
    expect(await pairs(stocks, episodes)).toEqual(expected);
  });

  it('stocks find their episodes once each, and only where exactly one stock and one episode agree', async () => {
    const key = fc.option(fc.constantFrom('a', 'b', 'c', 'A '), { nil: null });
    const stocks = fc.array(fc.record({ guid: key, title: key }), { maxLength: 8 });
    const episodes = fc.array(fc.record({ guid: key, title: key }), { maxLength: 8 }).map(withUniqueGuids);
    await fc.assert(
      fc.asyncProperty(stocks, episodes, async (waiting, candidates) => {
        expect(await pairs(waiting, candidates)).toEqual(expectedPairs(waiting, candidates));
      }),
      { numRuns: 60 },
    );
  });

  it('a stock finds its episode by reading few rows, however many episodes the podcast has', async () => {
    const podcast = await aPodcast();
    await test.db.query(
      `INSERT INTO episodes (id, podcast_id, guid, title) SELECT uuidv7(), $1, 'g' || n, 'Episode ' || n FROM generate_series(1, 20000) n`,
      [podcast],
    );
    await test.db.query(
      `INSERT INTO video_stocks (id, podcast_id, owner_id, client_key, status, match_guid, match_title)
       SELECT uuidv7(), $1, $2, n::text, 'ready', 'x' || n, 'episode  ' || n * 1000 FROM generate_series(1, 3) n`,
      [podcast, owner],
    );
    expect(await rowsRead(test.db, (tx) => tx.query(AGREEING, [podcast]))).toBeLessThan(50);
  });
});

function withUniqueGuids(episodes: readonly Named[]): Named[] {
  return episodes.map(({ guid, title }, index) => ({
    title,
    guid: episodes.findIndex((other) => other.guid === guid) === index ? guid : null,
  }));
}

/** The rule in its own words: pairs whose sides have one partner each, by guid, then by title among the rest. */
function expectedPairs(stocks: readonly Named[], episodes: readonly Named[]): string[] {
  const free = { stocks: new Set(stocks.keys()), episodes: new Set(episodes.keys()) };
  const folded = (title: string | null) => title?.trim().toUpperCase() || null;
  const found: string[] = [];
  for (const key of [({ guid }: Named) => guid, ({ title }: Named) => folded(title)]) {
    const unique = (all: readonly Named[], left: ReadonlySet<number>, value: string | null) =>
      value === null ? [] : [...left].filter((index) => key(all[index]!) === value);
    const pairsOfKey = [...free.stocks].flatMap((stock) => {
      const value = key(stocks[stock]!);
      const [partners, rivals] = [unique(episodes, free.episodes, value), unique(stocks, free.stocks, value)];
      return partners.length === 1 && rivals.length === 1 ? [[stock, partners[0]!] as const] : [];
    });
    for (const [stock, episode] of pairsOfKey) {
      free.stocks.delete(stock);
      free.episodes.delete(episode);
      found.push(`${stock}-${episode}`);
    }
  }
  return found.sort();
}
