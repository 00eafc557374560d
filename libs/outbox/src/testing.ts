import type { Signals, WakeUp } from '@app/jobs';
import { newId } from '@app/database';
import { Clock } from '@app/process';
import type { DataSource } from 'typeorm';
import { OutboxQueries } from './outbox.queries.js';
import { EventPublisher } from './event.publisher.js';

/** The publisher as it is, without a queue: no worker is woken, and no waiter without signals. */
export function aPublisher(signals?: Signals): EventPublisher {
  const wakeUp = { afterCommit: () => undefined } as unknown as WakeUp & Signals;
  return new EventPublisher(new OutboxQueries(), wakeUp, signals ?? wakeUp, new Clock());
}

/** The event of a quota that is nearly used up. */
export const aLowQuota = (userId: string) =>
  ({ userId, podcastId: null, type: 'video_quota.low', data: { usedSeconds: 9, availableSeconds: 10, remainingSeconds: 1 } }) as const;

/** Publishes it in a transaction of its own. @returns its id */
export const publishLowQuota = (db: DataSource, userId: string): Promise<string[]> =>
  db.transaction((tx) => aPublisher().publish(tx, aLowQuota(userId)));

/** An active destination of a user. @returns its id */
export async function anActiveEndpoint(db: DataSource, userId: string): Promise<string> {
  const id = newId();
  await db.query(
    `INSERT INTO webhook_endpoints (id, user_id, url, sealed_secret, verification, verified_at)
     VALUES ($1, $2, 'https://hooks.example.com/', '', 'verified', now())`,
    [id, userId],
  );
  return id;
}
