import { newId, type AdmissionDatabase, type ReadDatabase } from '@app/database';
import { Clock, logContext } from '@app/process';
import { readsOn, useDatabase } from '@app/database/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { noteSeen } from './own-writes/own-writes.queries.js';
import { authPersistence } from './persistence.js';
import { hashToken, isTokenShaped, makeToken } from './tokens/secret-token.js';
import { TokenChanges } from './tokens/token-changes.js';
import { TokenLookups } from './tokens/token-lookups.queries.js';
import { TokenUses } from './tokens/token-uses.queries.js';
import { TokensQueries } from './tokens/tokens.queries.js';
import { TokensService } from './tokens/tokens.service.js';

const test = useDatabase([authPersistence]);
const userId = newId();
let now = new Date('2026-10-01T00:00:00Z');
let tokens: TokensService;
let lookups: TokenLookups;
let lookupsOf: (reads: ReadDatabase) => TokenLookups;

beforeAll(async () => {
  await test.db.query(`INSERT INTO users (id, name) VALUES ($1, 'Alice')`, [userId]);
  const clock = Object.assign(new Clock(), { now: () => now });
  tokens = new TokensService(test.db, clock, new TokensQueries(test.db), new TokenChanges());
  const uses = new TokenUses(test.db, pino({ level: 'silent' }));
  lookupsOf = (reads) =>
    new TokenLookups({ query: (text: string, values: unknown[]) => test.db.query(text, values) } as AdmissionDatabase, clock, reads, uses);
  lookups = lookupsOf(readsOn(test.db));
});

const create = (over: Partial<Parameters<TokensService['create']>[1]> = {}) =>
  test.db.transaction((tx) => tokens.create(tx, { userId, permissions: ['read', 'update', 'read'], ...over }));

describe('a token (contract 3)', () => {
  it('a token has 256 random bits behind pat_, and is known by its SHA-256 alone', async () => {
    const made = new Set(Array.from({ length: 100 }, () => makeToken()));
    expect(made.size).toBe(100);
    for (const token of made) expect(isTokenShaped(token) && Buffer.from(token.slice(4), 'base64url').length === 32).toBe(true);
    const { id, token } = await create();
    const [row] = await test.db.query<{ hash: Buffer }[]>('SELECT * FROM api_tokens WHERE id = $1', [id]);
    expect(row?.hash).toEqual(hashToken(token));
    expect(JSON.stringify(row)).not.toContain(token.slice(4));
  });

  it('a token authenticates its user, with each permission once', async () => {
    const { id, token } = await create();
    expect(await lookups.authenticate(token)).toEqual({ userId, tokenId: id, permissions: new Set(['read', 'update']), mustSee: 0 });
  });

  it.each(['', 'pat_', 'x', `pat_${'A'.repeat(42)}`, `pat_${'A'.repeat(43)}`, `pat_${'A'.repeat(42)}\0`])(
    'the text %j authenticates nobody',
    async (token) => {
      expect(await lookups.authenticate(token)).toBeNull();
    },
  );

  it('a token is looked up together with those that come at the same time, and anew by every request', async () => {
    const made = await Promise.all([create(), create()]);
    const all = [...made.map(({ token }) => token), `pat_${'A'.repeat(43)}`];
    const callers = await Promise.all(Array.from({ length: 300 }, (_, index) => lookups.authenticate(all[index % 3] ?? '')));
    callers.forEach((caller, index) => expect(caller?.tokenId).toBe(made[index % 3]?.id));
    const before = lookups.authenticate(all[0] ?? '');
    await tokens.end(made[0]?.id ?? '', null);
    const [, after] = await Promise.all([before, lookups.authenticate(all[0] ?? '')]);
    expect(after).toBeNull();
  });

  it('a token is refused from the moment at which it expires', async () => {
    const { token } = await create({ expiresAt: new Date('2026-10-02T00:00:00Z') });
    now = new Date('2026-10-01T23:59:59.999Z');
    expect(await lookups.authenticate(token)).not.toBeNull();
    now = new Date('2026-10-02T00:00:00Z');
    expect(await lookups.authenticate(token)).toBeNull();
  });

  it('a token is refused once it is revoked, and keeps the time of the first revocation', async () => {
    const { id, token } = await create();
    await tokens.end(id, null);
    const { endedAt } = await tokens.find(id);
    now = new Date('2027-01-01T00:00:00Z');
    await tokens.end(id, null);
    expect(await lookups.authenticate(token)).toBeNull();
    expect((await tokens.find(id)).endedAt).toEqual(endedAt);
  });

  it('a token is refused once it is revoked, also where lists are read from a replica (contract 3)', async () => {
    const { id, token } = await create();
    const withReplica = lookupsOf(readsOn(test.db, test.url));
    expect(await withReplica.authenticate(token)).not.toBeNull();
    await tokens.end(id, null);
    expect(await withReplica.authenticate(token)).toBeNull();
  });

  it('a token counts as known from a valid look-up on, until a look-up finds it revoked', async () => {
    const { id, token } = await create();
    const knows = () => lookups.knows(`Bearer ${token}`);
    const known = [knows(), await lookups.authenticate(token).then(knows)];
    await tokens.end(id, null);
    known.push(await lookups.authenticate(token).then(knows));
    expect(known).toEqual([false, true, false]);
  });

  it('a token makes its request read what its user has written or was told, and never less than before (contract 2.14)', async () => {
    const { token } = await create();
    const reads = readsOn(test.db);
    const position = () =>
      logContext.run({}, () =>
        lookupsOf(reads)
          .authenticate(token)
          .then(() => reads.position),
      );
    expect(await position()).toBe(0);
    await noteSeen(test.db.manager, [userId]);
    const noted = await position();
    expect(noted).toBeGreaterThan(0);
    // As if another process had noted a later position.
    await test.db.query('UPDATE last_writes SET position = position + 1e12');
    await noteSeen(test.db.manager, [userId]);
    expect(await position()).toBe(noted + 1e12);
  });
});
