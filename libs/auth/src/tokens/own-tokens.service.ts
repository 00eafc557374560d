import { Cursors, page, type PageQuery } from '@app/http';
import { isId } from '@app/database';
import { Clock } from '@app/process';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { authErrors } from '../auth.errors.js';
import { lacks, type Caller } from '../permissions/permission.guard.js';
import type { ApiToken } from './api-token.entity.js';
import { TokenRecord, type CreateToken, type NewTokenEnvelope, type TokenPage } from './token.dto.js';
import { TokensQueries } from './tokens.queries.js';
import { none, TokensService } from './tokens.service.js';

const DAY_MS = 86_400_000;

/** The actions of users on their own tokens (contract 3). */
@Injectable()
export class OwnTokensService {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly queries: TokensQueries,
    private readonly tokens: TokensService,
  ) {}

  async list(userId: string, { first, after }: PageQuery): Promise<TokenPage> {
    const cursors = new Cursors(`tokens of ${userId}`, isId);
    const rows = await this.queries.livingOf(userId, this.clock.now(), { first: first + 1, after: cursors.read(after) });
    return page(rows, first, { cursors, key: ({ id }) => id, item: TokenRecord.from });
  }

  /**
   * A living token of the caller's that holds no permission that the caller lacks.
   * @throws AppError 404; 403 `permission_missing`
   */
  async controlled(id: string, { userId, permissions }: Caller): Promise<ApiToken> {
    const token = isId(id) && (await this.queries.findLiving(this.db.manager, { id, userId }, this.clock.now()));
    if (!token) throw none();
    const missing = token.permissions.find((permission) => !permissions.has(permission));
    if (missing) throw lacks(missing);
    return token;
  }

  /** @throws AppError 422 `permission_not_held`, `expires_too_late`; 409 `too_many_tokens` */
  async create(caller: Caller, { label, permissions, expires_in_days: days }: CreateToken): Promise<NewTokenEnvelope> {
    permissions.forEach((permission, index) => {
      if (!caller.permissions.has(permission)) throw authErrors.permission_not_held({ permission }, { field: `permissions[${index}]` });
    });
    const own = await this.tokens.find(caller.tokenId);
    const expiresAt = typeof days === 'number' ? new Date(this.clock.now().getTime() + days * DAY_MS) : own.expiresAt;
    if (own.expiresAt && expiresAt && expiresAt > own.expiresAt) {
      throw authErrors.expires_too_late({ expires_at: own.expiresAt.toISOString() }, { field: 'expires_in_days' });
    }
    const { userId, tokenId: createdBy } = caller;
    const made = await this.db.transaction((tx) => this.tokens.create(tx, { userId, permissions, label, expiresAt, createdBy }));
    return this.shown(made.id, made.token);
  }

  async rotate(token: ApiToken, caller: Caller, overlapSeconds: number): Promise<NewTokenEnvelope> {
    const secret = await this.tokens.rotate(token, caller, overlapSeconds);
    return this.shown(token.id, secret);
  }

  /** @throws AppError 404 when the token has ended meanwhile */
  async end({ id }: ApiToken, { tokenId }: Caller): Promise<void> {
    if (!(await this.tokens.end(id, tokenId))) throw none();
  }

  private async shown(id: string, token: string): Promise<NewTokenEnvelope> {
    return { data: { ...TokenRecord.from(await this.tokens.find(id)), token } };
  }
}
