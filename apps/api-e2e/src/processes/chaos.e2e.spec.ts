import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CertificateAuthority } from '@app/certificates';
import { createClient } from '@app/client';
import { until } from '@app/process/testing/until';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { destinations, ENQUEUE, type Destination } from '../destinations.js';
import { Postgres } from '../postgres.js';
import { Receiver, type Received } from '../receiver.js';
import { Redis, STORES } from '../redis.js';
import { Stack, type Running } from '../stack.js';

const HOST = 'hooks.example.com';
const USERS = 200;
const EVENTS = 2000;
const KILLS = 5;
/** Of the servers, at a third of the events and at two thirds. */
const RESTARTS = 2;
/** Milliseconds between two levels of everybody's usage; the quota is checked every second. */
const TURN_MS = 1500;
/** How long there is chaos at most. */
const CHAOS_MS = 240_000;

/** Milliseconds from the recovery within which everything is delivered (contract 6.11). */
const RECOVERED_WITHIN_MS = 60_000;

describe.each(STORES)('while processes are killed and servers restarted at random (contract 6.11), queue on %s', (store) => {
  let postgres: Postgres;
  let redis: Redis | undefined;
  let receiver: Receiver;
  let stack: Stack;
  let all: Destination[];
  let starts: (() => Promise<Running>)[];
  let running: Running[];
  let events: { readonly id: string; readonly user: string; readonly status: string; readonly attempts: number; readonly body: string }[];
  let received: Map<string, Received[]>;
  let kills = 0;
  let restarts = 0;
  let crossings: Map<string, number>;
  const rolledBack = new Set<string>();

  beforeAll(async () => {
    postgres = await Postgres.start();
    redis = store === 'Redis' ? await Redis.start() : undefined;
    const authority = await CertificateAuthority.create();
    receiver = await Receiver.listen(await authority.issue({ names: [HOST] }));
    const common = {
      RATE_LIMIT_PER_MINUTE: '100000',
      // An attempt that fails because the machine is busy does not wait for a minute, as it would elsewhere.
      WEBHOOK_RETRY_DELAYS: '2,2,2,2,2',
      QUOTA_CHECK_CRON: '* * * * * *',
      OUTBOUND_CONNECT_TO: `${HOST}:443:127.0.0.1:${receiver.port}`,
      NODE_ENV: 'test',
    };
    stack = await Stack.create({ ...common, ...(redis ? { REDIS_URL: redis.url } : {}) }, postgres.url);
    const ca = join(stack.dir, 'ca.pem');
    await writeFile(ca, authority.pem);
    const worker = () => stack.start('worker', { NODE_EXTRA_CA_CERTS: ca });
    starts = [() => stack.start('api'), worker, worker];
    running = await Promise.all(starts.map((start) => start()));
    all = await destinations(stack, { baseUrl: running[0]!.baseUrl, host: HOST, count: USERS });
    // The check's commits are written down beside it: a crossing without its event would be found out.
    await stack.query(`
      CREATE TABLE crossings (user_id uuid NOT NULL);
      CREATE FUNCTION note_crossing() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN INSERT INTO crossings VALUES (NEW.user_id); RETURN NULL; END $$;
      CREATE TRIGGER note_crossing AFTER UPDATE ON quota_accounts FOR EACH ROW
        WHEN (OLD.low_since IS NULL AND NEW.low_since IS NOT NULL) EXECUTE FUNCTION note_crossing();
    `);
    receiver.received.length = 0;
    await chaos();
  }, 500_000);
  afterAll(async () => {
    await stack.destroy();
    await receiver.close();
    await postgres.stop();
    await redis?.stop();
  });

  /** Usage of all users goes up and down, so that events are published, during the faults; then all is counted. */
  async function chaos(): Promise<void> {
    const deadline = Date.now() + CHAOS_MS;
    let over = false;
    const burning = burn(() => over);
    for (let level = 950; ; level = 950 - level) {
      // Events that are not told because the database is away are told with the next turn.
      await use(level).catch(() => undefined);
      await rollBack().catch(() => undefined);
      await sleep(TURN_MS);
      if (((await written().catch(() => 0)) >= EVENTS && kills >= KILLS && restarts >= RESTARTS) || Date.now() > deadline) break;
    }
    over = true;
    await burning;
    const open = () =>
      stack.query(
        `SELECT status, attempts, outcome, retry_at, lease_until, ready_at, now() FROM webhook_deliveries WHERE finished_at IS NULL LIMIT 3`,
      );
    await until(async () => (await open()).length === 0, RECOVERED_WITHIN_MS).catch(async (error: unknown) => {
      throw new Error(`not delivered: ${JSON.stringify(await open())}`, { cause: error });
    });
    events = await stack.query(
      `SELECT event_id AS id, user_id AS user, status, attempts, (SELECT e.body FROM events e WHERE e.id = event_id) AS body
         FROM webhook_deliveries WHERE event_type = 'video_quota.low'`,
    );
    const ledger = await stack.query<{ user: string; n: number }>(`SELECT user_id AS user, count(*)::int AS n FROM crossings GROUP BY 1`);
    crossings = new Map(ledger.map(({ user, n }) => [user, n]));
    received = Map.groupBy(receiver.of('video_quota.low'), ({ headers }) => String(headers['webhook-id']));
  }

  async function written(): Promise<number> {
    const [row] = await stack.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM webhook_deliveries WHERE event_type = 'video_quota.low'`,
    );
    return row?.n ?? 0;
  }

  /** Writes events in a transaction that stays open for a while and is then rolled back. */
  async function rollBack(): Promise<void> {
    await stack.session(async (query) => {
      await query('BEGIN');
      const rows = await query<{ id: string }>(ENQUEUE, [all.slice(0, 5).map(({ userId }) => userId), 1]);
      rows.forEach(({ id }) => rolledBack.add(id));
      await sleep(100);
      await query('ROLLBACK');
    });
  }

  const use = (seconds: number) =>
    stack.query(
      `INSERT INTO quota_accounts (user_id, used_seconds) SELECT unnest($1::uuid[]), $2 ON CONFLICT (user_id) DO UPDATE SET used_seconds = $2`,
      [all.map(({ userId }) => userId), seconds],
    );

  /** Kills one process after the other; in between the servers go. */
  async function burn(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await sleep(500 + Math.random() * 2000);
      const victim = Math.floor(Math.random() * running.length);
      await running[victim]!.stop('SIGKILL');
      kills += 1;
      if (restarts < RESTARTS && (await written().catch(() => 0)) > ((restarts + 1) * EVENTS) / (RESTARTS + 1)) {
        restarts += 1;
        await Promise.all([postgres.restart(), redis?.restart()]);
      }
      running[victim] = await starts[victim]!();
    }
  }

  it('every committed event is delivered within a minute of recovery', () => {
    console.info(`${store}: ${events.length} events, ${kills} kills, ${receiver.received.length - received.size} sent more than once`);
    expect(events.length).toBeGreaterThanOrEqual(EVENTS);
    expect(kills).toBeGreaterThanOrEqual(KILLS);
    expect(restarts).toBe(RESTARTS);
    expect(events.filter(({ id, status }) => status !== 'delivered' || !received.has(id))).toEqual([]);
  });

  it('an event that is sent twice has the same id and the same body, and no event has two ids', () => {
    const bodies = new Map(events.map(({ id, body }) => [id, body]));
    for (const [id, copies] of received) {
      expect(copies.every(({ body, event }) => body === bodies.get(id) && event.id === id)).toBe(true);
    }
  });

  it('each crossing that was committed has its event, and each event its crossing', () => {
    const told = [...Map.groupBy(events, ({ user }) => user)].map(([user, { length }]) => [user, length] as const);
    expect(new Map(told)).toEqual(crossings);
  });

  it('an event that was rolled back is never sent', () => {
    expect(rolledBack.size).toBeGreaterThan(0);
    expect([...received.keys()].filter((id) => rolledBack.has(id))).toEqual([]);
    const committed = new Set(events.map(({ id }) => id));
    expect([...received.keys()].filter((id) => !committed.has(id))).toEqual([]);
  });

  it('a delivery never counts fewer attempts than have arrived', () => {
    const short = events.filter(({ id, attempts }) => attempts < received.get(id)!.length);
    expect(short).toEqual([]);
    expect(events.every(({ attempts }) => attempts >= 1 && attempts <= 6)).toBe(true);
  });

  it('everything works again after processes were killed and servers restarted', async () => {
    const client = createClient({ baseUrl: running[0]!.baseUrl, token: all[0]!.token });
    const { data, response } = await client.GET('/api/v1/video-webhook/deliveries');
    expect(response.status).toBe(200);
    expect(data.data.length).toBeGreaterThan(5);
  });
});
