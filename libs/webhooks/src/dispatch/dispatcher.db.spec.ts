import { setTimeout as sleep } from 'node:timers/promises';
import { authPersistence } from '@app/auth';
import { outboxPersistence } from '@app/outbox';
import { aLowQuota, aPublisher, publishLowQuota } from '@app/outbox/testing';
import { newId } from '@app/database';
import { healthOn, useDatabase } from '@app/database/testing';
import { logContext, OutboundError, startSpan, TRACEPARENT, type Health, type LogContext } from '@app/process';
import { startTracing } from '@app/process/start';
import { Collector, ScriptedOutbound, until, withPassingTime, type Script } from '@app/process/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { BacklogsQueries } from '../endpoints/backlogs.queries.js';
import { CLAIM_VALID_MS, ClaimsQueries, type Claim, type Claimed, type ClaimOptions, type Result } from './claims.queries.js';
import { OpenRange } from './open-range.queries.js';
import { SweepQueries } from './sweep.queries.js';
import { attempted, aUser, type Attempted } from '../testing/attempts.js';
import { aWorker } from '../testing/worker.js';

const HOST = 'hooks.example.com';

const test = useDatabase([authPersistence, outboxPersistence]);
let outbound: ScriptedOutbound;
let health: Health;
let worker: ReturnType<typeof aWorker>;
let logged: readonly string[];
let queries: CountedQueries;
let sweeps: SweepQueries;
/** The promise that claims and sweeps wait for before they answer. */
let answering: Promise<void>;

class LateSweepQueries extends SweepQueries {
  override async wakeRetries(): Promise<number> {
    await answering;
    return super.wakeRetries();
  }
}

/** Counts how often it is asked for something to do, and answers when the test lets it. */
class CountedQueries extends ClaimsQueries {
  asked = 0;
  /** The most exchanges for one destination that a claim was for. */
  each = 0;
  /** The claim of a destination that is always idle and always has another delivery. */
  endless: Claim | undefined;

  override async claim(options: ClaimOptions): Promise<Claimed> {
    this.asked += 1;
    this.each = Math.max(this.each, options.each);
    await answering;
    if (!this.endless || options.each > 1) return super.claim(options);
    await sleep(1);
    return { claims: [this.endless], walked: 1, next: null };
  }

  /** How many batches of results are refused, and were. */
  refusing = 0;
  refused = 0;

  override record(results: readonly Result[], tx?: EntityManager): Promise<ReadonlySet<string>> {
    if (this.refused === this.refusing) return super.record(results, tx);
    this.refused += 1;
    return Promise.reject(new Error('the database is not there'));
  }
}

beforeEach(async () => {
  await test.db.query('DELETE FROM users');
  outbound = new ScriptedOutbound();
  const open = new OpenRange(test.db);
  queries = new CountedQueries(test.db, open);
  answering = Promise.resolve();
  health = healthOn(test.db);
  sweeps = new LateSweepQueries(test.db, open);
  worker = aWorker(test.db, {
    outbound,
    health,
    claims: queries,
    sweeps,
    env: { WEBHOOK_TIMEOUT_MS: 3000 },
  });
  logged = worker.lines;
});
afterEach(async () => {
  worker.sweeper.beforeApplicationShutdown();
  await worker.dispatcher.beforeApplicationShutdown();
});

/** Answers a verification with its challenge. */
const echo: Script = (_url, { body = [] }) => {
  const { data } = JSON.parse(Buffer.from(body).toString()) as { data: unknown };
  return { body: JSON.stringify(data) };
};

it('a registration while the echo of the one before is being recorded: one waits for the other, and neither fails', async () => {
  const userId = await aUser(test.db);
  const challenged = Promise.withResolvers<void>();
  const holding = test.db.createQueryRunner();
  outbound.answer = async (url, request) => {
    // The destination is held as a registration holds it while it cancels; the echo is recorded meanwhile.
    await holding.startTransaction();
    await holding.query('UPDATE webhook_endpoints SET url = url WHERE user_id = $1', [userId]);
    challenged.resolve();
    return echo(url, request);
  };
  await worker.endpoints.register({ userId, tokenId: newId() }, `https://${HOST}/`);
  worker.dispatcher.wake();
  await challenged.promise;
  await sleep(200);
  await holding.query(`UPDATE webhook_deliveries SET status = status WHERE user_id = $1`, [userId]);
  await holding.commitTransaction();
  await holding.release();
  expect(await attempted(test.db, userId)).toMatchObject({ status: 'delivered', outcome: '200' });
  expect(await worker.endpoints.find(userId)).toMatchObject({ verification: 'verified' });
});

it('events that were held for a destination are sent as soon as it is verified, without a sweep or a wake-up', async () => {
  const userId = await aUser(test.db);
  outbound.answer = echo;
  await worker.endpoints.register({ userId, tokenId: newId() }, `https://${HOST}/`);
  await publishLowQuota(test.db, userId);
  worker.dispatcher.wake();
  const delivered = `SELECT event_type FROM webhook_deliveries WHERE user_id = $1 AND status = 'delivered' ORDER BY id`;
  const types = await until(async () => {
    const rows = await test.db.query<{ event_type: string }[]>(delivered, [userId]);
    return rows.length === 2 && rows.map((row) => row.event_type);
  });
  expect(types).toEqual(['webhook.verification', 'video_quota.low']);
});

it('a worker that may send nothing of what is due looks once round for idle destinations and once for all, and rests', async () => {
  const users = Array.from({ length: 450 }, () => newId());
  await test.db.query(`INSERT INTO users (id, name) SELECT unnest($1::uuid[]), 'U'`, [users]);
  await test.db.query(
    `INSERT INTO webhook_endpoints (id, user_id, url, sealed_secret, verification, verified_at)
     SELECT gen_random_uuid(), id, 'https://hooks.example.com/', '', 'verified', now() FROM unnest($1::uuid[]) AS u (id)`,
    [users],
  );
  // Four of each are in flight with another worker, and one more is due.
  await test.db.query(
    `INSERT INTO webhook_deliveries (id, user_id, endpoint_id, event_id, event_type, body, status, ready_at, claim_id, lease_until)
     SELECT gen_random_uuid(), e.user_id, e.id, gen_random_uuid(), 'video_quota.low', '{}', CASE WHEN n < 5 THEN 'sending' ELSE 'queued' END,
            CASE WHEN n = 5 THEN now() END, CASE WHEN n < 5 THEN gen_random_uuid() END, CASE WHEN n < 5 THEN now() + interval '1 hour' END
       FROM webhook_endpoints e, generate_series(1, 5) n`,
  );
  worker.dispatcher.wake();
  await sleep(500);
  expect(queries.asked).toBeLessThanOrEqual(8);
  await test.db.query(`UPDATE webhook_deliveries SET status = 'delivered', claim_id = NULL, lease_until = NULL, finished_at = now() WHERE status = 'sending'`); // prettier-ignore
  worker.dispatcher.wake();
  // Now each is taken. It cannot be made, for want of a key, and is given back.
  await until(() => logged.length >= 450);
  expect(logged).toHaveLength(450);
});

it('a destination gets further exchanges although others are idle again at once, and never run out of deliveries', async () => {
  const sealedSecret = Buffer.from('of no key'); // each attempt is given back before it leaves
  queries.endless = { id: newId(), claimId: newId(), endpointId: newId(), userId: newId(), sealedSecret } as unknown as Claim;
  worker.dispatcher.wake();
  await until(() => queries.each > 1);
});

it('a worker that stops gives back what a claim in flight brings, so that nothing waits for the end of a lease', async () => {
  const userId = await aUser(test.db);
  await worker.endpoints.register({ userId, tokenId: newId() }, `https://${HOST}/`);
  const claim = queries.claim.bind(queries);
  queries.claim = async (options) => {
    const claimed = await claim(options);
    await sleep(200); // the answer of the database is on its way
    return claimed;
  };
  worker.dispatcher.wake();
  const deliveries = () => test.db.query<{ status: string }[]>('SELECT status, attempts, claim_id FROM webhook_deliveries');
  await until(async () => (await deliveries())[0]?.status === 'sending');
  await worker.dispatcher.beforeApplicationShutdown();
  expect(await deliveries()).toEqual([{ status: 'queued', attempts: 0, claim_id: null }]);
});

it('redelivering waits for a registration under way, and then refuses', async () => {
  const userId = await aUser(test.db);
  const { endpoint } = await worker.endpoints.register({ userId, tokenId: newId() }, `https://${HOST}/`);
  await test.db.query(`UPDATE webhook_endpoints SET verification = 'verified', verified_at = now()`);
  await test.db.query(`UPDATE webhook_deliveries SET event_type = 'video_quota.low', status = 'failed', ready_at = NULL, finished_at = now() WHERE endpoint_id = $1`, [endpoint.id]); // prettier-ignore
  const [delivery] = await test.db.query<{ id: string }[]>('SELECT id FROM webhook_deliveries WHERE endpoint_id = $1', [endpoint.id]);
  const registering = test.db.createQueryRunner();
  await registering.startTransaction();
  await registering.query(`UPDATE webhook_endpoints SET id = $2, verification = 'pending', verified_at = NULL WHERE id = $1`, [endpoint.id, newId()]); // prettier-ignore
  await new BacklogsQueries(test.db).cancelAll(registering.manager, endpoint.id);
  const refused = Promise.all([
    expect(worker.deliveries.redeliverAsOperator(delivery!.id)).rejects.toThrow('Its destination was replaced or removed.'),
    expect(worker.deliveries.redeliver(delivery!.id, userId)).rejects.toThrow('There is no active destination to send to.'),
  ]);
  await sleep(100);
  await registering.commitTransaction();
  await registering.release();
  await refused;
  expect(await test.db.query('SELECT status FROM webhook_deliveries')).toEqual([{ status: 'failed' }]);
});

it('a destination is given up with its verification when the repeated last attempt was lost (contract 6.6, 6.16)', async () => {
  const userId = await aUser(test.db);
  const { endpoint } = await worker.endpoints.register({ userId, tokenId: newId() }, `https://${HOST}/`);
  await test.db.query(
    `UPDATE webhook_deliveries SET status = 'sending', ready_at = NULL, attempts = 6, last_attempt_repeated = true, claim_id = $2, lease_until = now() - interval '1 second'
      WHERE endpoint_id = $1`,
    [endpoint.id, newId()],
  );
  worker.sweeper.onApplicationBootstrap();
  expect(await attempted(test.db, userId)).toEqual({ status: 'failed', outcome: 'lost', attempts: 6, retry: null });
  expect(await worker.endpoints.find(userId)).toMatchObject({ verification: 'failed' });
});

it('results that the database refuses for a while are recorded once it takes them, and nothing is sent again', async () => {
  const userId = await aUser(test.db);
  await worker.endpoints.register({ userId, tokenId: newId() }, `https://${HOST}/`);
  await test.db.query('DELETE FROM webhook_deliveries');
  await test.db.query(`UPDATE webhook_endpoints SET verification = 'verified', verified_at = now()`);
  let requests = 0;
  outbound.answer = () => {
    requests += 1;
    return {};
  };
  const event = aLowQuota(userId);
  await test.db.transaction((tx) => aPublisher().publish(tx, event, event, event));
  queries.refusing = 5;
  worker.dispatcher.wake();
  const rows = await until(async () => {
    const delivered = await test.db.query<Attempted[]>(`SELECT status, attempts FROM webhook_deliveries WHERE status = 'delivered'`);
    return delivered.length === 3 && delivered;
  });
  expect(rows).toEqual(Array.from({ length: 3 }, () => ({ status: 'delivered', attempts: 1 })));
  expect([queries.refused, requests]).toEqual([5, 3]);
  const messages = logged.map((line) => (JSON.parse(line) as { msg: string }).msg);
  expect(messages.filter((msg) => msg !== 'attempt')).toContain('deliveries cannot be read or recorded at the moment');
});

it('an attempt is one line that names the user, without payload, secret and path', async () => {
  const userId = await aUser(test.db);
  const { signingSecret } = await worker.endpoints.register({ userId, tokenId: newId() }, `https://${HOST}/secret-path?token=secret-query`);
  worker.dispatcher.wake();
  await attempted(test.db, userId);
  expect(logged).toHaveLength(1);
  expect(JSON.parse(logged[0] ?? '')).toMatchObject({ msg: 'attempt', user: userId, type: 'webhook.verification', attempt: 1, host: HOST, outcome: 'wrong_challenge', status: 'queued', ms: expect.any(Number) }); // prettier-ignore
  for (const secret of [signingSecret, 'secret-path', 'secret-query', '"data"']) expect(logged[0]).not.toContain(secret);
});

it('an answer that is judged by its status alone is discarded, so that its body holds no connection', async () => {
  const userId = await aUser(test.db);
  let discarded = 0;
  const request = outbound.request.bind(outbound);
  outbound.request = async (...of) => ({ ...(await request(...of)), discard: () => void (discarded += 1) });
  outbound.answer = () => ({ status: 500, body: 'not now' });
  await worker.endpoints.register({ userId, tokenId: newId() }, `https://${HOST}/`);
  worker.dispatcher.wake();
  expect(await attempted(test.db, userId)).toMatchObject({ outcome: '500' });
  expect(discarded).toBe(1);
  await test.db.query('DELETE FROM webhook_deliveries');
  await test.db.query(`UPDATE webhook_endpoints SET verification = 'verified', verified_at = now()`);
  outbound.answer = () => ({ body: 'thank you' });
  await publishLowQuota(test.db, userId);
  worker.dispatcher.wake();
  expect(await attempted(test.db, userId)).toMatchObject({ outcome: '200' });
  expect(discarded).toBe(2);
});

it('a worker whose sweeps all fail is not ready and names its sweep, until one succeeds', () =>
  withPassingTime(async (pass) => {
    const stuck = async () => (await health.missing()).filter((name) => name.startsWith('webhooks.'));
    let looks = 0;
    const look = sweeps.look.bind(sweeps);
    sweeps.look = () => {
      looks += 1;
      return Promise.reject(new Error('the database is not there'));
    };
    worker.sweeper.onApplicationBootstrap();
    pass(61_000);
    const before = looks;
    await until(() => looks >= before + 2); // the first of them has failed
    expect(await stuck()).toEqual(['webhooks.sweep']);
    sweeps.look = look;
    pass(1001); // what was found out is told for a second
    await until(async () => (await stuck()).length === 0);
  }));

it('attempts that could not be made are repeated each after its own delay, although they are given back together', async () => {
  const users = await Promise.all([1, 2, 3].map(() => aUser(test.db)));
  for (const userId of users) await worker.endpoints.register({ userId, tokenId: newId() }, `https://${HOST}/`);
  const [{ before }] = await test.db.query<[{ before: Date }]>('SELECT clock_timestamp() AS before');
  const all = Promise.withResolvers<void>();
  let requests = 0;
  outbound.answer = async () => {
    const number = (requests += 1);
    if (number === users.length) all.resolve();
    await all.promise;
    // The first is given back by itself, and the others together. Those that were not made may be repeated meanwhile.
    throw number === users.length ? new Error('unexpected') : new OutboundError('connect_timeout', { isLocal: true });
  };
  worker.dispatcher.wake();
  const rows = await until(async () => {
    const planned = await test.db.query<{ soon: boolean; late: boolean }[]>(
      `SELECT retry_at <= clock_timestamp() + interval '1 second' AS soon, retry_at >= $1::timestamptz + interval '60 seconds' AS late
         FROM webhook_deliveries WHERE retry_at IS NOT NULL ORDER BY retry_at`,
      [before],
    );
    return planned.length === users.length && planned;
  });
  const soon = { soon: true, late: false };
  expect(rows).toEqual([soon, soon, { soon: false, late: true }]);
});

it('a look at a claim that took longer than it is valid is repeated, and nothing leaves for what was removed meanwhile', () =>
  withPassingTime(async (pass) => {
    const userId = await aUser(test.db);
    await worker.endpoints.register({ userId, tokenId: newId() }, `https://${HOST}/`);
    let [requests, looks] = [0, 0];
    outbound.answer = () => {
      requests += 1;
      return {};
    };
    const [claim, held] = [queries.claim.bind(queries), queries.held.bind(queries)];
    queries.claim = async (options) => {
      const claimed = await claim(options);
      pass(CLAIM_VALID_MS);
      return claimed;
    };
    queries.held = async (claims) => {
      looks += 1;
      const found = await held(claims);
      if (looks === 1) {
        await test.db.query('DELETE FROM webhook_endpoints WHERE user_id = $1', [userId]);
        pass(CLAIM_VALID_MS);
      }
      return found;
    };
    worker.dispatcher.wake();
    await until(() => looks > 0);
    await worker.dispatcher.beforeApplicationShutdown(); // after the end of the attempt
    expect([requests, looks]).toEqual([0, 2]);
  }));

it('a worker whose statements get no answer is not ready and names its loops, until they go on', () =>
  withPassingTime(async (pass) => {
    const { dispatcher, sweeper } = worker;
    const stuck = async () => (await health.missing()).filter((name) => name.startsWith('webhooks.'));
    const line = Promise.withResolvers<void>();
    answering = line.promise;
    sweeper.onApplicationBootstrap();
    dispatcher.wake();
    expect(await stuck()).toEqual([]);
    pass(61_000);
    await until(async () => (await stuck()).length === 2); // what was found out is told for a second
    expect(await stuck()).toEqual(['webhooks.claim', 'webhooks.sweep']);
    line.resolve();
    await until(async () => (await stuck()).length === 0);
  }));

it('a request, its event and the attempt are one trace, and the line of the attempt names the request', async () => {
  const collector = await Collector.start();
  const stopTracing = await startTracing({ endpoint: collector.endpoint, service: 'podcast-automation-test' });
  outbound.answer = () => {
    throw new OutboundError('dns_error');
  };
  const userId = await aUser(test.db);
  await worker.endpoints.register({ userId, tokenId: newId() }, `https://${HOST}/`);
  worker.dispatcher.wake();
  await attempted(test.db, userId);
  await test.db.query('DELETE FROM webhook_deliveries');
  await test.db.query(`UPDATE webhook_endpoints SET verification = 'verified', verified_at = now()`);
  const request = startSpan('PUT /x', { kind: 'SERVER' });
  if (!request) throw new Error('nothing is traced');
  const context: LogContext = { request: 'r-17', trace: request.traceId, [TRACEPARENT]: request.traceparent };
  const [event] = await logContext.run(context, () => publishLowQuota(test.db, userId));
  request.end();
  worker.dispatcher.wake();
  await attempted(test.db, userId);
  await worker.dispatcher.beforeApplicationShutdown(); // after the end of the attempt
  await stopTracing();
  await collector.stop();

  const spans = collector.spans.filter(({ traceId }) => traceId === request.traceId);
  const named = (name: string) => spans.find((span) => span.name === name);
  expect(spans.map(({ name }) => name).sort()).toEqual(['PUT /x', 'deliver video_quota.low', 'publish video_quota.low']);
  expect(named('publish video_quota.low')?.parentSpanId).toBe(named('PUT /x')?.spanId);
  expect(named('deliver video_quota.low')?.parentSpanId).toBe(named('publish video_quota.low')?.spanId);
  expect(named('deliver video_quota.low')?.attributes).toMatchObject({ 'messaging.message.id': event, 'webhook.outcome': 'dns_error' });
  const lines = logged.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.find((line) => line.event === event)).toMatchObject({ msg: 'attempt', causedBy: 'r-17', trace: request.traceId });
  expect(context.event).toBe(event);
});
