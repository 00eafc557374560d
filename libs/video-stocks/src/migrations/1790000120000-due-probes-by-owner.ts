import { buildIndex } from '@app/database/migrations';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the first due file of each user without reading the user's others. Only stocks that wait for their turn are in it. */
export class DueProbesByOwner1790000120000 implements MigrationInterface {
  readonly transaction = false; // the index is built beside writers

  async up(db: QueryRunner): Promise<void> {
    await buildIndex(
      db,
      'video_stocks_owner_id_probe_due_at_idx',
      `ON video_stocks (owner_id, probe_due_at) WHERE status = 'processing' AND upload_id IS NOT NULL`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX video_stocks_owner_id_probe_due_at_idx');
  }
}
