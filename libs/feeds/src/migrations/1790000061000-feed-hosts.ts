import { buildIndex, inTransaction } from '@app/database/migrations';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Automatic refetches are claimed host by host: `turn_at` is when a host is looked at next, `free_at` when it may be asked next. */
export class FeedHosts1790000061000 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await inTransaction(db, async () => {
      await db.query(`
        CREATE TABLE IF NOT EXISTS feed_hosts (
          host text CONSTRAINT feed_hosts_pkey PRIMARY KEY,
          free_at timestamptz NOT NULL,
          turn_at timestamptz NOT NULL
        )
      `);
      await db.query('CREATE INDEX IF NOT EXISTS feed_hosts_turn_at_idx ON feed_hosts (turn_at)');
      await db.query('ALTER TABLE feeds ADD IF NOT EXISTS feed_url text, ADD IF NOT EXISTS host text, ADD IF NOT EXISTS moved_to text');
      await db.query('ALTER TABLE rss_refetches ADD IF NOT EXISTS host text, ADD IF NOT EXISTS automatic boolean NOT NULL DEFAULT false');
    });
    await buildIndex(db, 'feeds_host_next_refetch_at_idx', 'ON feeds (host, next_refetch_at)');
    await buildIndex(db, 'rss_refetches_host_idx', `ON rss_refetches (host) WHERE status = 'fetching'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX rss_refetches_host_idx');
    await db.query('ALTER TABLE rss_refetches DROP host, DROP automatic');
    await db.query('DROP INDEX feeds_host_next_refetch_at_idx');
    await db.query('ALTER TABLE feeds DROP feed_url, DROP host, DROP moved_to');
    await db.query('DROP TABLE feed_hosts');
  }
}
