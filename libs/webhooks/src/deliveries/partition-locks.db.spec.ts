import { setTimeout as sleep } from 'node:timers/promises';
import { authPersistence } from '@app/auth';
import { outboxPersistence } from '@app/outbox';
import { newId } from '@app/database';
import { useDatabase } from '@app/database/testing';
import { Clock } from '@app/process';
import { beforeEach, expect, it } from '@jest/globals';
import { aUser } from '../testing/attempts.js';
import { WebhooksEnv } from '../webhooks.env.js';
import { RetentionQueries } from './retention.queries.js';
import { Retention } from './retention.js';

const test = useDatabase([authPersistence, outboxPersistence]);
const DAY_MS = 86_400_000;
const READ_MS = 2500;

let retention: RetentionQueries;
beforeEach(() => {
  retention = new RetentionQueries(test.db);
});

/**
 * Fails when it waits for longer than work on partitions waits at a time, however busy the machine is, and for less
 * than the reader reads.
 */
const write = (userId: string) =>
  test.db.transaction(async (tx) => {
    await tx.query(`SET LOCAL lock_timeout = ${READ_MS / 2}`);
    await tx.query(
      `INSERT INTO webhook_deliveries (id, user_id, endpoint_id, event_id, event_type, body, status, finished_at)
       VALUES ($1, $2, $1, $1, 'video_quota.low', '{}', 'canceled', now())`,
      [newId(), userId],
    );
    await tx.query('SELECT count(*) FROM webhook_deliveries WHERE user_id = $1', [userId]); // of every partition
    await tx.query('UPDATE users SET name = name WHERE id = $1', [userId]);
  });

const partitions = async () => {
  const [row] = await test.db.query<[{ count: string }]>(`SELECT count(*) FROM pg_inherits WHERE inhparent = 'webhook_deliveries'::regclass`); // prettier-ignore
  return Number(row.count);
};

it('writers go on beside a session that reads deliveries for long and work on partitions that waits for it (contract 16.2)', async () => {
  const before = await partitions();
  const reader = test.db.createQueryRunner();
  await reader.startTransaction();
  await reader.query('SELECT count(*) FROM webhook_deliveries');
  let isWorking = true;
  const writers = [1, 2, 3].map(async () => {
    const userId = await aUser(test.db); // its own: writers do not wait for each other
    for (let written = 0; ; written += 1) {
      if (!isWorking) return written;
      await write(userId);
    }
  });
  const work = retention.makePartitions(new Date(Date.now() + 20 * DAY_MS), 20);
  const dropped = retention.removeFinishedBefore(new Date(Date.now() - 30 * DAY_MS));
  await sleep(READ_MS);
  expect(await partitions()).toBe(before);
  await reader.commitTransaction();
  await reader.release();
  expect(await work).toBeGreaterThan(0);
  await dropped;
  isWorking = false;
  expect(Math.min(...(await Promise.all(writers)))).toBeGreaterThan(0);
  expect(await partitions()).toBeGreaterThan(before);
});

it('a partition of a table that stays in use is left to a later run, unless it is needed within a day', async () => {
  const before = await partitions();
  const reader = test.db.createQueryRunner();
  await reader.startTransaction();
  await reader.query('SELECT count(*) FROM webhook_deliveries');
  const inTime = retention.makePartitions(new Date(), 60);
  await expect(retention.makePartitions(new Date(Date.now() + 90 * DAY_MS), 0)).rejects.toThrow(
    'transactions hold locks on the table (see pg_locks)',
  );
  await inTime;
  expect(await partitions()).toBe(before);
  await reader.rollbackTransaction();
  await reader.release();
  await retention.makePartitions(new Date(), 60);
  expect(await partitions()).toBeGreaterThan(before);
});

it('a run of retention that cannot make the partition of one table makes that of the other, removes what is old, and fails', async () => {
  const before = await partitions();
  await write(await aUser(test.db));
  const reader = test.db.createQueryRunner();
  await reader.startTransaction();
  await reader.query('SELECT count(*) FROM events');
  const clock = Object.assign(new Clock(), { now: () => new Date(Date.now() + 200 * DAY_MS) });
  const run = new Retention(retention, Object.assign(new WebhooksEnv(), { RETENTION_DAYS: 0 }), clock);
  await expect(run.deleteOld(new Date(Date.now() + DAY_MS))).rejects.toThrow('The next partition of events cannot be made');
  await reader.rollbackTransaction();
  await reader.release();
  expect(await test.db.query('SELECT id FROM webhook_deliveries')).toEqual([]);
  expect(await partitions()).toBeGreaterThan(before);
});
