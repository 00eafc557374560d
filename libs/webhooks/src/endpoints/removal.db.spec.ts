import { authPersistence } from '@app/auth';
import { newId } from '@app/database';
import { healthOn, useDatabase } from '@app/database/testing';
import { outboxPersistence } from '@app/outbox';
import { aPublisher, publishLowQuota } from '@app/outbox/testing';
import { ScriptedOutbound } from '@app/process/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { Replayer } from '../deliveries/replayer.js';
import { ReplaysQueries } from '../deliveries/replays.queries.js';
import { CLAIM_VALID_MS, type Claim, type ClaimsQueries, type Result } from '../dispatch/claims.queries.js';
import { ClockQueries } from '../dispatch/clock.queries.js';
import { aDestination, claimsOn, storeDeliveries, untilLocked } from '../testing/attempts.js';
import { aWorker } from '../testing/worker.js';
import { FailingDestinations } from './failing.job.js';

const test = useDatabase([authPersistence, outboxPersistence]);
const publisher = aPublisher();
let claims: ClaimsQueries;
let endpoints: ReturnType<typeof aWorker>['endpoints'];
let backlogs: ReturnType<typeof aWorker>['backlogs'];
let userId: string;
let endpointId: string;

beforeEach(async () => {
  for (const table of ['users', 'webhook_health', 'webhook_backlogs']) await test.db.query(`DELETE FROM ${table}`);
  claims = claimsOn(test.db);
  ({ endpoints, backlogs } = aWorker(test.db, { outbound: new ScriptedOutbound(), health: healthOn(test.db) }));
  ({ userId, endpointId } = await aDestination(test.db));
});

const lowQuota = () => publishLowQuota(test.db, userId);

async function claimed(): Promise<Claim> {
  await lowQuota();
  const [claim] = await claims.claimFor([endpointId], { slots: 1, leaseSeconds: 30 });
  return claim!;
}

const failed = ({ id, claimId }: Claim): Result => ({ id, claimId, status: 'queued', retryInSeconds: 3600, outcome: '500', durationMs: 1 });
const remove = () => endpoints.remove({ userId, tokenId: newId() });
const health = () => test.db.query<{ id: string }[]>('SELECT endpoint_id AS id FROM webhook_health');

describe('the removal of a destination (contract 6.10)', () => {
  it('the removal of a destination beside results of its deliveries deadlocks with none', async () => {
    await claims.record([failed(await claimed())]);
    await test.db.query('UPDATE webhook_deliveries SET retry_at = NULL, ready_at = now()');
    const [claim] = await claims.claimFor([endpointId], { slots: 1, leaseSeconds: 30 });
    const both = await test.db.transaction(async (tx) => {
      await tx.query('SELECT 1 FROM webhook_health FOR UPDATE');
      const removed = remove();
      await untilLocked(test.db);
      const recorded = claims.record([failed(claim!)]);
      await untilLocked(test.db, 2);
      return [removed, recorded];
    });
    await expect(Promise.all(both)).resolves.toEqual([undefined, new Set()]);
    expect(await health()).toEqual([]);
  });

  it('the removal of a destination beside its replay deadlocks with no step of it', async () => {
    await lowQuota();
    await test.db.query(`UPDATE webhook_deliveries SET status = 'failed', ready_at = NULL, finished_at = now()`);
    const { id } = await claimed();
    await test.db.query(`INSERT INTO webhook_replays (user_id, endpoint_id, types, position, ends_at) VALUES ($1, $2, '{video_quota.low}', 0, 9223372036854775807)`, [userId, endpointId]); // prettier-ignore
    const replayer = new Replayer(test.db, new ReplaysQueries(test.db), publisher, pino({ level: 'silent' }));
    const removed = await test.db.transaction(async (tx) => {
      await tx.query('SELECT 1 FROM webhook_deliveries WHERE id = $1 FOR UPDATE', [id]);
      const removing = remove();
      await untilLocked(test.db);
      expect(await replayer.step()).toBe(true); // it waits for nobody
      return [removing];
    });
    await expect(Promise.all(removed)).resolves.toEqual([undefined]);
    expect(await test.db.query('SELECT 1 FROM webhook_replays')).toEqual([]);
  });
});

it.each([
  ['removal', () => remove()],
  ['replacement', () => endpoints.register({ userId, tokenId: newId() }, 'https://hooks.example.com/')],
])('the %s of a destination with a delivery in flight is answered once nothing can leave any more (contract 6.10)', async (_, end) => {
  await claimed();
  const began = performance.now();
  await end();
  expect(performance.now() - began).toBeGreaterThanOrEqual(CLAIM_VALID_MS);
});

describe('the health of a destination that is gone (contract 6.18)', () => {
  it('the health of a destination that is gone is not written by results that come later', async () => {
    const claim = await claimed();
    await test.db.query('DELETE FROM webhook_endpoints WHERE id = $1', [endpointId]);
    expect(await claims.record([failed(claim)])).toEqual(new Set([claim.id]));
    expect(await health()).toEqual([]);
  });

  it('the health of a destination that is gone is removed by the sweep when a result has written it beside the removal', async () => {
    await storeDeliveries(test.db, { userId, endpointId }, 1001);
    await test.db.query(`INSERT INTO webhook_replays (user_id, endpoint_id, types, position, ends_at) VALUES ($1, $2, '{}', 0, 0)`, [userId, endpointId]); // prettier-ignore
    const removing = await test.db.transaction(async (tx) => {
      await tx.query('SELECT 1 FROM webhook_replays FOR UPDATE');
      const removed = remove(); // waits with its last statement
      await untilLocked(test.db);
      const [claim] = await claims.claimFor([endpointId], { slots: 1, leaseSeconds: 30 });
      await claims.record([failed(claim!)]);
      return [removed];
    });
    await Promise.all(removing);
    expect(await health()).toEqual([{ id: endpointId }]);
    await backlogs.continueAll();
    expect(await health()).toEqual([]);
  });

  it('the health of a destination that is gone keeps no other user from being told that theirs fails', async () => {
    const longAgo = `now() - interval '2 hours'`;
    await test.db.query(`INSERT INTO webhook_health (endpoint_id, failing_since) SELECT gen_random_uuid(), ${longAgo} FROM generate_series(1, 150)`); // prettier-ignore
    await test.db.query(`INSERT INTO webhook_health (endpoint_id, failing_since) VALUES ($1, ${longAgo} + interval '1 minute')`, [endpointId]); // prettier-ignore
    expect(await new FailingDestinations(test.db, publisher, new ClockQueries(test.db, [])).tellFailing()).toBe(1);
  });
});
