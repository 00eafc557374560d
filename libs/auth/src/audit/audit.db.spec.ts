import { newId } from '@app/database';
import { useDatabase } from '@app/database/testing';
import { Clock } from '@app/process';
import { expect, it } from '@jest/globals';
import { authPersistence } from '../persistence.js';
import { AuditQueries, recordAction } from './audit.queries.js';

const test = useDatabase([authPersistence]);

it('an entry is written with its change or not at all, and is kept for a year', async () => {
  const now = new Date('2026-10-01T00:00:00Z');
  const audit = new AuditQueries(test.db, Object.assign(new Clock(), { now: () => new Date(now) }));
  await expect(
    test.db.transaction(async (tx) => {
      await recordAction(tx, { actor: null, action: 'user.create', target: newId() });
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  await recordAction(test.db.manager, { actor: null, action: 'user.list', target: null });
  await test.db.query(
    `INSERT INTO audit_entries (id, at, actor, action)
     SELECT gen_random_uuid(), '2025-09-30T23:59:59Z'::timestamptz, 'operator', 'old' FROM generate_series(1, 10001)
     UNION ALL SELECT gen_random_uuid(), '2025-10-01T00:00:00Z', 'operator', 'kept'`,
  );
  expect(await audit.sweep()).toBe(10_001);
  expect((await audit.list({ limit: 10 })).map(({ action }) => action)).toEqual(['user.list', 'kept']);
});
