import { authPersistence } from '@app/auth';
import { outboxPersistence } from '@app/outbox';
import { newId } from '@app/database';
import { useDatabase } from '@app/database/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { DeliveriesQueries } from './deliveries.queries.js';
import { aUser } from '../testing/attempts.js';
import { RetentionQueries } from './retention.queries.js';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/** A Monday in the future, so that the partitions of other tests are before it. */
let monday = Date.parse('2031-01-06T00:00:00Z');

const test = useDatabase([authPersistence, outboxPersistence]);
let queries: RetentionQueries;

beforeEach(async () => {
  await test.db.query('DELETE FROM users');
  queries = new RetentionQueries(test.db);
  monday += 10 * WEEK_MS;
});

/** A UUIDv7 of a moment. */
function idAt(time: number): string {
  const hex = time.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}${newId().slice(13)}`;
}

async function aDelivery(createdAt: number, finishedAt: number | null): Promise<string> {
  const [id, userId] = [idAt(createdAt), await aUser(test.db)];
  await test.db.query(
    `INSERT INTO webhook_deliveries (id, user_id, endpoint_id, event_id, event_type, body, status, finished_at)
     VALUES ($1, $2, gen_random_uuid(), gen_random_uuid(), 'video_quota.low', '{}', $3, $4)`,
    [id, userId, finishedAt === null ? 'queued' : 'delivered', finishedAt === null ? null : new Date(finishedAt)],
  );
  return id;
}

async function addWeek(begins: number): Promise<void> {
  await test.db.query('SELECT add_webhook_deliveries_partition($1, $2)', [new Date(begins), new Date(begins + WEEK_MS)]);
}

const partitionOf = async (id: string): Promise<string | undefined> =>
  (await test.db.query<{ name: string }[]>('SELECT tableoid::regclass::text AS name FROM webhook_deliveries WHERE id = $1', [id]))[0]?.name;

const partitions = async () =>
  (await test.db.query<{ name: string }[]>(`SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'webhook_deliveries'::regclass`)).map(({ name }) => name); // prettier-ignore

const nameOf = (begins: number) => `webhook_deliveries_${new Date(begins).toISOString().slice(0, 10).replaceAll('-', '_')}`;

describe('deliveries are stored by weeks', () => {
  it('deliveries are stored by weeks that are made ahead, once by two workers at once, without a gap', async () => {
    const made = await Promise.all([queries.makePartitions(new Date(), 21), queries.makePartitions(new Date(), 21)]);
    expect(Math.max(...made)).toBeGreaterThan(0);
    expect(await queries.makePartitions(new Date(), 21)).toBe(0);
    for (const days of [0, 7, 14, 21])
      expect(await partitionOf(await aDelivery(Date.now() + days * DAY_MS, null))).toMatch(/^webhook_deliveries_2\d{3}_/);
  });

  it('deliveries that came before their week was made move into it', async () => {
    const id = await aDelivery(monday, null);
    expect(await partitionOf(id)).toBe('webhook_deliveries_default');
    await addWeek(monday);
    expect(await partitionOf(id)).toBe(nameOf(monday));
  });

  it('deliveries are found in one partition by their id', async () => {
    const plan = await test.db.query<Record<'QUERY PLAN', string>[]>(`EXPLAIN SELECT * FROM webhook_deliveries WHERE id = '${newId()}'`);
    expect(plan.map((row) => row['QUERY PLAN']).filter((line) => line.includes(' on webhook_deliveries'))).toHaveLength(1);
  });
});

describe('retention', () => {
  it('retention drops a week that was finished before, and the part of a week that has expired, to the second', async () => {
    for (const week of [0, 1]) await addWeek(monday + week * WEEK_MS);
    await aDelivery(monday + DAY_MS, monday + 2 * DAY_MS);
    await aDelivery(monday + DAY_MS, monday + 3 * DAY_MS);
    const expired = await aDelivery(monday + WEEK_MS, monday + WEEK_MS + DAY_MS - 1000);
    const kept = await aDelivery(monday + WEEK_MS, monday + WEEK_MS + DAY_MS);
    expect(await queries.removeFinishedBefore(new Date(monday + WEEK_MS + DAY_MS))).toBe(3);
    expect(await partitions()).not.toContain(nameOf(monday));
    expect(await Promise.all([expired, kept].map(partitionOf))).toEqual([undefined, nameOf(monday + WEEK_MS)]);
  });

  it('retention removes events after their time, once no delivery refers to them, and whole weeks of them at once', async () => {
    await test.db.query('SELECT add_events_partition($1, $2)', [new Date(monday), new Date(monday + WEEK_MS)]);
    const events = async () =>
      (await test.db.query<{ id: string }[]>('SELECT id FROM events WHERE id >= $1 ORDER BY id', [idAt(monday)])).map(({ id }) => id);
    const anEvent = async (createdAt: number, eventId = idAt(createdAt)): Promise<string> => {
      await test.db.query(
        `INSERT INTO events (id, user_id, type, body, position, created_at) VALUES ($1, $2, 'video_quota.low', '{}', next_event_position(), $3)`,
        [eventId, await aUser(test.db), new Date(createdAt)],
      );
      return eventId;
    };
    const [old, sent, recent] = [await anEvent(monday), await anEvent(monday + 1000), await anEvent(monday + WEEK_MS)];
    const delivery = await aDelivery(monday + 2 * DAY_MS, monday + 3 * DAY_MS);
    await test.db.query('UPDATE webhook_deliveries SET event_id = $2 WHERE id = $1', [delivery, sent]);
    await test.db.query('DELETE FROM events WHERE id <> ALL ($1::uuid[])', [[old, sent, recent]]);
    expect(await queries.removeEventsBefore(new Date(monday + WEEK_MS))).toBe(1);
    expect(await events()).toEqual([sent, recent]);
    await queries.removeFinishedBefore(new Date(monday + WEEK_MS));
    expect(await queries.removeEventsBefore(new Date(monday + WEEK_MS))).toBe(1);
    expect(await events()).toEqual([recent]);
    expect(await test.db.query(`SELECT to_regclass('events_' || to_char($1::timestamptz, 'YYYY_MM_DD')) AS name`, [new Date(monday)])).toEqual([{ name: null }]); // prettier-ignore
  });

  it('retention of deliveries keeps what is unfinished, or was finished later, and deletes the rest of its week', async () => {
    await addWeek(monday);
    await aDelivery(monday, monday + 1000);
    const [open, late] = [await aDelivery(monday, null), await aDelivery(monday, monday + 9 * DAY_MS)];
    expect(await queries.removeFinishedBefore(new Date(monday + 8 * DAY_MS))).toBe(1);
    expect(await Promise.all([open, late].map(partitionOf))).toEqual([nameOf(monday), nameOf(monday)]);
  });

  it('retention of deliveries deletes what belongs to no week, to the moment', async () => {
    const [expired, kept] = [await aDelivery(monday, monday), await aDelivery(monday, monday + 2000)];
    expect(await queries.removeFinishedBefore(new Date(monday + 1000))).toBe(1);
    expect([await partitionOf(expired), await partitionOf(kept)]).toEqual([undefined, 'webhook_deliveries_default']);
  });

  it('retention of deliveries waits for a partition in use a tenth of a second at a time, and drops it afterwards', async () => {
    await addWeek(monday);
    await aDelivery(monday, monday);
    const reader = test.db.createQueryRunner();
    await reader.startTransaction();
    await reader.query('SELECT count(*) FROM webhook_deliveries');
    const removed = queries.removeFinishedBefore(new Date(monday + WEEK_MS));
    // Each attempt gives up before this: a statement that came behind it is answered while the reader still reads.
    for (let n = 0; n < 5; n += 1) await test.db.query('SELECT count(*) FROM webhook_deliveries');
    await reader.rollbackTransaction();
    await reader.release();
    expect(await removed).toBe(1);
    expect(await partitions()).not.toContain(nameOf(monday));
  });
});

describe('the attempt log of a delivery', () => {
  const OUTCOME = 'certificate_of_a_test';
  const attempted = async (createdAt: number, finishedAt: number | null): Promise<string> => {
    const id = await aDelivery(createdAt, finishedAt);
    const log = JSON.stringify([{ number: 1, started_at: new Date(createdAt), duration_ms: 5, outcome: OUTCOME }]);
    await test.db.query('UPDATE webhook_deliveries SET attempts = 1, attempt_log = $2 WHERE id = $1', [id, log]);
    return id;
  };
  /** The tables in which any column has an entry of the attempt log. */
  const tablesWithEntries = async (): Promise<string[]> => {
    const tables = await test.db.query<{ name: string }[]>(
      `SELECT oid::regclass::text AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const [row] = await test.db.query<{ n: number }[]>(`SELECT count(*)::int AS n FROM ${name} AS t WHERE t::text LIKE $1`, [`%${OUTCOME}%`]); // prettier-ignore
      if (row?.n) found.push(name);
    }
    return found;
  };

  it('the attempt log of a delivery is kept as long as the delivery, also when its destination is gone', async () => {
    await addWeek(monday);
    const id = await attempted(monday, monday + 1000); // its endpoint does not exist
    await queries.removeFinishedBefore(new Date(monday + 1000));
    const details = await new DeliveriesQueries(test.db).find(id);
    expect(details?.attemptLog).toEqual([expect.objectContaining({ number: 1, outcome: OUTCOME })]);
    expect(await tablesWithEntries()).toEqual([nameOf(monday)]);
  });

  it('the attempt log of a delivery is removed with the week of the delivery, with the delivery alone, and with its user', async () => {
    await addWeek(monday);
    await attempted(monday, monday + 1000);
    await attempted(monday + 3 * WEEK_MS, monday + 3 * WEEK_MS);
    expect(await tablesWithEntries()).toEqual(expect.arrayContaining([nameOf(monday), 'webhook_deliveries_default']));
    expect(await queries.removeFinishedBefore(new Date(monday + 4 * WEEK_MS))).toBe(2);
    expect(await tablesWithEntries()).toEqual([]);

    await attempted(monday + 5 * WEEK_MS, null);
    expect(await tablesWithEntries()).toEqual(['webhook_deliveries_default']);
    await test.db.query('DELETE FROM users');
    expect(await tablesWithEntries()).toEqual([]);
  });
});
