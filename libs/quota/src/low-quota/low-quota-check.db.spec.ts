import { authPersistence } from '@app/auth';
import { newId } from '@app/database';
import { rowsRead, useDatabase } from '@app/database/testing';
import { Clock } from '@app/process';
import { outboxPersistence } from '@app/outbox';
import { anActiveEndpoint, aPublisher } from '@app/outbox/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { DataSource, EntityManager } from 'typeorm';
import { LowQuotaCheck } from './low-quota-check.js';
import { quotaPersistence } from '../persistence.js';
import { QuotaAccounts } from '../quota-accounts.queries.js';

const test = useDatabase([authPersistence, outboxPersistence, quotaPersistence]);

let check: LowQuotaCheck;
let accounts: QuotaAccounts;

beforeEach(async () => {
  await test.db.query('DELETE FROM users');
  await test.db.query('UPDATE quota_checks SET checked_at = NULL');
  check = new LowQuotaCheck(test.db, aPublisher(), new Clock());
  accounts = new QuotaAccounts(test.db);
});

async function aUser(available: number): Promise<string> {
  const id = newId();
  await test.db.query(`INSERT INTO users (id, name, available_seconds) VALUES ($1, 'U', $2)`, [id, available]);
  await anActiveEndpoint(test.db, id);
  return id;
}

type QuotaEvent = { readonly userId: string; readonly type: string; readonly data: unknown };

/** The events that were written. */
async function told(): Promise<QuotaEvent[]> {
  const rows = await test.db.query<{ user_id: string; body: string }[]>(
    'SELECT d.user_id, e.body FROM webhook_deliveries d JOIN events e ON e.id = d.event_id ORDER BY d.id',
  );
  return rows.map(({ user_id: userId, body }) => {
    const { type, data } = JSON.parse(body) as Omit<QuotaEvent, 'userId'>;
    return { userId, type, data };
  });
}

/** A check that fails instead of waiting for a lock. */
function anImpatientCheck(): LowQuotaCheck {
  const transaction = (work: (tx: EntityManager) => Promise<unknown>) =>
    test.db.transaction(async (tx) => {
      await tx.query(`SET LOCAL lock_timeout = '1s'`);
      return work(tx);
    });
  return new LowQuotaCheck({ transaction } as unknown as DataSource, aPublisher(), new Clock());
}

const book = (user: string, seconds: number) => test.db.transaction((tx) => accounts.book(tx, user, seconds));

describe('the low-quota check (contract 7.3)', () => {
  it('the low-quota check tells of a rise to 90 %, and not again while it lasts', async () => {
    const user = await aUser(1000);
    await book(user, 900);
    expect(await check.checkUsers()).toEqual({ risen: 1, fallen: 0, told: 1 });
    expect(await told()).toEqual([
      { userId: user, type: 'video_quota.low', data: { usedSeconds: 900, availableSeconds: 1000, remainingSeconds: 100 } },
    ]);
    await book(user, 50);
    expect(await check.checkUsers()).toEqual({ risen: 0, fallen: 0, told: 0 });
  });

  it('the low-quota check tells again after a fall below', async () => {
    const user = await aUser(1000);
    await book(user, 900);
    await check.checkUsers();
    await book(user, -1);
    expect(await check.checkUsers()).toEqual({ risen: 0, fallen: 1, told: 0 });
    await book(user, 1);
    expect(await check.checkUsers()).toEqual({ risen: 1, fallen: 0, told: 1 });
    expect(await told()).toHaveLength(2);
  });

  it('the low-quota check finds an allowance that has changed', async () => {
    const user = await aUser(1000);
    await book(user, 800);
    expect(await check.checkUsers()).toMatchObject({ risen: 0 });
    await test.db.query('UPDATE users SET available_seconds = 850 WHERE id = $1', [user]);
    expect(await check.checkUsers()).toMatchObject({ risen: 1 });
    await test.db.query('UPDATE users SET available_seconds = 2000 WHERE id = $1', [user]);
    expect(await check.checkUsers()).toMatchObject({ fallen: 1 });
  });

  it('the low-quota check leaves an account that is being changed to the next check', async () => {
    const user = await aUser(10);
    await book(user, 9);
    const charge = test.db.createQueryRunner();
    await charge.startTransaction();
    try {
      await accounts.book(charge.manager, user, -9);
      expect(await anImpatientCheck().checkUsers()).toMatchObject({ risen: 0 });
    } finally {
      await charge.rollbackTransaction();
      await charge.release();
    }
    expect(await check.checkUsers()).toMatchObject({ risen: 1 });
  });

  it('the low-quota check reads the accounts that have changed, however many there are', async () => {
    await test.db.query(
      `WITH made AS (INSERT INTO users (id, name, available_seconds) SELECT gen_random_uuid(), 'U', 10 FROM generate_series(1, 20000) RETURNING id)
       INSERT INTO quota_accounts (user_id, used_seconds, is_unchecked) SELECT id, 5, false FROM made`,
    );
    await test.db.query('ANALYZE users, quota_accounts');
    await book(await aUser(10), 9);
    const read = await rowsRead(test.db, async (tx) => {
      const inside = { transaction: (work: (tx: unknown) => Promise<unknown>) => work(tx) } as unknown as DataSource;
      expect(await new LowQuotaCheck(inside, aPublisher(), new Clock()).checkUsers()).toMatchObject({ risen: 1, told: 1 });
    });
    expect(read).toBeLessThan(1000);
  });

  it('the low-quota check takes an allowance of 0 as used up once anything is used', async () => {
    const [nothing, something] = [await aUser(0), await aUser(0)];
    await book(nothing, 0);
    await book(something, 1);
    await check.checkUsers();
    expect((await told()).map(({ userId }) => userId)).toEqual([something]);
  });

  it('the low-quota check is one of many at once: the others find nothing', async () => {
    for (let number = 0; number < 20; number += 1) await book(await aUser(10), 9);
    const runs = await Promise.all(Array.from({ length: 4 }, () => check.checkUsers()));
    expect(runs.map(({ risen }) => risen).sort()).toEqual([0, 0, 0, 20]);
  });

  it('the low-quota check tells any number of users that rose at once', async () => {
    await test.db.query(
      `WITH made AS (INSERT INTO users (id, name, available_seconds) SELECT gen_random_uuid(), 'U', 10 FROM generate_series(1, 20000) RETURNING id),
            accounts AS (INSERT INTO quota_accounts (user_id, used_seconds) SELECT id, 10 FROM made)
       INSERT INTO webhook_endpoints (id, user_id, url, sealed_secret, verification, verified_at)
       SELECT gen_random_uuid(), id, 'https://hooks.example.com/', '', 'verified', now() FROM (SELECT id FROM made LIMIT 2500) told`,
    );
    expect(await check.checkUsers()).toEqual({ risen: 20_000, fallen: 0, told: 2500 });
    expect(await told()).toHaveLength(2500);
  });

  it('the low-quota check leaves everything as it was when the events cannot be written', async () => {
    const user = await aUser(10);
    await book(user, 10);
    await test.db.query('ALTER TABLE webhook_deliveries RENAME TO away');
    await expect(check.checkUsers()).rejects.toThrow('does not exist');
    await test.db.query('ALTER TABLE away RENAME TO webhook_deliveries');
    expect((await accounts.of(user)).checkedAt).toBeNull();
    expect(await check.checkUsers()).toEqual({ risen: 1, fallen: 0, told: 1 });
  });
});

describe('a user who could not be told of low quota (contract 7.3)', () => {
  const verification = (user: string, state: string) =>
    test.db.query(
      `UPDATE webhook_endpoints SET verification = $2, verified_at = CASE WHEN $2 = 'verified' THEN now() END WHERE user_id = $1`,
      [user, state],
    );
  const deliveries = (user: string) =>
    test.db.query<{ status: string }[]>('SELECT status FROM webhook_deliveries WHERE user_id = $1 ORDER BY id', [user]);

  async function aLowUser(state: 'none' | 'pending' | 'failed'): Promise<string> {
    const user = await aUser(10);
    if (state === 'none') await test.db.query('DELETE FROM webhook_endpoints WHERE user_id = $1', [user]);
    else await verification(user, state);
    await book(user, 9);
    return user;
  }

  it('a user without a destination is told of low quota by the first check after one is active, once', async () => {
    const user = await aLowUser('none');
    expect(await check.checkUsers()).toEqual({ risen: 1, fallen: 0, told: 0 });
    await anActiveEndpoint(test.db, user);
    expect(await check.checkUsers()).toEqual({ risen: 0, fallen: 0, told: 1 });
    expect(await check.checkUsers()).toEqual({ risen: 0, fallen: 0, told: 0 });
    expect(await told()).toHaveLength(1);
  });

  it('a user who could not be told of low quota because the verification had failed is told once the destination is active', async () => {
    const user = await aLowUser('failed');
    expect(await check.checkUsers()).toMatchObject({ told: 0 });
    await verification(user, 'verified');
    expect(await check.checkUsers()).toMatchObject({ told: 1 });
  });

  it('a user with a new destination is told of low quota by the event that was held, once it is active, and not again', async () => {
    const user = await aLowUser('pending');
    expect(await check.checkUsers()).toMatchObject({ told: 1 }); // held
    expect(await check.checkUsers()).toMatchObject({ told: 0 });
    await verification(user, 'verified');
    expect(await check.checkUsers()).toMatchObject({ told: 0 });
    expect(await deliveries(user)).toHaveLength(1);
  });

  it('a user who could not be told of low quota is told anew if the event that was held was canceled', async () => {
    const user = await aLowUser('pending');
    await check.checkUsers();
    await test.db.query(`UPDATE webhook_deliveries SET status = 'canceled', finished_at = now()`);
    await verification(user, 'failed');
    expect(await check.checkUsers()).toMatchObject({ told: 0 });
    await verification(user, 'verified');
    expect(await check.checkUsers()).toMatchObject({ told: 1 });
    expect(await deliveries(user)).toEqual([{ status: 'canceled' }, { status: 'queued' }]);
  });

  it('a user who could not be told of low quota is not told when usage has fallen meanwhile', async () => {
    const user = await aLowUser('none');
    await check.checkUsers();
    await book(user, -5);
    await anActiveEndpoint(test.db, user);
    expect(await check.checkUsers()).toEqual({ risen: 0, fallen: 1, told: 0 });
  });
});

it('a check does not wait for a change of a destination: the next check informs that user', async () => {
  const [changing, other] = [await aUser(10), await aUser(10)];
  await book(changing, 9);
  await book(other, 9);
  const removal = test.db.createQueryRunner();
  await removal.startTransaction();
  try {
    await removal.query('SELECT 1 FROM webhook_endpoints WHERE user_id = $1 FOR UPDATE', [changing]);
    expect(await anImpatientCheck().checkUsers()).toEqual({ risen: 2, fallen: 0, told: 1 });
  } finally {
    await removal.rollbackTransaction();
    await removal.release();
  }
  expect(await check.checkUsers()).toEqual({ risen: 0, fallen: 0, told: 1 });
});

describe('the account', () => {
  it('the account of a quota adds up what is booked at once', async () => {
    const user = await aUser(1000);
    await Promise.all(Array.from({ length: 20 }, () => book(user, 7)));
    expect(await accounts.of(user)).toEqual({ usedSeconds: 140, availableSeconds: 1000, checkedAt: null });
  });
});
