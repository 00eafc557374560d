import type { WakeUp } from '@app/jobs';
import { Clock, newId } from '@app/platform';
import type { DataSource } from 'typeorm';
import { DeliveriesQueries } from './deliveries/deliveries.queries.js';
import { WebhookPublisher } from './deliveries/webhook.publisher.js';

/** The publisher as it is, on a test's database and without a queue: nobody is woken. */
export function publisherOn(db: DataSource): WebhookPublisher {
  const wakeUp = { afterCommit: () => undefined } as unknown as WakeUp;
  return new WebhookPublisher(new DeliveriesQueries(db), wakeUp, new Clock());
}

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

export { eventBody } from './events.js';
