import { buildIndex } from '@app/database/migrations';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the files that are being read, whatever waits. */
export class ClaimedProbes1790000173000 implements MigrationInterface {
  readonly transaction = false; // the index is built beside writers

  async up(db: QueryRunner): Promise<void> {
    await buildIndex(
      db,
      'video_stocks_claimed_probe_due_at_idx',
      `ON video_stocks (probe_due_at) WHERE status = 'processing' AND probe_claim IS NOT NULL`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX video_stocks_claimed_probe_due_at_idx');
  }
}
