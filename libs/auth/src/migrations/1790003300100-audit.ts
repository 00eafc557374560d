import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who did what. No key refers to users or tokens: entries stay when these go. */
export class Audit1790003300100 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE audit_entries (
        id uuid CONSTRAINT audit_entries_pkey PRIMARY KEY,
        at timestamptz NOT NULL,
        actor text NOT NULL,
        action text NOT NULL,
        target text
      )
    `);
    await db.query('CREATE INDEX audit_entries_at_idx ON audit_entries (at, id)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE audit_entries');
  }
}
