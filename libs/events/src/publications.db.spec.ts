import { authPersistence } from '@app/auth';
import { newId } from '@app/database';
import { useDatabase } from '@app/database/testing';
import { outboxPersistence } from '@app/outbox';
import { aPublisher } from '@app/outbox/testing';
import { podcastsPersistence } from '@app/podcasts';
import { expect, it } from '@jest/globals';
import { Publications } from './publications.js';

const test = useDatabase([authPersistence, podcastsPersistence, outboxPersistence]);

/** A podcast and its owner. */
async function aPodcast(): Promise<{ userId: string; podcastId: string }> {
  const [userId, podcastId] = [newId(), newId()];
  await test.db.query(`INSERT INTO users (id, name) VALUES ($1, 'Owner')`, [userId]);
  await test.db.query(`INSERT INTO podcasts (id, title, owner_id, quota_bearer_id) VALUES ($1, 'P', $2, $2)`, [podcastId, userId]);
  return { userId, podcastId };
}

it('a scheduled episode is told of once, by whichever worker looks first, and not before its time (contract 18)', async () => {
  const [{ userId, podcastId }, due, later] = [await aPodcast(), newId(), newId()];
  await test.db.query(
    `INSERT INTO episodes (id, podcast_id, title, guid, published_at)
     VALUES ($1, $3, 'Due', 'urn:due', now() + interval '1 hour'), ($2, $3, 'Later', 'urn:later', now() + interval '30 minutes')`,
    [due, later, podcastId],
  );
  await test.db.query(`UPDATE episodes SET published_at = now() - interval '1 second' WHERE id = $1`, [due]);

  const workers = [1, 2].map(() => new Publications(test.db, aPublisher()));
  const told = await Promise.all(workers.map((worker) => worker.tellDue()));
  told.push(...(await Promise.all(workers.map((worker) => worker.tellDue()))));

  expect(told.reduce((sum, count) => sum + count)).toBe(1);
  const events = await test.db.query<unknown[]>(`SELECT user_id, podcast_id, body::json->'data'->>'id' AS id, body::json->'data'->>'title' AS title FROM events WHERE type = 'episode.published'`); // prettier-ignore
  expect(events).toEqual([{ user_id: userId, podcast_id: podcastId, id: due, title: 'Due' }]);
});

it('a scheduled episode that another transaction has locked makes no other one wait, and is told of afterwards', async () => {
  const [{ podcastId }, locked, free] = [await aPodcast(), newId(), newId()];
  await test.db.query(
    `INSERT INTO episodes (id, podcast_id, title, guid, published_at)
     SELECT id, $2, 'Due', 'urn:' || id, now() + interval '1 hour' FROM unnest($1::uuid[]) AS e (id)`,
    [[locked, free], podcastId],
  );
  await test.db.query(`UPDATE episodes SET published_at = now() - interval '1 second' WHERE podcast_id = $1`, [podcastId]);
  const worker = new Publications(test.db, aPublisher());
  const told = () =>
    test.db.query<unknown[]>(`SELECT body::json->'data'->>'id' AS id FROM events WHERE podcast_id = $1 ORDER BY position`, [podcastId]);
  await test.db.transaction(async (tx) => {
    await tx.query('SELECT 1 FROM unpublished_episodes WHERE episode_id = $1 FOR UPDATE', [locked]);
    expect(await worker.tellDue()).toBe(1);
    expect(await told()).toEqual([{ id: free }]);
  });
  expect(await worker.tellDue()).toBe(1);
  expect(await told()).toEqual([{ id: free }, { id: locked }]);
});
