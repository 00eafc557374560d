import { authPersistence } from '@app/auth';
import { newId } from '@app/database';
import { useDatabase } from '@app/database/testing';
import type { Signals, WakeUp } from '@app/jobs';
import { Clock, logContext } from '@app/process';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { EventPublisher } from './event.publisher.js';
import { OutboxQueries } from './outbox.queries.js';
import { outboxPersistence } from './persistence.js';
import { aLowQuota, anActiveEndpoint, aPublisher, publishLowQuota } from './testing.js';

const test = useDatabase([authPersistence, outboxPersistence]);
let userId: string;

beforeEach(async () => {
  userId = newId();
  await test.db.query(`INSERT INTO users (id, name) VALUES ($1, 'U')`, [userId]);
});

describe('an event that is published', () => {
  it('an event that is published wakes those who wait for its user, and for its podcast where it concerns one', async () => {
    const woken: string[] = [];
    const signals = { afterCommit: (_tx: unknown, keys: readonly string[]) => woken.push(...keys) } as unknown as Signals;
    const podcastId = newId();
    const chapters = { userId, podcastId, type: 'chapters.stored', data: { episode_id: newId(), chapter_count: 1 } } as const;
    await test.db.transaction((tx) => aPublisher(signals).publish(tx, aLowQuota(userId), chapters));
    expect(woken).toEqual([userId, userId, podcastId]);
  });

  it('an event that is published wakes a worker after its transaction when there is a destination to send it to', async () => {
    const woken: unknown[] = [];
    const wakeUp = { afterCommit: (tx: unknown) => woken.push(tx) } as unknown as WakeUp;
    const signals = { afterCommit: () => undefined } as unknown as Signals;
    const publisher = new EventPublisher(new OutboxQueries(), wakeUp, signals, new Clock());
    await test.db.transaction((tx) => publisher.publish(tx, aLowQuota(userId)));
    expect(woken).toEqual([]);
    await anActiveEndpoint(test.db, userId);
    await test.db.transaction(async (tx) => {
      await publisher.publish(tx, aLowQuota(userId));
      expect(woken).toHaveLength(1);
      expect(woken[0]).toBe(tx);
    });
  });

  it.each([
    ['a request', { request: 'r-17', job: 'quota.low' }, 'r-17'],
    ['a job', { job: 'quota.low' }, 'quota.low'],
    ['neither a request nor a job', {}, null],
  ])('an event that is published by %s is delivered with that as its cause (contract 16.4)', async (_, context, causedBy) => {
    await anActiveEndpoint(test.db, userId);
    await logContext.run(context, () => publishLowQuota(test.db, userId));
    const deliveries = await test.db.query<unknown[]>('SELECT caused_by FROM webhook_deliveries WHERE user_id = $1', [userId]);
    expect(deliveries).toEqual([{ caused_by: causedBy }]);
  });

  it('an event that is published counts as told unless its delivery was canceled before any attempt', async () => {
    await anActiveEndpoint(test.db, userId);
    const event = aLowQuota(userId);
    const ids = await test.db.transaction((tx) => aPublisher().publish(tx, event, event, event));
    const [queued, attempted, never] = ids;
    const cancel = `UPDATE webhook_deliveries SET status = 'canceled', ready_at = NULL, finished_at = now(), attempts = $2 WHERE event_id = $1`;
    await test.db.query(cancel, [attempted, 1]);
    await test.db.query(cancel, [never, 0]);
    expect(await aPublisher().kept(test.db.manager, ids)).toEqual(new Set([queued, attempted]));
  });
});
