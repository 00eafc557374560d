import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tokens that users make: by which token, when last used, and the secrets that a rotation replaced and that go on for a while. */
export class OwnTokens1790002105500 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE api_tokens ADD COLUMN created_by uuid, ADD COLUMN last_used_at timestamptz');
    await db.query(`
      CREATE TABLE replaced_secrets (
        hash bytea CONSTRAINT replaced_secrets_pkey PRIMARY KEY,
        token_id uuid NOT NULL CONSTRAINT replaced_secrets_token_id_fkey REFERENCES api_tokens (id) ON DELETE CASCADE,
        valid_until timestamptz NOT NULL
      )
    `);
    await db.query('CREATE INDEX replaced_secrets_token_id_idx ON replaced_secrets (token_id)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE replaced_secrets');
    await db.query('ALTER TABLE api_tokens DROP COLUMN created_by, DROP COLUMN last_used_at');
  }
}
