import type { MigrationInterface, QueryRunner } from 'typeorm';

export class UsersAndTokens1790000001000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE users (
        id uuid CONSTRAINT users_pkey PRIMARY KEY,
        name text NOT NULL,
        available_seconds bigint NOT NULL DEFAULT 0 CONSTRAINT users_available_seconds_check CHECK (available_seconds >= 0),
        created_at timestamptz NOT NULL DEFAULT now()
      )
    `);
    await db.query(`
      CREATE TABLE api_tokens (
        id uuid CONSTRAINT api_tokens_pkey PRIMARY KEY,
        user_id uuid NOT NULL CONSTRAINT api_tokens_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
        hash bytea NOT NULL,
        label text,
        permissions text[] NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz,
        revoked_at timestamptz
      )
    `);
    await db.query('CREATE UNIQUE INDEX api_tokens_hash_key ON api_tokens (hash)');
    await db.query('CREATE INDEX api_tokens_user_id_idx ON api_tokens (user_id)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE api_tokens');
    await db.query('DROP TABLE users');
  }
}
