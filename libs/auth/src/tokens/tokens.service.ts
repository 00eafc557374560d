import { httpErrors } from '@app/http/errors';
import { isId, newId } from '@app/database';
import { Clock } from '@app/process';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, EntityManager, IsNull } from 'typeorm';
import { recordAction } from '../audit/audit.queries.js';
import { authErrors } from '../auth.errors.js';
import type { Caller } from '../permissions/permission.guard.js';
import { ApiToken, type Permission } from './api-token.entity.js';
import { hashToken, makeToken } from './secret-token.js';
import { TokenChanges, type TokenChange } from './token-changes.js';
import { TokensQueries } from './tokens.queries.js';

type NewToken = {
  readonly userId: string;
  readonly permissions: readonly Permission[];
  readonly expiresAt?: Date | null;
  readonly label?: string | null;
  /** The token that makes it; null for the operator. */
  readonly createdBy?: string | null;
};

/** A token, and its secret, which is not stored. */
type MadeToken = { readonly id: string; readonly token: string };

/** Most living tokens of a user (contract 3). */
const MAX_TOKENS = 100;

/** How the audit names a change: as the operator's command does. */
const AUDITED: Readonly<Record<TokenChange['action'], string>> = {
  created: 'token.create',
  rotated: 'token.rotate',
  ended: 'token.revoke',
};

/** Makes, rotates and ends tokens, for users and for the operator. */
@Injectable()
export class TokensService {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly queries: TokensQueries,
    private readonly changes: TokenChanges,
  ) {}

  async find(id: string): Promise<ApiToken> {
    const found = isId(id) && (await this.db.manager.findOneBy(ApiToken, { id }));
    if (!found) throw none();
    return found;
  }

  /** The token of a secret; null when it has ended. Requests are authenticated by `TokenLookups`, in batches. */
  async livingBy(secret: string): Promise<ApiToken | null> {
    const found = await this.db.manager.findOneBy(ApiToken, { hash: hashToken(secret), endedAt: IsNull() });
    return found?.expiresAt && found.expiresAt <= this.clock.now() ? null : found;
  }

  /** All that the user ever had, newest last. */
  ofUser(userId: string): Promise<ApiToken[]> {
    return this.db.manager.find(ApiToken, { where: { userId }, order: { id: 'ASC' } });
  }

  /** Stores a token and raises no event, as fixtures do. */
  async add(tx: EntityManager, { userId, permissions, expiresAt = null, label = null, createdBy = null }: NewToken): Promise<MadeToken> {
    const token = makeToken();
    const id = newId();
    await tx.insert(ApiToken, { id, userId, hash: hashToken(token), permissions: [...new Set(permissions)], expiresAt, label, createdBy });
    return { id, token };
  }

  /** @throws AppError 409 `too_many_tokens`; 401 when the token that makes it has ended */
  async create(tx: EntityManager, wanted: NewToken): Promise<MadeToken> {
    const { userId, createdBy: actor = null, label = null } = wanted;
    await this.queries.lock(tx, userId);
    const now = this.clock.now();
    if (actor !== null && !(await this.queries.findLiving(tx, { id: actor, userId }, now))) throw authErrors.token_invalid();
    if ((await this.queries.countLiving(tx, userId, now)) >= MAX_TOKENS) throw authErrors.too_many_tokens({ limit: MAX_TOKENS });
    const made = await this.add(tx, wanted);
    await this.told(tx, { action: 'created', actor, token: { id: made.id, label, userId } });
    return made;
  }

  /**
   * Gives a token a new secret. The old one goes on for `overlapSeconds`.
   * @throws AppError 404 when the token has ended meanwhile
   */
  rotate({ id, userId }: ApiToken, { tokenId: actor }: Caller, overlapSeconds: number): Promise<string> {
    return this.db.transaction(async (tx) => {
      await this.queries.lock(tx, userId);
      const now = this.clock.now();
      const token = await this.queries.findLiving(tx, { id, userId }, now);
      if (!token) throw none();
      const secret = makeToken();
      await this.queries.replaceSecret(tx, token, new Date(now.getTime() + overlapSeconds * 1000));
      await tx.update(ApiToken, { id }, { hash: hashToken(secret) });
      await this.told(tx, { action: 'rotated', actor, token });
      return secret;
    });
  }

  /**
   * Ends a token and those made by it. Ending it again changes nothing. After this returns, every request with one of
   * them is 401, in every process.
   * @param actor the token that asks for it; null for the operator
   * @returns whether anything has ended
   * @throws AppError 404
   */
  async end(id: string, actor: string | null): Promise<boolean> {
    const { userId } = await this.find(id);
    return this.db.transaction(async (tx) => {
      await this.queries.lock(tx, userId);
      const ended = await this.queries.end(tx, { id, userId }, this.clock.now());
      for (const { id: endedId, label } of ended) await this.told(tx, { action: 'ended', actor, token: { id: endedId, label, userId } });
      return ended.length > 0;
    });
  }

  /** Tells of tokens that have expired. Nobody has asked for it, so that the audit has no entry. @returns how many */
  async endExpired(): Promise<number> {
    for (let total = 0; ;) {
      const count = await this.db.transaction(async (tx) => {
        const expired = await this.queries.endExpired(tx, this.clock.now());
        for (const token of expired) await this.changes.tell(tx, { action: 'ended', actor: null, token });
        return expired.length;
      });
      total += count;
      if (count === 0) return total;
    }
  }

  /** Ends all tokens of a user who is erased. Nobody is told: the user's events go, too. */
  async endAllOf(tx: EntityManager, userId: string): Promise<void> {
    await this.queries.lock(tx, userId);
    await tx.update(ApiToken, { userId, endedAt: IsNull() }, { endedAt: this.clock.now() });
  }

  private async told(tx: EntityManager, change: TokenChange): Promise<void> {
    await recordAction(tx, { actor: change.actor, action: AUDITED[change.action], target: change.token.id });
    await this.changes.tell(tx, change);
  }
}

export const none = () => httpErrors.not_found('There is no such token.');
