import { authPersistence } from '@app/auth';
import { newId } from '@app/database';
import { rowsRead, useDatabase } from '@app/database/testing';
import { Clock } from '@app/process';
import { podcastsPersistence } from '@app/podcasts';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { feedsPersistence } from '../persistence.js';
import { HostsQueries } from './hosts.queries.js';
import { UpkeepQueries } from './upkeep.queries.js';

const test = useDatabase([authPersistence, podcastsPersistence, feedsPersistence]);
const clock = new Clock();
const upkeepOn = (db: DataSource) => new UpkeepQueries(db, new HostsQueries(db, clock), clock);

const FEEDS = 5000;

/** Makes podcasts whose feeds are at hosts of their own. */
const plant = (count: number) =>
  test.db.query(
    `INSERT INTO podcasts (id, title, owner_id, quota_bearer_id, feed_url)
     SELECT uuidv7(), 'P', u.id, u.id, 'https://h' || n || '.example.com/' FROM users u, generate_series(1, $1::int) n`,
    [count],
  );

const unplanned = async () => {
  const [row] = await test.db.query<{ count: number }[]>('SELECT count(*)::int FROM feeds WHERE host IS NULL');
  return row?.count;
};

beforeAll(async () => {
  await test.db.query(`INSERT INTO users (id, name) VALUES ($1, 'Owner')`, [newId()]);
  await plant(FEEDS);
});

describe('the upkeep of feeds', () => {
  it('the upkeep of feeds plans all feeds that are new in one run, however many', async () => {
    expect(await unplanned()).toBe(FEEDS);
    await upkeepOn(test.db).planFeeds();
    expect(await unplanned()).toBe(0);
    const [row] = await test.db.query<{ count: number }[]>('SELECT count(*)::int FROM feed_hosts WHERE isfinite(turn_at)');
    expect(row?.count).toBe(FEEDS);
  });

  it('the upkeep of feeds reads what it plans, however many feeds are planned already (contract 16.9)', async () => {
    await test.db.query('ANALYZE');
    await plant(3);
    const inOneSession = (tx: { query: DataSource['query'] }) =>
      upkeepOn({
        query: tx.query.bind(tx),
        transaction: (work: (on: unknown) => unknown) => work(tx),
      } as unknown as DataSource).planFeeds();
    expect(await rowsRead(test.db, inOneSession)).toBeLessThan(100);
    expect(await unplanned()).toBe(0);
  });

  it('the upkeep of feeds plans a feed again whose host has lost its turns', async () => {
    await test.db.query(`UPDATE feed_hosts SET turn_at = 'infinity' WHERE host = 'h1.example.com'`);
    await upkeepOn(test.db).planFeeds();
    expect(await test.db.query(`SELECT isfinite(turn_at) AS planned FROM feed_hosts WHERE host = 'h1.example.com'`)).toEqual([
      { planned: true },
    ]);
  });

  it('the upkeep of feeds forgets a host without feeds a day after it was last busy or at rest, and no other', async () => {
    await test.db.query(
      `INSERT INTO feed_hosts (host, free_at, turn_at)
       SELECT host, now() + since, turn_at::timestamptz FROM (VALUES
         ('unused.example.com', interval '-25 hours', 'infinity'), ('asked.example.com', interval '-23 hours', 'infinity'),
         ('resting.example.com', interval '2 hours', 'infinity'), ('due.example.com', interval '-25 hours', '2020-01-01')
       ) AS h (host, since, turn_at)`,
    );
    await upkeepOn(test.db).planFeeds();
    const left = await test.db.query<{ host: string }[]>(`SELECT host FROM feed_hosts WHERE host NOT LIKE 'h%' ORDER BY host`);
    expect(left.map(({ host }) => host)).toEqual(['asked.example.com', 'due.example.com', 'resting.example.com']);
  });
});
