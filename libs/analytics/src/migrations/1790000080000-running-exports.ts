import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The exports that run, by user and slot: the primary key keeps a user from running more, over any number of processes. */
export class RunningExports1790000080000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    // No foreign key: a row lives for minutes at most, and one of a user who is gone hurts nobody.
    await db.query(`
      CREATE TABLE running_exports (
        user_id uuid NOT NULL,
        slot smallint NOT NULL,
        id uuid NOT NULL,
        expires_at timestamptz NOT NULL,
        CONSTRAINT running_exports_pkey PRIMARY KEY (user_id, slot)
      )
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE running_exports');
  }
}
