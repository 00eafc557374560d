import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Webhooks1790000010000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE webhook_endpoints (
        id uuid CONSTRAINT webhook_endpoints_pkey PRIMARY KEY,
        user_id uuid NOT NULL CONSTRAINT webhook_endpoints_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
        url text NOT NULL,
        sealed_secret bytea NOT NULL,
        verification text NOT NULL DEFAULT 'pending'
          CONSTRAINT webhook_endpoints_verification_check CHECK (verification IN ('pending', 'verified', 'failed')),
        verified_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT webhook_endpoints_verified_at_check CHECK ((verification = 'verified') = (verified_at IS NOT NULL))
      )
    `);
    await db.query('CREATE UNIQUE INDEX webhook_endpoints_user_id_key ON webhook_endpoints (user_id)');
    await db.query(`
      CREATE TABLE webhook_deliveries (
        id uuid CONSTRAINT webhook_deliveries_pkey PRIMARY KEY,
        user_id uuid NOT NULL CONSTRAINT webhook_deliveries_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
        endpoint_id uuid NOT NULL,
        event_id uuid NOT NULL,
        event_type text NOT NULL,
        body text NOT NULL,
        status text NOT NULL DEFAULT 'queued'
          CONSTRAINT webhook_deliveries_status_check CHECK (status IN ('queued', 'sending', 'delivered', 'failed', 'canceled')),
        ready boolean NOT NULL DEFAULT false,
        attempts int NOT NULL DEFAULT 0,
        max_attempts int NOT NULL DEFAULT 6,
        retry_at timestamptz,
        claim_id uuid,
        claimed_at timestamptz,
        lease_until timestamptz,
        outcome text,
        created_at timestamptz NOT NULL DEFAULT now(),
        delivered_at timestamptz,
        finished_at timestamptz,
        CONSTRAINT webhook_deliveries_ready_check CHECK (NOT ready OR (status = 'queued' AND retry_at IS NULL)),
        CONSTRAINT webhook_deliveries_claim_check CHECK ((status = 'sending') = (claim_id IS NOT NULL AND lease_until IS NOT NULL)),
        CONSTRAINT webhook_deliveries_finished_at_check CHECK ((status IN ('queued', 'sending')) = (finished_at IS NULL))
      )
    `);
    await db.query('CREATE INDEX webhook_deliveries_history_idx ON webhook_deliveries (user_id, id)');
    await db.query('CREATE INDEX webhook_deliveries_ready_idx ON webhook_deliveries (endpoint_id, id) WHERE ready');
    await db.query('CREATE INDEX webhook_deliveries_open_idx ON webhook_deliveries (endpoint_id, status) WHERE finished_at IS NULL');
    await db.query('CREATE INDEX webhook_deliveries_retry_at_idx ON webhook_deliveries (retry_at) WHERE retry_at IS NOT NULL');
    await db.query('CREATE INDEX webhook_deliveries_lease_until_idx ON webhook_deliveries (lease_until) WHERE lease_until IS NOT NULL');
    await db.query('CREATE INDEX webhook_deliveries_finished_at_idx ON webhook_deliveries (finished_at) WHERE finished_at IS NOT NULL');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE webhook_deliveries');
    await db.query('DROP TABLE webhook_endpoints');
  }
}
