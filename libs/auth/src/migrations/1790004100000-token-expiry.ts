import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The living tokens that will expire, in the order of their expiry. */
export class TokenExpiry1790004100000 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX IF EXISTS api_tokens_expires_at_idx'); // an interrupted build leaves one that nothing uses
    await db.query(
      'CREATE INDEX CONCURRENTLY api_tokens_expires_at_idx ON api_tokens (expires_at) WHERE revoked_at IS NULL AND expires_at IS NOT NULL',
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX api_tokens_expires_at_idx');
  }
}
