import { Clock, newId } from '@app/platform';
import { useDatabase } from '@app/platform/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { authPersistence } from './persistence.js';
import { hashToken, isTokenShaped, makeToken } from './secret-token.js';
import { TokensService } from './tokens.service.js';

const test = useDatabase([authPersistence]);
const userId = newId();
let now = new Date('2026-10-01T00:00:00Z');
let tokens: TokensService;

beforeAll(async () => {
  await test.db.query(`INSERT INTO users (id, name) VALUES ($1, 'Alice')`, [userId]);
  const clock = Object.assign(new Clock(), { now: () => now });
  tokens = new TokensService(test.db, clock);
});

const create = (over: Partial<Parameters<TokensService['create']>[1]> = {}) =>
  test.db.transaction((tx) => tokens.create(tx, { userId, permissions: ['read', 'update', 'read'], ...over }));

describe('a token (decisions 3)', () => {
  it('has 256 random bits behind pat_, and is known by its SHA-256 alone', async () => {
    const made = new Set(Array.from({ length: 100 }, () => makeToken()));
    expect(made.size).toBe(100);
    for (const token of made) expect(isTokenShaped(token) && Buffer.from(token.slice(4), 'base64url').length === 32).toBe(true);
    const { id, token } = await create();
    const [row] = await test.db.query<{ hash: Buffer }[]>('SELECT * FROM api_tokens WHERE id = $1', [id]);
    expect(row?.hash).toEqual(hashToken(token));
    expect(JSON.stringify(row)).not.toContain(token.slice(4));
  });

  it('authenticates its user, with each permission once', async () => {
    const { id, token } = await create();
    expect(await tokens.authenticate(token)).toEqual({ userId, tokenId: id, permissions: new Set(['read', 'update']) });
  });

  it.each(['', 'pat_', 'x', `pat_${'A'.repeat(42)}`, `pat_${'A'.repeat(43)}`, `pat_${'A'.repeat(42)}\0`])(
    'authenticates nobody as %j',
    async (token) => {
      expect(await tokens.authenticate(token)).toBeNull();
    },
  );

  it('authenticates nobody from the moment on at which it expires', async () => {
    const { token } = await create({ expiresAt: new Date('2026-10-02T00:00:00Z') });
    now = new Date('2026-10-01T23:59:59.999Z');
    expect(await tokens.authenticate(token)).not.toBeNull();
    now = new Date('2026-10-02T00:00:00Z');
    expect(await tokens.authenticate(token)).toBeNull();
  });

  it('authenticates nobody once it is revoked, and keeps the time of the first revocation', async () => {
    const { id, token } = await create();
    await tokens.revoke(id);
    const { revokedAt } = await tokens.find(id);
    now = new Date('2027-01-01T00:00:00Z');
    await tokens.revoke(id);
    expect(await tokens.authenticate(token)).toBeNull();
    expect((await tokens.find(id)).revokedAt).toEqual(revokedAt);
  });
});
