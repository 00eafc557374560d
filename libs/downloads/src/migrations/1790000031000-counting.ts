import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What tells a new download from a repeated one. Rows of `download_windows` matter for six hours, keys for thirty. */
export class Counting1790000031000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE listener_keys (
        day date CONSTRAINT listener_keys_pkey PRIMARY KEY,
        sealed bytea NOT NULL
      )
    `);
    // No foreign key: rows live for hours, and those of an episode that has gone hurt nobody. Room in the pages: they are updated in place.
    await db.query(`
      CREATE TABLE download_windows (
        episode_id uuid NOT NULL,
        listener text NOT NULL,
        at timestamptz NOT NULL,
        CONSTRAINT download_windows_pkey PRIMARY KEY (episode_id, listener)
      ) WITH (fillfactor = 80)
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE download_windows');
    await db.query('DROP TABLE listener_keys');
  }
}
