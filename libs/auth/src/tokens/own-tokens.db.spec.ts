import { newId, type AdmissionDatabase } from '@app/database';
import { Clock } from '@app/process';
import { readsOn, useDatabase } from '@app/database/testing';
import { until } from '@app/process/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { authPersistence } from '../persistence.js';
import type { Caller } from '../permissions/permission.guard.js';
import type { Permission } from './api-token.entity.js';
import { OwnTokensService } from './own-tokens.service.js';
import { TokenChanges, type TokenChange } from './token-changes.js';
import { TokenLookups } from './token-lookups.queries.js';
import { TokenUses } from './token-uses.queries.js';
import { TokensQueries } from './tokens.queries.js';
import { TokensService } from './tokens.service.js';

const test = useDatabase([authPersistence]);
const ALL: readonly Permission[] = ['read', 'update', 'delete'];
let now: Date;
let userId: string;
let told: TokenChange[];
let tokens: TokensService;
let own: OwnTokensService;
let lookups: TokenLookups;

beforeEach(async () => {
  now = new Date('2026-10-01T00:30:00Z');
  userId = newId();
  told = [];
  await test.db.query(`INSERT INTO users (id, name) VALUES ($1, 'Alice')`, [userId]);
  const clock = Object.assign(new Clock(), { now: () => now });
  const changes = new TokenChanges();
  changes.listen((_tx, change) => Promise.resolve(void told.push(change)));
  const queries = new TokensQueries(test.db);
  tokens = new TokensService(test.db, clock, queries, changes);
  own = new OwnTokensService(test.db, clock, queries, tokens);
  const admission = { query: (text: string, values: unknown[]) => test.db.query(text, values) } as AdmissionDatabase;
  lookups = new TokenLookups(admission, clock, readsOn(test.db), new TokenUses(test.db, pino({ level: 'silent' })));
});

type Made = { readonly id: string; readonly token: string; readonly caller: Caller };

/** A token that the operator has made. */
async function operatorMakes(permissions = ALL, expiresAt: Date | null = null): Promise<Made> {
  const made = await test.db.transaction((tx) => tokens.create(tx, { userId, permissions, expiresAt }));
  return { ...made, caller: callerOf(made.id, permissions) };
}

const callerOf = (tokenId: string, permissions: readonly Permission[]): Caller => ({ userId, tokenId, permissions: new Set(permissions) });

async function makes({ caller }: Made, permissions = ALL, days?: number): Promise<Made> {
  const { data } = await own.create(caller, { label: 'made', permissions, expires_in_days: days });
  return { id: data.id, token: data.token, caller: callerOf(data.id, permissions) };
}

const works = async ({ token }: Pick<Made, 'token'>) => (await lookups.authenticate(token)) !== null;
const refusal = (code: string, facts: object = {}) => expect.objectContaining({ errors: [expect.objectContaining({ code, ...facts })] });

describe('a token that a user makes (contract 3)', () => {
  it('a token that a user makes ends with the token that made it, and so do those that it has made', async () => {
    const root = await operatorMakes();
    const child = await makes(root);
    const grandchild = await makes(child);
    const other = await operatorMakes();
    await tokens.end(root.id, null);
    expect([await works(root), await works(child), await works(grandchild), await works(other)]).toEqual([false, false, false, true]);
  });

  it('a token that a user makes does not end when the token that made it is rotated', async () => {
    const root = await operatorMakes();
    const child = await makes(root);
    await own.rotate(await own.controlled(root.id, root.caller), root.caller, 0);
    expect(await works(child)).toBe(true);
  });

  it('a token that a user makes is never left behind by the end of its maker that happens at the same moment', async () => {
    const root = await operatorMakes();
    const making = Array.from({ length: 10 }, () => makes(root).catch(() => null));
    await tokens.end(root.id, null);
    for (const made of await Promise.all(making)) if (made) expect(await works(made)).toBe(false);
  });

  it('a token that a user makes needs a maker that has not ended since the request was authenticated', async () => {
    const root = await operatorMakes();
    await tokens.end(root.id, null);
    await expect(makes(root)).rejects.toEqual(refusal('token_invalid'));
  });

  it('a token that a user makes ends with the token that makes it at the latest', async () => {
    const end = new Date(now.getTime() + 10 * 86_400_000);
    const root = await operatorMakes(ALL, end);
    expect((await tokens.find((await makes(root)).id)).expiresAt).toEqual(end);
    expect((await tokens.find((await makes(root, ALL, 10)).id)).expiresAt).toEqual(end);
    await expect(makes(root, ALL, 11)).rejects.toEqual(refusal('expires_too_late', { field: 'expires_in_days' }));
  });

  it('a token that a user makes has no permission that the token that makes it lacks', async () => {
    const root = await operatorMakes(['read', 'update']);
    await expect(makes(root, ['read', 'delete'])).rejects.toEqual(
      refusal('permission_not_held', { field: 'permissions[1]', permission: 'delete' }),
    );
  });

  it('a user has at most 100 active tokens, also when several are made at once', async () => {
    const root = await operatorMakes();
    const outcomes = await Promise.allSettled(Array.from({ length: 102 }, () => makes(root)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(99);
    await expect(makes(root)).rejects.toEqual(refusal('too_many_tokens', { limit: 100 }));
    await tokens.end((await own.list(userId, { first: 1 })).data[0]!.id, root.id);
    expect(await works(await makes(root))).toBe(true);
  });

  it('a token that a user makes is told of in the transaction of its change, and so is each that ends with its maker', async () => {
    const root = await operatorMakes();
    const child = await makes(root);
    await own.rotate(await own.controlled(child.id, root.caller), root.caller, 0);
    await tokens.end(root.id, null);
    expect(told.map(({ action, actor, token }) => [action, actor, token.id, token.label])).toEqual([
      ['created', null, root.id, null],
      ['created', root.id, child.id, 'made'],
      ['rotated', root.id, child.id, 'made'],
      ...told.slice(3).map(({ token }) => ['ended', null, token.id, token.label]),
    ]);
    expect(told.slice(3).map(({ token }) => token.id).sort()).toEqual([root.id, child.id].sort()); // prettier-ignore
    expect(await tokens.end(root.id, null)).toBe(false);
    expect(told).toHaveLength(5);
  });
});

describe('the expiry of a token (contract 18.3)', () => {
  it('the expiry of a token is told of once, in batches, however many workers look, and only when nobody has ended it before', async () => {
    const [root, later, ended] = [await operatorMakes(), await operatorMakes(ALL, new Date(now.getTime() + 2000)), await operatorMakes(ALL, new Date(now.getTime() + 1000))]; // prettier-ignore
    await tokens.end(ended.id, null);
    const expiresAt = new Date(now.getTime() + 1000);
    const expiring = await test.db.transaction(async (tx) => {
      const made = [];
      for (let n = 0; n < 120; n += 1) made.push(await tokens.add(tx, { userId, permissions: ALL, expiresAt, label: `t${n}` }));
      return made;
    });
    expect(await tokens.endExpired()).toBe(0);
    now = expiresAt;
    told = [];
    const counts = await Promise.all([tokens.endExpired(), tokens.endExpired(), tokens.endExpired()]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(120);
    expect(await tokens.endExpired()).toBe(0);
    expect(told.map(({ action, actor, token }) => `${action} ${actor} ${token.id}`).sort()).toEqual(expiring.map(({ id }) => `ended null ${id}`).sort()); // prettier-ignore
    expect([await works(root), await works(later), await works(expiring[0]!)]).toEqual([true, true, false]);
  });
});

describe('the rotation of a token (contract 3)', () => {
  const rotate = async ({ id, caller }: Made, overlap: number) =>
    (await own.rotate(await own.controlled(id, caller), caller, overlap)).data.token;

  it('the rotation of a token replaces its secret at once', async () => {
    const made = await operatorMakes();
    const token = await rotate(made, 0);
    expect([await works(made), await works({ token })]).toEqual([false, true]);
    expect((await lookups.authenticate(token))?.tokenId).toBe(made.id);
  });

  it('the rotation of a token lets the old secret go on for as long as it says', async () => {
    const made = await operatorMakes();
    const token = await rotate(made, 60);
    now = new Date(now.getTime() + 59_999);
    expect([await works(made), await works({ token })]).toEqual([true, true]);
    now = new Date(now.getTime() + 1);
    expect([await works(made), await works({ token })]).toEqual([false, true]);
  });

  it('the rotation of a token lets several old secrets overlap, and ends them all when a later one allows no overlap', async () => {
    const made = await operatorMakes();
    const second = { token: await rotate(made, 3600) };
    const third = { token: await rotate(made, 3600) };
    expect([await works(made), await works(second), await works(third)]).toEqual([true, true, true]);
    const fourth = { token: await rotate(made, 0) };
    expect([await works(made), await works(second), await works(third), await works(fourth)]).toEqual([false, false, false, true]);
  });

  it('the rotation of a token keeps at most ten replaced secrets', async () => {
    const made = await operatorMakes();
    for (let round = 0; round < 12; round += 1) {
      await rotate(made, 3600);
      now = new Date(now.getTime() + 1000);
    }
    expect(await test.db.query('SELECT count(*)::int FROM replaced_secrets WHERE token_id = $1', [made.id])).toEqual([{ count: 10 }]);
    expect(await works(made)).toBe(false);
  });

  it('the rotation of a token does not keep the old secret of a token that ends', async () => {
    const made = await operatorMakes();
    await rotate(made, 3600);
    await tokens.end(made.id, null);
    expect(await works(made)).toBe(false);
  });
});

describe('a token that is out of reach (contract 3)', () => {
  it('a token is out of reach when it is another user’s, has ended or has expired', async () => {
    const { caller } = await operatorMakes();
    const [ended, expired] = [await operatorMakes(), await operatorMakes(ALL, new Date(now.getTime() + 1000))];
    await tokens.end(ended.id, null);
    now = new Date(now.getTime() + 1000);
    for (const id of [ended.id, expired.id, newId(), 'x']) await expect(own.controlled(id, caller)).rejects.toEqual(refusal('not_found'));
    const mallory = { ...caller, userId: newId() };
    await expect(own.controlled(caller.tokenId, mallory)).rejects.toEqual(refusal('not_found'));
  });

  it('a token that is out of reach holds a permission that the token of the request lacks', async () => {
    const { id } = await operatorMakes();
    const { caller } = await operatorMakes(['update', 'delete']);
    await expect(own.controlled(id, caller)).rejects.toEqual(refusal('permission_missing', { required: 'read' }));
  });
});

describe('the list of a user’s tokens (contract 3)', () => {
  it('the list of a user’s tokens has the living ones, newest first, in pages', async () => {
    const [first, second, third] = [await operatorMakes(), await operatorMakes(), await operatorMakes()];
    await operatorMakes(ALL, now);
    await tokens.end(second.id, null);
    const one = await own.list(userId, { first: 1 });
    const two = await own.list(userId, { first: 1, after: one.meta.next_cursor! });
    expect([...one.data, ...two.data].map(({ id }) => id)).toEqual([third.id, first.id]);
    expect(two.meta).toEqual({ has_more: false, next_cursor: null });
  });

  it('the list of a user’s tokens refuses the cursor of another user’s list', async () => {
    await operatorMakes();
    await operatorMakes();
    const { meta } = await own.list(userId, { first: 1 });
    const ofAnother = own.list(newId(), { first: 1, after: meta.next_cursor! });
    await expect(ofAnother).rejects.toEqual(refusal('invalid_cursor', { field: 'after' }));
  });

  it('the list of a user’s tokens has the hour of the last use of each, and null for an unused one', async () => {
    const [used, unused] = [await operatorMakes(), await operatorMakes()];
    const lastUsed = async () =>
      Object.fromEntries((await own.list(userId, { first: 50 })).data.map((token) => [token.id, token.last_used_at]));
    await lookups.authenticate(used.token);
    await until(async () => (await lastUsed())[used.id] === '2026-10-01T00:00:00.000Z');
    expect((await lastUsed())[unused.id]).toBeNull();
    now = new Date('2026-10-01T01:00:00Z');
    await lookups.authenticate(used.token);
    await until(async () => (await lastUsed())[used.id] === '2026-10-01T01:00:00.000Z');
  });

  it('the list of a user’s tokens tells the hour of each, also of one that is used while the hour turns', async () => {
    const both = [await operatorMakes(), await operatorMakes()];
    const uses = new TokenUses(test.db, pino({ level: 'silent' }));
    for (const [at, { id }] of both.entries()) uses.note(id, null, new Date(at === 0 ? '2026-10-01T00:59:59Z' : '2026-10-01T01:00:00Z'));
    const hours = async () => {
      const { data } = await own.list(userId, { first: 50 });
      return both.map(({ id }) => data.find((token) => token.id === id)?.last_used_at);
    };
    await until(async () => (await hours()).every((hour) => hour));
    expect(await hours()).toEqual(['2026-10-01T00:00:00.000Z', '2026-10-01T01:00:00.000Z']);
  });

  it('the list of a user’s tokens costs one write a token and hour, however often it is used', async () => {
    const used = await operatorMakes();
    const version = async () => (await test.db.query<{ xmin: string }[]>('SELECT xmin FROM api_tokens WHERE id = $1', [used.id]))[0]?.xmin;
    const before = await version();
    await lookups.authenticate(used.token);
    await until(async () => (await version()) !== before);
    const written = await version();
    for (let minute = 31; minute < 60; minute += 1) {
      now = new Date(`2026-10-01T00:${minute}:00Z`);
      await lookups.authenticate(used.token);
    }
    expect(await version()).toBe(written);
  });
});

it('a token that ended 30 days ago is swept with its replaced secrets, and no other', async () => {
  const ended = (column: 'revoked_at' | 'expires_at', days: number) => async (): Promise<string> => {
    const { id } = await operatorMakes();
    await test.db.query(`UPDATE api_tokens SET ${column} = now() - make_interval(days => $2) WHERE id = $1`, [id, days]);
    await test.db.query(`INSERT INTO replaced_secrets (hash, token_id, valid_until) VALUES (sha256($2), $1, now() + interval '1 day')`, [id, Buffer.from(id)]); // prettier-ignore
    return id;
  };
  const [revoked, expired] = [await ended('revoked_at', 31)(), await ended('expires_at', 31)()];
  const [fresh, lives, later] = [await ended('revoked_at', 29)(), (await operatorMakes()).id, await ended('expires_at', -1)()];
  await test.db.query(`INSERT INTO replaced_secrets (hash, token_id, valid_until) VALUES ('old', $1, now() - interval '1 second')`, [
    lives,
  ]);
  now = new Date();
  await tokens.endExpired();
  await new TokensQueries(test.db).sweep();
  const left = await test.db.query<{ id: string }[]>('SELECT id FROM api_tokens WHERE user_id = $1 ORDER BY id', [userId]);
  expect(left.map(({ id }) => id)).toEqual([fresh, lives, later].sort());
  const secrets = await test.db.query<{ id: string }[]>('SELECT token_id AS id FROM replaced_secrets WHERE token_id = ANY ($1) ORDER BY 1', [[revoked, expired, fresh, lives, later]]); // prettier-ignore
  expect(secrets.map(({ id }) => id)).toEqual([fresh, later].sort());
});
