import { authPersistence } from '@app/auth';
import { newId } from '@app/database';
import { useDatabase } from '@app/database/testing';
import { outboxPersistence } from '@app/outbox';
import { podcastsPersistence } from '@app/podcasts';
import { Clock } from '@app/process';
import { quotaPersistence } from '@app/quota';
import { uploadsPersistence } from '@app/uploads';
import { videoStocksPersistence } from '@app/video-stocks';
import { describe, expect, it } from '@jest/globals';
import { FeedsEnv } from '../feeds.env.js';
import { feedsPersistence } from '../persistence.js';
import { RefetchesQueries } from './refetches.queries.js';
import { RefetchesService } from './refetches.service.js';

const test = useDatabase([authPersistence, podcastsPersistence, outboxPersistence, quotaPersistence, uploadsPersistence, videoStocksPersistence, feedsPersistence]); // prettier-ignore

const NOW = new Date('2026-10-01T12:00:00Z');
const before = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);

function aService(): RefetchesService {
  const clock = Object.assign(new Clock(), { now: () => NOW });
  const env = Object.assign(new FeedsEnv(), { RSS_REFETCH_INTERVAL_SECONDS: 300 });
  return new RefetchesService(test.db, new RefetchesQueries(test.db, clock), { now: () => undefined } as never, env, clock);
}

async function aPodcast(feedUrl: string | null = 'http://feeds.example.com/'): Promise<string> {
  const [owner, id] = [newId(), newId()];
  await test.db.query(`INSERT INTO users (id, name) VALUES ($1, 'Owner')`, [owner]);
  await test.db.query(`INSERT INTO podcasts (id, title, owner_id, quota_bearer_id, feed_url) VALUES ($1, 'P', $2, $2, $3)`, [id, owner, feedUrl]); // prettier-ignore
  return id;
}

/** A refetch that was requested and begun so many seconds ago. */
async function aRefetch(podcastId: string, { requested, started }: { requested: number; started: number | null }): Promise<void> {
  await test.db.query(
    `INSERT INTO rss_refetches (id, podcast_id, status, requested_at, started_at, finished_at, due_at)
     VALUES ($1, $2, $3, $4, $5, $6, $4)`,
    [
      ...[newId(), podcastId, started === null ? 'queued' : 'succeeded', before(requested)],
      ...(started === null ? [null, null] : [before(started), before(started - 1)]),
    ],
  );
}

const refused = (code: string, headers = {}) => ({ errors: [expect.objectContaining({ code })], ...headers });

describe('a request for a refetch (contract 10.1)', () => {
  it('a request for a refetch is one refetch, however many come at once', async () => {
    const podcast = await aPodcast();
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => aService().request(podcast)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(refused('refetch_in_progress'));
  });

  it('a request for a refetch is refused without a feed, and while a refetch waits', async () => {
    await expect(aService().request(await aPodcast(null))).rejects.toMatchObject(refused('no_external_feed'));
    const podcast = await aPodcast();
    await aRefetch(podcast, { requested: 3600, started: null });
    await expect(aService().request(podcast)).rejects.toMatchObject(refused('refetch_in_progress'));
  });

  it('a request for a refetch is refused until the interval since the last one began is over, and told how long that is', async () => {
    const podcast = await aPodcast();
    await aRefetch(podcast, { requested: 1000, started: 280 });
    await expect(aService().request(podcast)).rejects.toMatchObject(refused('refetch_too_soon', { headers: { 'Retry-After': '20' } }));
    await test.db.query('UPDATE rss_refetches SET started_at = $2 WHERE podcast_id = $1', [podcast, before(300)]);
    expect(await aService().request(podcast)).toMatchObject({ podcastId: podcast, status: 'queued' });
  });
});
