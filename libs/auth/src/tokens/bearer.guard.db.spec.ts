import { newId, type AdmissionDatabase, type ReadDatabase } from '@app/database';
import { readsOn, useDatabase } from '@app/database/testing';
import { Clock, logContext } from '@app/process';
import { RateLimitEnv, RememberedWindows } from '@app/rate-limit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ExecutionContext } from '@nestjs/common';
import { pino } from 'pino';
import { noteSeen } from '../own-writes/own-writes.queries.js';
import { admit } from '../permissions/admission.js';
import { Requires } from '../permissions/permission.guard.js';
import { authPersistence } from '../persistence.js';
import { BearerGuard, BearerStrategy } from './bearer.guard.js';
import { makeToken } from './secret-token.js';
import { TokenChanges } from './token-changes.js';
import { TokenLookups } from './token-lookups.queries.js';
import { TokenUses } from './token-uses.queries.js';
import { TokensQueries } from './tokens.queries.js';
import { TokensService } from './tokens.service.js';

const test = useDatabase([authPersistence]);
const userId = newId();
let guard: BearerGuard;
let lookups: TokenLookups;
let reads: ReadDatabase;

class Routes {
  @Requires(null) any(this: void): string {
    return 'anybody';
  }
}

beforeAll(async () => {
  await test.db.query(`INSERT INTO users (id, name) VALUES ($1, 'Alice')`, [userId]);
  const admission = { query: (text: string, values: unknown[]) => test.db.query(text, values) } as AdmissionDatabase;
  reads = readsOn(test.db);
  lookups = new TokenLookups(admission, new Clock(), reads, new TokenUses(test.db, pino({ level: 'silent' })));
  new BearerStrategy(lookups); // registers itself
  const full = { hit: () => Promise.resolve({ allowed: false, used: 60, freesInMs: 3_600_000 }) };
  guard = new BearerGuard(new RememberedWindows(full), lookups, new RateLimitEnv());
});

async function aToken(): Promise<string> {
  const tokens = new TokensService(test.db, new Clock(), new TokensQueries(test.db), new TokenChanges());
  return (await test.db.transaction((tx) => tokens.create(tx, { userId, permissions: ['read'] }))).token;
}

/** A request with a token, from an address that failed too often. @returns whether it passes, or the refusal */
function send(token: string, socket = {}): Promise<unknown> {
  const request = { headers: { authorization: `Bearer ${token}` }, ip: '203.0.113.7', socket };
  const response = { setHeader: () => undefined, locals: {} };
  const context = {
    getHandler: () => Routes.prototype.any,
    switchToHttp: () => ({ getRequest: () => request, getResponse: () => response }),
  };
  return guard.canActivate(context as unknown as ExecutionContext).catch(({ kind }: { kind: string }) => kind);
}

describe('an address that has failed too often (contract 2.8)', () => {
  it('an address that has failed too often is refused for what is no token, and passes with each valid one', async () => {
    expect(await send(makeToken())).toBe('rate_limited');
    for (let n = 0; n < 4; n += 1) expect(await send(await aToken())).toBe(true);
    expect(await send(makeToken())).toBe('rate_limited');
  });

  it('an address that has failed too often has two look-ups of unknown tokens at once, and any number of known ones', async () => {
    const tokens = [await aToken(), await aToken(), await aToken()];
    expect(await Promise.all(tokens.map(send))).toEqual([true, true, 'rate_limited']);
    expect(await send(tokens[2] ?? '')).toBe(true);
    expect(await Promise.all([...tokens, ...tokens].map(send))).toEqual(Array(6).fill(true));
  });
});

it('a request that a route sends for its caller reads what the caller was told, as the route does (contract 2.14)', async () => {
  await noteSeen(test.db.manager, [userId]);
  const socket = {};
  const told = await logContext.run({}, async () => {
    admit(socket, (await lookups.authenticate(await aToken()))!);
    return reads.position;
  });
  expect(told).toBeGreaterThan(0);
  expect(await logContext.run({}, () => send('', socket).then(() => reads.position))).toBe(told);
});
