import { Batches, Clock, ReadDatabase } from '@app/platform';
import { AdmissionDatabase } from '@app/rate-limit';
import { Injectable } from '@nestjs/common';
import type { Caller } from './caller.js';
import { callerFrom, TOKENS_AND_WRITES_BY_HASH, TOKENS_BY_HASH, type TokenRow } from './token.queries.js';
import { bearerToken, hashToken, isTokenShaped } from './secret-token.js';

/** Most tokens that one statement looks up. */
const BATCH_SIZE = 500;

/** Holders of tokens that were valid when they were last looked up; the oldest go first. */
const MAX_KNOWN = 10_000;

/** Who held a token when it was last looked up, and when that was, on the clock of `performance.now()`. */
export type LastHolder = Pick<Caller, 'userId' | 'tokenId'> & { readonly lookedAt: number };

/**
 * Says who holds a token. Every request asks, so that expiry and revocation take effect at the next one; requests that come together
 * are looked up together.
 */
@Injectable()
export class TokenLookups {
  private readonly batches = new Batches<Buffer, TokenRow | undefined>((hashes) => this.find(hashes), BATCH_SIZE);
  private readonly known = new Map<string, LastHolder>();

  constructor(
    private readonly db: AdmissionDatabase,
    private readonly clock: Clock,
    private readonly reads: ReadDatabase,
  ) {}

  /** Who holds this token, or null when it is none, expired or revoked. */
  async authenticate(token: string): Promise<Caller | null> {
    if (!isTokenShaped(token)) return null;
    const hash = hashToken(token);
    const lookedAt = performance.now();
    const row = await this.batches.ask(hash);
    const caller = callerFrom(row, this.clock.now());
    const name = hash.toString('base64');
    this.known.delete(name);
    if (!caller) return null;
    this.known.set(name, { userId: caller.userId, tokenId: caller.tokenId, lookedAt });
    if (typeof row?.position === 'number') this.reads.mustSee(row.position);
    if (this.known.size > MAX_KNOWN) this.known.delete(this.known.keys().next().value ?? '');
    return caller;
  }

  /** Whether the token of an `Authorization` header was valid when it was last used. It says nothing of now. */
  knows(authorization: string | undefined): boolean {
    return this.lastHolder(authorization) !== undefined;
  }

  /** Whose token it was when it was last used, if it was valid. */
  lastHolder(authorization: string | undefined): LastHolder | undefined {
    const token = bearerToken(authorization);
    return token !== undefined && isTokenShaped(token) ? this.known.get(hashToken(token).toString('base64')) : undefined;
  }

  private async find(hashes: readonly Buffer[]): Promise<(TokenRow | undefined)[]> {
    const names = hashes.map((hash) => hash.toString('base64'));
    const rows = await this.db.query<TokenRow>(this.reads.hasReplica ? TOKENS_AND_WRITES_BY_HASH : TOKENS_BY_HASH, [
      [...new Map(names.map((name, index) => [name, hashes[index]])).values()],
    ]);
    const byHash = new Map(rows.map((row) => [row.hash.toString('base64'), row]));
    return names.map((name) => byHash.get(name));
  }
}
