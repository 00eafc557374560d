import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Feeds1790000022000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE feeds (
        podcast_id uuid CONSTRAINT feeds_pkey PRIMARY KEY
          CONSTRAINT feeds_podcast_id_fkey REFERENCES podcasts (id) ON DELETE CASCADE,
        url text,
        etag text,
        last_modified text,
        failures int NOT NULL DEFAULT 0,
        next_refetch_at timestamptz NOT NULL
      )
    `);
    await db.query('CREATE INDEX feeds_next_refetch_at_idx ON feeds (next_refetch_at)');
    await db.query(`
      CREATE TABLE rss_refetches (
        id uuid CONSTRAINT rss_refetches_pkey PRIMARY KEY,
        podcast_id uuid NOT NULL CONSTRAINT rss_refetches_podcast_id_fkey REFERENCES podcasts (id) ON DELETE CASCADE,
        status text NOT NULL DEFAULT 'queued'
          CONSTRAINT rss_refetches_status_check CHECK (status IN ('queued', 'fetching', 'succeeded', 'not_modified', 'failed')),
        requested_at timestamptz NOT NULL DEFAULT now(),
        started_at timestamptz,
        finished_at timestamptz,
        http_status int,
        episodes_created int NOT NULL DEFAULT 0,
        episodes_updated int NOT NULL DEFAULT 0,
        stocks_matched int NOT NULL DEFAULT 0,
        failure_code text,
        claim uuid,
        due_at timestamptz NOT NULL DEFAULT now(),
        attempts int NOT NULL DEFAULT 0
      )
    `);
    await db.query('CREATE INDEX rss_refetches_podcast_id_id_idx ON rss_refetches (podcast_id, id)');
    await db.query(`CREATE UNIQUE INDEX rss_refetches_running_key ON rss_refetches (podcast_id) WHERE status IN ('queued', 'fetching')`);
    await db.query(`CREATE INDEX rss_refetches_due_at_idx ON rss_refetches (due_at) WHERE status IN ('queued', 'fetching')`);
    await db.query('CREATE INDEX rss_refetches_finished_at_idx ON rss_refetches (finished_at)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE rss_refetches');
    await db.query('DROP TABLE feeds');
  }
}
