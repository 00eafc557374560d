import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For tables that repeat the owner of their podcast, and refer to both. */
export class PodcastsWithTheirOwner1790000034000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('CREATE UNIQUE INDEX podcasts_id_owner_id_key ON podcasts (id, owner_id)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX podcasts_id_owner_id_key');
  }
}
