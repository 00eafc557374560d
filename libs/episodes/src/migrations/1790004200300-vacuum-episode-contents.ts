import { resetAutovacuum, setAutovacuum } from '@app/database/migrations';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = [['episode_contents', { vacuum: 0.02 }]] as const;

/** Each transcript, chapters and video updates a row. */
export class VacuumEpisodeContents1790004200300 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const [table, factors] of TABLES) await setAutovacuum(db, table, factors);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const [table, factors] of TABLES) await resetAutovacuum(db, table, factors);
  }
}
