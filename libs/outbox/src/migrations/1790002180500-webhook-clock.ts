import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The database's clock as a worker read it last, by which the next one notices that it was set. */
export class WebhookClock1790002180500 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE webhook_clock (
        id int CONSTRAINT webhook_clock_pkey PRIMARY KEY CONSTRAINT webhook_clock_one_row_check CHECK (id = 1),
        read_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        before timestamptz
      )
    `);
    await db.query('INSERT INTO webhook_clock (id) VALUES (1)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE webhook_clock');
  }
}
