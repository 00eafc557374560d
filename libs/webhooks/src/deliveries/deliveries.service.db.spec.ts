import { authPersistence } from '@app/auth';
import { newId } from '@app/database';
import { healthOn, useDatabase } from '@app/database/testing';
import { outboxPersistence } from '@app/outbox';
import { aLowQuota, anActiveEndpoint, aPublisher } from '@app/outbox/testing';
import { ScriptedOutbound } from '@app/process/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { aDestination } from '../testing/attempts.js';
import { aWorker } from '../testing/worker.js';

const test = useDatabase([authPersistence, outboxPersistence]);
let userId: string;
let endpointId: string;
let deliveries: ReturnType<typeof aWorker>['deliveries'];

beforeEach(async () => {
  await test.db.query('DELETE FROM users');
  ({ userId, endpointId } = await aDestination(test.db));
  ({ deliveries } = aWorker(test.db, { outbound: new ScriptedOutbound(), health: healthOn(test.db), env: { RETENTION_DAYS: 30 } }));
});

/** A delivery that ended so many days ago. */
async function aFinished({
  type = 'video_quota.low',
  days = 1,
}: { type?: 'video_quota.low' | 'webhook.verification'; days?: number } = {}): Promise<string> {
  const event = type === 'video_quota.low' ? aLowQuota(userId) : ({ userId, podcastId: null, type, data: { challenge: 'x' } } as const);
  await test.db.transaction((tx) => aPublisher().publish(tx, event));
  const [[{ id }]] = await test.db.query<[[{ id: string }], number]>(
    `UPDATE webhook_deliveries SET status = 'failed', ready_at = NULL, finished_at = clock_timestamp() - $2 * interval '1 day'
      WHERE user_id = $1 AND finished_at IS NULL RETURNING id`,
    [userId, days],
  );
  return id;
}

const refused = (code: string) => ({ errors: [expect.objectContaining({ code })] });

describe('a delivery (contract 6.13)', () => {
  it('a delivery is shown to its user alone, and no longer than deliveries are kept', async () => {
    const [kept, old] = [await aFinished({ days: 29 }), await aFinished({ days: 31 })];
    expect(await deliveries.find(kept, userId)).toMatchObject({ id: kept, status: 'failed' });
    await expect(deliveries.find(old, userId)).rejects.toMatchObject({ kind: 'not_found' });
    await expect(deliveries.find(kept, newId())).rejects.toMatchObject({ kind: 'not_found' });
    expect((await deliveries.latest(userId)).map(({ id }) => id)).toEqual([kept]);
  });
});

describe('redelivering (contract 6.14)', () => {
  it('redelivering sends the same event once more as a new delivery', async () => {
    const id = await aFinished();
    const copy = await deliveries.redeliver(id, userId);
    const { eventId, body } = await deliveries.find(id, userId);
    expect(copy).toMatchObject({ eventId, body, status: 'queued', endpointId, attempts: 0 });
    expect(copy.id).not.toBe(id);
  });

  it('redelivering is refused for a challenge, for what is not finished, and without an active destination', async () => {
    const [challenge, id] = [await aFinished({ type: 'webhook.verification' }), await aFinished()];
    await expect(deliveries.redeliver(challenge, userId)).rejects.toMatchObject(refused('not_redeliverable'));
    const { id: unfinished } = await deliveries.redeliver(id, userId);
    await expect(deliveries.redeliver(unfinished, userId)).rejects.toMatchObject(refused('delivery_not_finished'));
    await test.db.query(`UPDATE webhook_endpoints SET verification = 'pending', verified_at = NULL WHERE id = $1`, [endpointId]);
    await expect(deliveries.redeliver(id, userId)).rejects.toMatchObject(refused('endpoint_not_active'));
  });

  it('redelivering goes to the present destination for a user, and to no other than its own for the operator', async () => {
    const id = await aFinished();
    expect(await deliveries.redeliverAsOperator(id)).toMatchObject({ endpointId });
    await test.db.query('DELETE FROM webhook_endpoints WHERE user_id = $1', [userId]);
    const present = await anActiveEndpoint(test.db, userId);
    await expect(deliveries.redeliverAsOperator(id)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await deliveries.redeliver(id, userId)).toMatchObject({ endpointId: present });
  });

  it('redelivering by the operator is recorded as an action, once for every delivery that was written', async () => {
    const id = await aFinished();
    await deliveries.redeliverAsOperator(id);
    await test.db.query('DELETE FROM webhook_endpoints WHERE user_id = $1', [userId]);
    await expect(deliveries.redeliverAsOperator(id)).rejects.toMatchObject({ kind: 'conflict' });
    const recorded = await test.db.query<unknown[]>('SELECT actor, action FROM audit_entries WHERE target = $1', [id]);
    expect(recorded).toEqual([{ actor: 'operator', action: 'delivery.redeliver' }]);
  });
});
