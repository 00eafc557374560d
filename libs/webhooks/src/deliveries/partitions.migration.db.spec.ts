import { authPersistence } from '@app/auth';
import { outboxPersistence } from '@app/outbox';
import { newId } from '@app/database';
import { useDatabase } from '@app/database/testing';
import { expect, it } from '@jest/globals';

const test = useDatabase([authPersistence, outboxPersistence]);

it('deliveries of an installation without partitions stay where they are, and become the first partition', async () => {
  const { db } = test;
  const later = db.migrations.filter(({ constructor: { name } }) => Number(/\d+$/.exec(name)?.[0]) >= 1790000151000);
  for (const _ of later) await db.undoLastMigration();
  const user = newId();
  await db.query(`INSERT INTO users (id, name) VALUES ($1, 'U')`, [user]);
  const insert = (id: string) =>
    db.query(
      `INSERT INTO webhook_deliveries (id, user_id, endpoint_id, event_id, event_type, body, ready_at)
       VALUES ($1, $2, gen_random_uuid(), gen_random_uuid(), 'video_quota.low', '{}', now())`,
      [id, user],
    );
  const [old, foreign] = [newId(), 'ffffffff-ffff-4fff-bfff-ffffffffffff'];
  await insert(old);
  await insert(foreign); // its id is no time
  const fileOf = async (table: string) =>
    (await db.query<{ f: string }[]>('SELECT pg_relation_filenode($1::regclass) AS f', [table]))[0]?.f;
  const before = await fileOf('webhook_deliveries');

  expect((await db.runMigrations())[0]?.name).toBe('DeliveryPartitions1790000151000');

  expect(await fileOf('webhook_deliveries_old')).toBe(before);
  const where = await db.query<unknown[]>('SELECT id, tableoid::regclass::text AS part FROM webhook_deliveries ORDER BY id');
  expect(where).toEqual([
    { id: old, part: 'webhook_deliveries_old' },
    { id: foreign, part: 'webhook_deliveries_default' },
  ]);
});
