import { authPersistence } from '@app/auth';
import { Clock, newId } from '@app/platform';
import { useDatabase } from '@app/platform/testing';
import { webhooksPersistence } from '@app/webhooks';
import { anActiveEndpoint, publisherOn } from '@app/webhooks/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { LowQuotaCheck } from './low-quota-check.js';
import { quotaPersistence } from './persistence.js';
import { QuotaAccounts } from './quota-accounts.js';

const test = useDatabase([authPersistence, webhooksPersistence, quotaPersistence]);

let check: LowQuotaCheck;
let accounts: QuotaAccounts;

beforeEach(async () => {
  await test.db.query('DELETE FROM users');
  await test.db.query('UPDATE quota_checks SET checked_at = NULL');
  check = new LowQuotaCheck(test.db, publisherOn(test.db), new Clock());
  accounts = new QuotaAccounts(test.db);
});

async function aUser(available: number): Promise<string> {
  const id = newId();
  await test.db.query(`INSERT INTO users (id, name, available_seconds) VALUES ($1, 'U', $2)`, [id, available]);
  await anActiveEndpoint(test.db, id);
  return id;
}

type Told = { readonly userId: string; readonly type: string; readonly data: unknown };

/** The events that were written. */
async function told(): Promise<Told[]> {
  const rows = await test.db.query<{ user_id: string; body: string }[]>('SELECT user_id, body FROM webhook_deliveries ORDER BY id');
  return rows.map(({ user_id: userId, body }) => {
    const { type, data } = JSON.parse(body) as Omit<Told, 'userId'>;
    return { userId, type, data };
  });
}

const book = (user: string, seconds: number) => test.db.transaction((tx) => accounts.book(tx, user, seconds));

describe('the low-quota check (spec 3, 6.2; decisions 7)', () => {
  it('tells of a rise to 90 %, and not again while it lasts', async () => {
    const user = await aUser(1000);
    await book(user, 900);
    expect(await check.run()).toEqual({ risen: 1, fallen: 0 });
    expect(await told()).toEqual([
      { userId: user, type: 'video_quota.low', data: { usedSeconds: 900, availableSeconds: 1000, remainingSeconds: 100 } },
    ]);
    await book(user, 50);
    expect(await check.run()).toEqual({ risen: 0, fallen: 0 });
  });

  it('tells again after a fall below', async () => {
    const user = await aUser(1000);
    await book(user, 900);
    await check.run();
    await book(user, -1);
    expect(await check.run()).toEqual({ risen: 0, fallen: 1 });
    await book(user, 1);
    expect(await check.run()).toEqual({ risen: 1, fallen: 0 });
    expect(await told()).toHaveLength(2);
  });

  it('takes an allowance of 0 as used up once anything is used', async () => {
    const [nothing, something] = [await aUser(0), await aUser(0)];
    await book(nothing, 0);
    await book(something, 1);
    await check.run();
    expect((await told()).map(({ userId }) => userId)).toEqual([something]);
  });

  it('is one of many at once: the others find nothing', async () => {
    for (let number = 0; number < 20; number += 1) await book(await aUser(10), 9);
    const runs = await Promise.all(Array.from({ length: 4 }, () => check.run()));
    expect(runs.map(({ risen }) => risen).sort()).toEqual([0, 0, 0, 20]);
  });

  it('tells any number of users that rose at once', async () => {
    await test.db.query(
      `WITH made AS (INSERT INTO users (id, name, available_seconds) SELECT gen_random_uuid(), 'U', 10 FROM generate_series(1, 150000) RETURNING id),
            accounts AS (INSERT INTO quota_accounts (user_id, used_seconds) SELECT id, 10 FROM made)
       INSERT INTO webhook_endpoints (id, user_id, url, sealed_secret, verification, verified_at)
       SELECT gen_random_uuid(), id, 'https://hooks.example.com/', '', 'verified', now() FROM (SELECT id FROM made LIMIT 2500) told`,
    );
    expect(await check.run()).toEqual({ risen: 150_000, fallen: 0 });
    expect(await told()).toHaveLength(2500);
  });

  it('leaves everything as it was when the events cannot be written', async () => {
    const user = await aUser(10);
    await book(user, 10);
    await test.db.query('ALTER TABLE webhook_deliveries RENAME TO away');
    await expect(check.run()).rejects.toThrow('does not exist');
    await test.db.query('ALTER TABLE away RENAME TO webhook_deliveries');
    expect((await accounts.of(user)).checkedAt).toBeNull();
    expect(await check.run()).toEqual({ risen: 1, fallen: 0 });
  });
});

describe('the account', () => {
  it('adds up what is booked at once', async () => {
    const user = await aUser(1000);
    await Promise.all(Array.from({ length: 20 }, () => book(user, 7)));
    expect(await accounts.of(user)).toEqual({ usedSeconds: 140, availableSeconds: 1000, checkedAt: null });
  });
});
