import { setTimeout as sleep } from 'node:timers/promises';
import { authPersistence } from '@app/auth';
import { newId } from '@app/database';
import { useDatabase } from '@app/database/testing';
import { outboxPersistence } from '@app/outbox';
import { anActiveEndpoint, aPublisher, publishLowQuota } from '@app/outbox/testing';
import { Clock } from '@app/process';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { EndpointsQueries } from '../endpoints/endpoints.queries.js';
import { FailingDestinations } from '../endpoints/failing.job.js';
import { ClockQueries } from '../dispatch/clock.queries.js';
import { claimsOn } from '../testing/attempts.js';
import { aUser } from '../testing/attempts.js';
import type { WebhooksEnv } from '../webhooks.env.js';
import { DeliveriesQueries } from './deliveries.queries.js';
import { DeliveriesService } from './deliveries.service.js';
import { Replayer } from './replayer.js';
import { ReplaysQueries } from './replays.queries.js';
import { ReplaysService } from './replays.service.js';

const test = useDatabase([authPersistence, outboxPersistence]);
const publisher = aPublisher();
const settings = { RETENTION_DAYS: 30 } as WebhooksEnv;
let replays: ReplaysService;
let replayers: Replayer[];
let userId: string;

beforeEach(async () => {
  await test.db.query('DELETE FROM users');
  const queries = new ReplaysQueries(test.db);
  replays = new ReplaysService(test.db, new EndpointsQueries(), queries, settings, new Clock());
  replayers = [1, 2].map(() => new Replayer(test.db, queries, publisher, pino({ level: 'silent' })));
  userId = await aUser(test.db);
});

const lowQuota = () => publishLowQuota(test.db, userId);

const hourAgo = () => new Date(Date.now() - 3_600_000);

type Row = { readonly eventId: string; readonly status: string };
const deliveries = () =>
  test.db.query<Row[]>('SELECT event_id AS "eventId", status FROM webhook_deliveries WHERE user_id = $1 ORDER BY id', [userId]);

/** The deliveries that the destination has taken. */
const deliver = () =>
  test.db.query(`UPDATE webhook_deliveries SET status = 'delivered', ready_at = NULL, finished_at = now() WHERE ready_at IS NOT NULL`);

/** Both workers step until no replay is left. @returns milliseconds */
async function runOut(): Promise<number> {
  const began = performance.now();
  while ((await Promise.all(replayers.map((one) => one.step()))).some(Boolean)) await deliver();
  return performance.now() - began;
}

describe('a replay (contract 6.19)', () => {
  it('a replay sends what was raised without a destination or failed, in order, once, and not what was received', async () => {
    const [missed] = await lowQuota();
    await anActiveEndpoint(test.db, userId);
    const [received] = await lowQuota();
    await deliver();
    const [failed] = await lowQuota();
    await test.db.query(`UPDATE webhook_deliveries SET status = 'failed', ready_at = NULL, finished_at = now() WHERE event_id = $1`, [
      failed,
    ]);
    expect(await replays.begin(userId, hourAgo())).toBe(2);
    await runOut();
    expect((await deliveries()).map(({ eventId, status }) => [eventId, status])).toEqual([
      [received, 'delivered'],
      [failed, 'failed'],
      [missed, 'delivered'],
      [failed, 'delivered'],
    ]);
    expect(await replays.begin(userId, hourAgo())).toBe(0);
    // A replay without events is over at once; null selects all types.
    expect(await replays.begin(userId, hourAgo(), null)).toBe(0);
  });

  it('a replay sends at most ten a second over two workers, and one at a time', async () => {
    for (let n = 0; n < 12; n += 1) await lowQuota();
    await anActiveEndpoint(test.db, userId);
    await replays.begin(userId, hourAgo());
    expect(await runOut()).toBeGreaterThan(1100);
    expect(await deliveries()).toHaveLength(12);
  });

  it('a replay waits while a new event is due', async () => {
    await lowQuota();
    await anActiveEndpoint(test.db, userId);
    await replays.begin(userId, hourAgo());
    const [fresh] = await lowQuota();
    for (const one of replayers) await one.step();
    expect((await deliveries()).map(({ eventId }) => eventId)).toEqual([fresh]);
    await deliver();
    await runOut();
    expect(await deliveries()).toHaveLength(2);
  });

  it('a replay is one at a time, and refused without an active destination or for too long ago', async () => {
    const codes = async (since = hourAgo()) => replays.begin(userId, since).then(String, ({ errors }) => (errors as [{ code: string }])[0].code); // prettier-ignore
    const monthAgo = new Date(Date.now() - 31 * 86_400_000);
    expect(await codes(monthAgo)).toBe('not_found'); // before what is wrong with the request (contract 2.7)
    await lowQuota();
    const endpointId = await anActiveEndpoint(test.db, userId);
    await test.db.query(`UPDATE webhook_endpoints SET verification = 'pending', verified_at = NULL WHERE id = $1`, [endpointId]);
    expect(await codes()).toBe('endpoint_not_active');
    await test.db.query(`UPDATE webhook_endpoints SET verification = 'verified', verified_at = now() WHERE id = $1`, [endpointId]);
    expect(await codes(monthAgo)).toBe('too_old');
    expect(await codes()).toBe('1');
    expect(await codes()).toBe('replay_in_progress');
  });

  it('a replay keeps the order: each event waits until the one before it was attempted', async () => {
    for (let n = 0; n < 2; n += 1) await lowQuota();
    const endpointId = await anActiveEndpoint(test.db, userId);
    await replays.begin(userId, hourAgo());
    const claims = claimsOn(test.db);
    const steps = async () => {
      for (let n = 0; n < 3; n += 1) await Promise.all([...replayers.map((one) => one.step()), sleep(110)]);
    };
    await steps();
    const [{ id, claimId } = { id: '', claimId: '' }] = await claims.claimFor([endpointId], { slots: 1, leaseSeconds: 30 });
    await steps();
    expect((await deliveries()).map(({ status }) => status)).toEqual(['sending']);
    await claims.record([{ id, claimId, status: 'queued', retryInSeconds: 3600, outcome: '500', durationMs: 1 }]);
    await steps();
    expect(await deliveries()).toHaveLength(2);
  });

  it('a replay sends what a destination before never got, although its deliveries are not canceled yet', async () => {
    const before = await anActiveEndpoint(test.db, userId);
    const [queued] = await lowQuota();
    await test.db.query('DELETE FROM webhook_endpoints WHERE id = $1', [before]);
    const present = await anActiveEndpoint(test.db, userId);
    expect(await replays.begin(userId, hourAgo())).toBe(1);
    for (const one of replayers) await one.step();
    const sent = `SELECT event_id AS "eventId" FROM webhook_deliveries WHERE endpoint_id = $1`;
    expect(await test.db.query(sent, [present])).toEqual([{ eventId: queued }]);
  });

  it('a replay sends no event of other types, or from before its time', async () => {
    const [early] = await lowQuota();
    await test.db.query(`UPDATE events SET created_at = created_at - interval '2 hours' WHERE id = $1`, [early]);
    await lowQuota();
    await anActiveEndpoint(test.db, userId);
    expect(await replays.begin(userId, hourAgo(), ['video_stock.ready'])).toBe(0);
    expect(await replays.begin(userId, hourAgo(), ['video_quota.low'])).toBe(1);
  });

  it('a replay goes on at once after a clock that was set back by an hour', async () => {
    await lowQuota();
    await anActiveEndpoint(test.db, userId);
    await replays.begin(userId, hourAgo());
    await test.db.query(`UPDATE webhook_replays SET next_at = clock_timestamp() + interval '1 hour'`);
    await replayers[0]?.step();
    expect(await deliveries()).toHaveLength(1);
  });

  it('a replay ends with its destination', async () => {
    await lowQuota();
    const endpointId = await anActiveEndpoint(test.db, userId);
    await replays.begin(userId, hourAgo());
    await test.db.query('DELETE FROM webhook_endpoints WHERE id = $1', [endpointId]);
    await runOut();
    expect(await deliveries()).toEqual([]);
  });

  it('a replay of a destination that is gone does not keep the next destination from having one', async () => {
    await lowQuota();
    const endpointId = await anActiveEndpoint(test.db, userId);
    await replays.begin(userId, hourAgo());
    // As a process of a version without replays removes it.
    await test.db.query('DELETE FROM webhook_endpoints WHERE id = $1', [endpointId]);
    await anActiveEndpoint(test.db, userId);
    expect(await replays.begin(userId, hourAgo())).toBe(1);
  });
});

describe('the history', () => {
  it('the history shows a delivery with its event until RETENTION_DAYS after its end, not a second longer (contract 6.17, 6.18)', async () => {
    const queries = new DeliveriesQueries(test.db);
    const history = new DeliveriesService(test.db, queries, new EndpointsQueries(), publisher, settings, new Clock());
    await anActiveEndpoint(test.db, userId);
    const [kept, over] = [...(await lowQuota()), ...(await lowQuota())];
    await deliver();
    const ended = `UPDATE webhook_deliveries SET finished_at = now() - interval '30 days' + $2 * interval '1 second' WHERE event_id = $1`;
    await test.db.query(ended, [kept, 3600]);
    await test.db.query(ended, [over, -1]);
    const [{ id } = { id: '' }] = await test.db.query<{ id: string }[]>('SELECT id FROM webhook_deliveries WHERE event_id = $1', [over]);
    expect((await history.latest(userId)).map(({ eventId }) => eventId)).toEqual([kept]);
    await expect(history.find(id, userId)).rejects.toThrow('There is no such delivery.');
  });
});

describe('the health of a destination (contract 6.18)', () => {
  it('a destination’s health has its last success, first failure and what waits; its user is told once after an hour', async () => {
    const endpointId = await anActiveEndpoint(test.db, userId);
    const claims = claimsOn(test.db);
    const health = () => new EndpointsQueries().healthOf(test.db.manager, endpointId);
    const failing = new FailingDestinations(test.db, publisher, new ClockQueries(test.db, []));
    const attempt = async (status: 'delivered' | 'queued') => {
      await lowQuota();
      const [claim] = await claims.claimFor([endpointId], { slots: 1, leaseSeconds: 30 });
      const { id, claimId } = claim ?? { id: newId(), claimId: newId() };
      await claims.record([{ id, claimId, status, retryInSeconds: status === 'queued' ? 3600 : null, outcome: '500', durationMs: 1 }]);
    };
    const told = async () =>
      (await test.db.query<{ n: number }[]>(`SELECT count(*)::int AS n FROM events WHERE user_id = $1 AND type = 'webhook.failing'`, [userId]))[0]?.n; // prettier-ignore
    const hourPasses = () => test.db.query(`UPDATE webhook_health SET failing_since = failing_since - interval '1 hour'`);
    expect(await health()).toEqual({ lastDeliveredAt: null, failingSince: null, waiting: 0 });

    await attempt('queued');
    const first = await health();
    expect(first).toEqual({ lastDeliveredAt: null, failingSince: expect.any(Date), waiting: 1 });
    await attempt('queued');
    expect(await health()).toEqual({ ...first, waiting: 2 });
    await failing.tellFailing();
    expect(await told()).toBe(0);
    await hourPasses();
    await Promise.all([failing.tellFailing(), failing.tellFailing()]);
    await attempt('queued');
    await failing.tellFailing();
    expect(await told()).toBe(1);

    await attempt('delivered');
    const recovered = await health();
    expect(recovered).toEqual({ lastDeliveredAt: expect.any(Date), failingSince: null, waiting: 3 });
    await attempt('queued');
    expect(await health()).toEqual({ ...recovered, failingSince: expect.any(Date), waiting: 4 });
    await hourPasses();
    await failing.tellFailing();
    expect(await told()).toBe(2);
  });
});
