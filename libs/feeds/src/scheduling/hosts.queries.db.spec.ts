import { authPersistence } from '@app/auth';
import { newId } from '@app/database';
import { useDatabase } from '@app/database/testing';
import { podcastsPersistence } from '@app/podcasts';
import { Clock } from '@app/process';
import { expect, it } from '@jest/globals';
import { feedsPersistence } from '../persistence.js';
import { HostsQueries } from './hosts.queries.js';

const test = useDatabase([authPersistence, podcastsPersistence, feedsPersistence]);
const HOST = 'target.example.com';

/** A clock that a test sets forward. */
class SteppedClock extends Clock {
  ahead = 0;
  override now(): Date {
    return new Date(Date.now() + this.ahead);
  }
}

/** @returns the id of a refetch in progress */
async function aRefetch(): Promise<string> {
  const [userId, podcastId, id] = [newId(), newId(), newId()];
  await test.db.query(`INSERT INTO users (id, name) VALUES ($1, 'Owner')`, [userId]);
  await test.db.query(`INSERT INTO podcasts (id, title, owner_id, quota_bearer_id) VALUES ($1, 'P', $2, $2)`, [podcastId, userId]);
  await test.db.query(`INSERT INTO rss_refetches (id, podcast_id, status, due_at) VALUES ($1, $2, 'fetching', now() + interval '1 hour')`, [
    id,
    podcastId,
  ]);
  return id;
}

it('a host that redirects lead to gets one request a second, and a third only when one of two has ended (contract 10)', async () => {
  const clock = new SteppedClock();
  const hosts = new HostsQueries(test.db, clock);
  const [first, second, third] = [await aRefetch(), await aRefetch(), await aRefetch()];
  expect(await hosts.enter(HOST, first)).toBeNull();
  expect(await hosts.enter(HOST, second)).toBeInstanceOf(Date); // within a second of the first
  clock.ahead = 2000;
  expect(await hosts.enter(HOST, second)).toBeNull();
  clock.ahead = 4000;
  expect(await hosts.enter(HOST, third)).toBeInstanceOf(Date); // two are in progress
  await test.db.query(`UPDATE rss_refetches SET status = 'succeeded' WHERE id = $1`, [first]);
  expect(await hosts.enter(HOST, third)).toBeNull();
});

it('a host that asks for a rest while it has a longer one keeps the longer', async () => {
  const hosts = new HostsQueries(test.db, new Clock());
  const [longer, shorter] = [new Date('2100-01-01T02:00:00Z'), new Date('2100-01-01T01:00:00Z')];
  for (const until of [longer, shorter]) await hosts.rest(test.db.manager, 'resting.example.com', until);
  expect(await test.db.query(`SELECT free_at, turn_at FROM feed_hosts WHERE host = 'resting.example.com'`)).toEqual([
    { free_at: longer, turn_at: longer },
  ]);
});

it('a host keeps the rest that it asked for when further feeds of it are planned, and another host has its turn earlier', async () => {
  const hosts = new HostsQueries(test.db, new Clock());
  const [rest, soon] = [new Date('2100-01-01T01:00:00Z'), new Date('2100-01-01T00:00:00Z')];
  const later = new Date('2100-01-02T00:00:00Z');
  await hosts.rest(test.db.manager, 'asleep.example.com', rest);
  await hosts.expect(test.db.manager, [{ host: 'awake.example.com', turnAt: later }]);
  await hosts.expect(test.db.manager, ['asleep.example.com', 'awake.example.com'].map((host) => ({ host, turnAt: soon }))); // prettier-ignore
  expect(await test.db.query(`SELECT host, turn_at FROM feed_hosts WHERE host LIKE 'a%.example.com' ORDER BY host`)).toEqual([
    { host: 'asleep.example.com', turn_at: rest },
    { host: 'awake.example.com', turn_at: soon },
  ]);
});

it('hosts whose turns are at the same moment are considered one after the other, batch by batch', async () => {
  const hosts = new HostsQueries(test.db, new Clock());
  const turnAt = new Date('2020-01-01T00:00:00Z');
  await hosts.expect(test.db.manager, ['s1', 's2', 's3'].map((host) => ({ host, turnAt }))); // prettier-ignore
  await test.db.transaction(async (tx) => {
    const first = await hosts.lockDue(tx, 2);
    const second = await hosts.lockDue(tx, 1, first.at(-1));
    expect([...first, ...second].map(({ host }) => host)).toEqual(['s1', 's2', 's3']);
  });
});
