import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The health of destinations, and replays under way. */
export class WebhookHealth1790002174500 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE webhook_health (
        endpoint_id uuid CONSTRAINT webhook_health_pkey PRIMARY KEY,
        last_delivered_at timestamptz,
        failing_since timestamptz,
        told_at timestamptz
      )
    `);
    await db.query(`
      CREATE INDEX webhook_health_failing_since_idx ON webhook_health (failing_since) WHERE failing_since IS NOT NULL AND told_at IS NULL
    `);
    await db.query(`
      CREATE TABLE webhook_replays (
        user_id uuid CONSTRAINT webhook_replays_pkey PRIMARY KEY
          CONSTRAINT webhook_replays_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
        endpoint_id uuid NOT NULL,
        types text[] NOT NULL,
        position bigint NOT NULL,
        ends_at bigint NOT NULL,
        next_at timestamptz NOT NULL DEFAULT clock_timestamp()
      )
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE webhook_replays');
    await db.query('DROP TABLE webhook_health');
  }
}
