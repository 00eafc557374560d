import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { ApiToken } from './api-token.entity.js';

/** Replaced secrets of one token that stay valid. Older ones end with the next rotation. */
const MAX_REPLACED_SECRETS = 10;

/** Days for which a token is kept that has ended. Whatever it has made ended no later. */
const KEPT_DAYS = 30;

/** Tokens whose expiry one transaction tells of. */
const EXPIRY_BATCH_SIZE = 100;

/** Tokens that one statement of the sweep looks at. */
const SWEEP_BATCH_SIZE = 10_000;

/** A token and all that were made by it, by those, and so on. */
const WITH_DESCENDANTS = `
  WITH RECURSIVE family (id) AS (
    SELECT id FROM api_tokens WHERE id = $1 AND user_id = $2
     UNION SELECT t.id FROM api_tokens t JOIN family ON t.created_by = family.id WHERE t.user_id = $2)`;

@Injectable()
export class TokensQueries {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** The living tokens of a user, newest first. */
  livingOf(userId: string, now: Date, { first, after }: { first: number; after: string | undefined }): Promise<ApiToken[]> {
    const query = this.living(this.db.manager, userId, now).orderBy('t.id', 'DESC').limit(first);
    return (after === undefined ? query : query.andWhere('t.id < :after', { after })).getMany();
  }

  countLiving(tx: EntityManager, userId: string, now: Date): Promise<number> {
    return this.living(tx, userId, now).getCount();
  }

  findLiving(tx: EntityManager, { id, userId }: Pick<ApiToken, 'id' | 'userId'>, now: Date): Promise<ApiToken | null> {
    return this.living(tx, userId, now).andWhere('t.id = :id', { id }).getOne();
  }

  /** Only changes of one user's tokens wait for each other here, so that the end of a maker misses no child. */
  async lock(tx: EntityManager, userId: string): Promise<void> {
    await tx.query('SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);
  }

  /** Ends a token and those made by it. @returns those that had not ended before */
  async end(tx: EntityManager, { id, userId }: Pick<ApiToken, 'id' | 'userId'>, now: Date): Promise<Pick<ApiToken, 'id' | 'label'>[]> {
    const [ended] = await tx.query<[Pick<ApiToken, 'id' | 'label'>[], number]>(
      `${WITH_DESCENDANTS} UPDATE api_tokens t SET revoked_at = $3 FROM family WHERE t.id = family.id AND revoked_at IS NULL RETURNING t.id, t.label`,
      [id, userId, now],
    );
    return ended;
  }

  /** Ends tokens that have expired and that nobody has ended, each once, however many workers look. */
  async endExpired(tx: EntityManager, now: Date): Promise<Pick<ApiToken, 'id' | 'label' | 'userId'>[]> {
    const [expired] = await tx.query<[Pick<ApiToken, 'id' | 'label' | 'userId'>[], number]>(
      `UPDATE api_tokens SET revoked_at = expires_at WHERE id = ANY (ARRAY(
         SELECT id FROM api_tokens WHERE revoked_at IS NULL AND expires_at <= $1
          ORDER BY expires_at LIMIT ${EXPIRY_BATCH_SIZE} FOR UPDATE SKIP LOCKED))
       RETURNING id, label, user_id AS "userId"`,
      [now],
    );
    return expired;
  }

  /** Keeps the replaced secret until a time. Those replaced earlier go on no longer than that. */
  async replaceSecret(tx: EntityManager, { id, hash }: Pick<ApiToken, 'id' | 'hash'>, until: Date): Promise<void> {
    await tx.query('UPDATE replaced_secrets SET valid_until = least(valid_until, $2) WHERE token_id = $1', [id, until]);
    await tx.query('INSERT INTO replaced_secrets (hash, token_id, valid_until) VALUES ($1, $2, $3)', [hash, id, until]);
    await tx.query(
      `DELETE FROM replaced_secrets WHERE token_id = $1
          AND hash NOT IN (SELECT hash FROM replaced_secrets WHERE token_id = $1 ORDER BY valid_until DESC LIMIT $2)`,
      [id, MAX_REPLACED_SECRETS],
    );
  }

  /** Deletes tokens that ended {@link KEPT_DAYS} ago, and replaced secrets that expired. @returns how many tokens */
  async sweep(): Promise<number> {
    let deleted = 0;
    for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
      const [batch] = await this.db.query<{ last: string | null; deleted: number }[]>(
        `WITH batch AS (SELECT id, revoked_at AS ended_at FROM api_tokens WHERE id > $1 ORDER BY id LIMIT ${SWEEP_BATCH_SIZE}),
              secrets AS (DELETE FROM replaced_secrets s USING batch WHERE s.token_id = batch.id AND s.valid_until < now()),
              gone AS (DELETE FROM api_tokens t USING batch
                        WHERE t.id = batch.id AND batch.ended_at < now() - interval '${KEPT_DAYS} days' RETURNING 1)
         SELECT (SELECT id FROM batch ORDER BY id DESC LIMIT 1) AS last, (SELECT count(*)::int FROM gone) AS deleted`,
        [after],
      );
      deleted += batch?.deleted ?? 0;
      if (!batch?.last) return deleted;
      after = batch.last;
    }
  }

  private living(tx: EntityManager, userId: string, now: Date) {
    return tx
      .createQueryBuilder(ApiToken, 't')
      .where('t.user_id = :userId AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > :now)', { userId, now });
  }
}
