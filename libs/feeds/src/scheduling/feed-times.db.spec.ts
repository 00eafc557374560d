import { authPersistence } from '@app/auth';
import { newId } from '@app/database';
import { moveByClock, useDatabase } from '@app/database/testing';
import { outboxPersistence } from '@app/outbox';
import { podcastsPersistence } from '@app/podcasts';
import { Clock } from '@app/process';
import { quotaPersistence } from '@app/quota';
import { uploadsPersistence } from '@app/uploads';
import { videoStocksPersistence } from '@app/video-stocks';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { FeedsEnv } from '../feeds.env.js';
import { feedsPersistence } from '../persistence.js';
import { RefetchesQueries } from '../refetches/refetches.queries.js';
import { RefetchesService } from '../refetches/refetches.service.js';
import { FEED_TIMES } from './feed-times.queries.js';

const test = useDatabase([authPersistence, podcastsPersistence, outboxPersistence, quotaPersistence, uploadsPersistence, videoStocksPersistence, feedsPersistence]); // prettier-ignore

let podcastId: string;

beforeEach(async () => {
  const owner = newId();
  podcastId = newId();
  await test.db.query(`INSERT INTO users (id, name) VALUES ($1, 'Owner')`, [owner]);
  await test.db.query(
    `INSERT INTO podcasts (id, title, owner_id, quota_bearer_id, ownership_confirmed_at, feed_url)
     VALUES ($1, 'P', $2, $2, now(), 'http://feeds.example.com/')`,
    [podcastId, owner],
  );
});

/** A service whose clock was set by so many seconds since the refetches were stored. */
function aService(step: number, interval = 300): RefetchesService {
  const clock = Object.assign(new Clock(), { now: () => new Date(Date.now() + step * 1000) });
  const env = Object.assign(new FeedsEnv(), { RSS_REFETCH_INTERVAL_SECONDS: interval });
  return new RefetchesService(test.db, new RefetchesQueries(test.db, clock), { now: () => undefined } as never, env, clock);
}

/** A refetch of a minute ago, by the clock before it was set. */
async function aRefetch(status: string): Promise<void> {
  await test.db.query(
    `INSERT INTO rss_refetches (id, podcast_id, status, requested_at, started_at, finished_at, due_at)
     VALUES ($1, $2, $3, now() - interval '60 s', now() - interval '60 s', CASE WHEN $3 = 'succeeded' THEN now() END, now() + interval '30 s')`,
    [newId(), podcastId, status],
  );
}

const retryAfter = async (service: RefetchesService) =>
  service.request(podcastId).then(
    () => 0,
    (error: { readonly headers?: Record<string, string> }) => Number(error.headers?.['Retry-After']),
  );

const moveBy = (step: number) => moveByClock(test.db, FEED_TIMES, step);

describe.each([3600, -3600])('after a clock step of %d seconds (contract 2.13)', (step) => {
  it('the interval between refetches goes on as if nothing had happened', async () => {
    await aRefetch('succeeded');
    await moveBy(step);
    const seconds = await retryAfter(aService(step));
    expect(seconds).toBeGreaterThan(180);
    expect(seconds).toBeLessThanOrEqual(240);
  });

  it('the claim of a dead worker lapses, and the next automatic refetch comes, when they would have', async () => {
    await aRefetch('fetching');
    await test.db.query(`UPDATE feeds SET next_refetch_at = now() + interval '1000 s' WHERE podcast_id = $1`, [podcastId]);
    const left = async (column: string, table: string) =>
      (
        await test.db.query<[{ s: number }]>(`SELECT extract(epoch FROM ${column} - now())::int AS s FROM ${table} WHERE podcast_id = $1`, [
          podcastId,
        ])
      )[0].s - step;
    await moveBy(step);
    expect(await left('due_at', 'rss_refetches')).toBeLessThanOrEqual(30);
    expect(await left('due_at', 'rss_refetches')).toBeGreaterThan(-30);
    expect(await left('next_refetch_at', 'feeds')).toBeGreaterThan(900);
    expect(await left('next_refetch_at', 'feeds')).toBeLessThanOrEqual(1000);
  });
});

it('Retry-After of a refetch is no longer than the interval, also before the step is noticed', async () => {
  await aRefetch('succeeded');
  expect(await retryAfter(aService(-3600))).toBe(300);
});

it('without an interval no refetch is refused, also before the step is noticed', async () => {
  await aRefetch('succeeded');
  expect(await retryAfter(aService(-3600, 0))).toBe(0);
  expect(await test.db.query('SELECT FROM rss_refetches WHERE podcast_id = $1', [podcastId])).toHaveLength(2);
});
