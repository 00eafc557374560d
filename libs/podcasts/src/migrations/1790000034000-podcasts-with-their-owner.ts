import { buildIndex } from '@app/database/migrations';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For tables that repeat the owner of their podcast, and refer to both. */
export class PodcastsWithTheirOwner1790000034000 implements MigrationInterface {
  readonly transaction = false; // the index is built beside writers

  async up(db: QueryRunner): Promise<void> {
    await buildIndex(db, 'podcasts_id_owner_id_key', 'ON podcasts (id, owner_id)', 'UNIQUE INDEX');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX podcasts_id_owner_id_key');
  }
}
