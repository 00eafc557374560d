import { authPersistence } from '@app/auth';
import { newId } from '@app/database';
import { healthOn, useDatabase } from '@app/database/testing';
import { outboxPersistence } from '@app/outbox';
import { ScriptedOutbound } from '@app/process/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Claim, ClaimsQueries, Result } from '../dispatch/claims.queries.js';
import { Verifications } from '../dispatch/recorder.js';
import { aUser, claimsOn, storeDeliveries, untilLocked } from '../testing/attempts.js';
import { aWorker } from '../testing/worker.js';

const test = useDatabase([authPersistence, outboxPersistence]);
let userId: string;
let claims: ClaimsQueries;

const aProcess = () => aWorker(test.db, { outbound: new ScriptedOutbound(), health: healthOn(test.db) });
const register = ({ endpoints } = aProcess()) => endpoints.register({ userId, tokenId: newId() }, 'https://hooks.example.com/');

beforeEach(async () => {
  userId = await aUser(test.db);
  claims = claimsOn(test.db);
});

describe('registrations of a user (contract 6.4)', () => {
  it('registrations of a user are five an hour and no more, whatever processes they reach at once', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => register()));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    await expect(register()).rejects.toMatchObject({
      errors: [expect.objectContaining({ code: 'registration_limit' })],
      headers: { 'Retry-After': expect.stringMatching(/^\d+$/) },
    });
  });

  it('registrations of a user are possible again when the oldest is an hour ago, and Retry-After says when', async () => {
    for (let n = 0; n < 5; n += 1) await register();
    const registrations = 'webhook_registrations WHERE user_id = $1';
    await test.db.query(
      `UPDATE webhook_registrations SET registered_at = registered_at - interval '30 minutes' WHERE id = (SELECT min(id::text)::uuid FROM ${registrations})`,
      [userId],
    );
    const refused = await register().catch((error: unknown) => error as { headers: { 'Retry-After': string } });
    const [left] = await test.db.query<[{ seconds: number }]>(
      `SELECT extract(epoch FROM min(registered_at) + interval '1 hour' - clock_timestamp())::float8 AS seconds FROM ${registrations}`,
      [userId],
    );
    const seconds = 'headers' in refused ? Number(refused.headers['Retry-After']) : 0;
    expect([seconds >= left.seconds, seconds <= 1800]).toEqual([true, true]);
  });
});

it('a repeated verification counts towards the registrations of the hour (contract 6.15)', async () => {
  const { endpoints } = aProcess();
  await register();
  const verify = () => endpoints.verify({ userId, tokenId: newId() });
  for (let n = 0; n < 4; n += 1) await verify();
  const refused = { errors: [expect.objectContaining({ code: 'registration_limit' })] };
  await expect(verify()).rejects.toMatchObject(refused);
  await expect(register()).rejects.toMatchObject(refused);
});

describe('a verification under way (contract 6.15)', () => {
  const ended = ({ id, claimId }: Claim, status: Result['status']): Result => ({ id, claimId, status, retryInSeconds: null, outcome: '200', durationMs: 1 }); // prettier-ignore

  /** Registers a destination and claims its verification. */
  async function begun() {
    const worker = aProcess();
    const { endpoint } = await register(worker);
    const [claim] = await claims.claimFor([endpoint.id], { slots: 1, leaseSeconds: 30 });
    if (!claim) throw new Error('the verification is claimed');
    return { ...worker, claim, endpointId: endpoint.id, verifications: new Verifications(test.db, claims, worker.backlogs) };
  }

  it('a verification under way activates its destination', async () => {
    const { verifications, claim, endpoints, endpointId } = await begun();
    expect(await verifications.record(endpointId, ended(claim, 'delivered'))).toBe(true);
    expect(await endpoints.find(userId)).toMatchObject({ verification: 'verified' });
  });

  it('a verification under way activates nothing once another one was asked for', async () => {
    const { verifications, claim, endpoints, endpointId } = await begun();
    await endpoints.verify({ userId, tokenId: newId() });
    expect(await verifications.record(endpointId, ended(claim, 'delivered'))).toBe(false);
    expect(await endpoints.find(userId)).toMatchObject({ verification: 'pending' });
  });

  it('a verification under way revives nothing that a verification that fails at the same moment has canceled', async () => {
    const { endpoints, endpointId, backlogs } = await begun();
    await storeDeliveries(test.db, { userId, endpointId }, 1500, ['ready_at', 'NULL']);
    let verified: Promise<unknown> = Promise.resolve();
    await test.db.transaction(async (tx) => {
      await backlogs.giveUp(tx, endpointId);
      verified = endpoints.verify({ userId, tokenId: newId() });
      await untilLocked(test.db);
    });
    await verified;
    const [row] = await test.db.query<{ n: number }[]>(
      `SELECT count(*)::int AS n FROM webhook_deliveries WHERE endpoint_id = $1 AND event_type = 'video_quota.low' AND status = 'canceled'`,
      [endpointId],
    );
    expect(row?.n).toBe(1500);
  });

  it('a verification under way takes nothing from a destination that is active meanwhile', async () => {
    const { verifications, claim, endpoints, endpointId, backlogs } = await begun();
    await test.db.transaction((tx) => backlogs.activate(tx, endpointId));
    expect(await verifications.record(endpointId, ended(claim, 'failed'))).toBe(true);
    expect(await endpoints.find(userId)).toMatchObject({ verification: 'verified' });
  });
});
