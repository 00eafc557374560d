import { httpErrors } from '@app/http/errors';
import { isId, newId } from '@app/database';
import { Clock } from '@app/process';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, EntityManager, IsNull } from 'typeorm';
import type { Caller } from '../permissions/permission.guard.js';
import { ApiToken, type Permission } from './api-token.entity.js';
import { hashToken, makeToken } from './secret-token.js';
import { callerFrom, TOKENS_BY_HASH, type TokenRow } from './token-lookups.queries.js';

type NewToken = {
  readonly userId: string;
  readonly permissions: readonly Permission[];
  readonly expiresAt?: Date | null;
  readonly label?: string | null;
};

@Injectable()
export class TokensService {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly clock: Clock,
  ) {}

  /** The present holder of a token, or null. Requests are authenticated by `TokenLookups`, in batches. */
  async authenticate(token: string): Promise<Caller | null> {
    const [row] = await this.db.query<TokenRow[]>(TOKENS_BY_HASH, [[hashToken(token)]]);
    return callerFrom(row, this.clock.now());
  }

  async find(id: string): Promise<ApiToken> {
    const found = isId(id) && (await this.db.manager.findOneBy(ApiToken, { id }));
    if (!found) throw httpErrors.not_found('There is no such token.');
    return found;
  }

  /** Newest last. */
  ofUser(userId: string): Promise<ApiToken[]> {
    return this.db.manager.find(ApiToken, { where: { userId }, order: { id: 'ASC' } });
  }

  /** @returns the record and the token itself, which is not stored */
  async create(
    tx: EntityManager,
    { userId, permissions, expiresAt = null, label = null }: NewToken,
  ): Promise<{ id: string; token: string }> {
    const token = makeToken();
    const id = newId();
    await tx.insert(ApiToken, { id, userId, hash: hashToken(token), permissions: [...new Set(permissions)], expiresAt, label });
    return { id, token };
  }

  /**
   * Revokes a token; revoking it again changes nothing. After this returns, every request with the token is 401, in every process.
   * @throws AppError 404
   */
  async revoke(id: string): Promise<void> {
    await this.find(id);
    await this.db.manager.update(ApiToken, { id, revokedAt: IsNull() }, { revokedAt: this.clock.now() });
  }
}
