import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counted downloads on their way to ClickHouse, many in a row. It stays empty where PostgreSQL keeps downloads. */
export class DownloadLog1790003400000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE download_log (
        id uuid CONSTRAINT download_log_pkey PRIMARY KEY,
        downloads int NOT NULL,
        lines text NOT NULL,
        written_at timestamptz NOT NULL DEFAULT now(),
        claimed_until timestamptz
      )
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE download_log');
  }
}
