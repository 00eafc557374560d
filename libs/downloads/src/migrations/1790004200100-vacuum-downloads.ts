import { resetAutovacuum, setAutovacuum } from '@app/database/migrations';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = [
  ['downloads', { vacuum_insert: 0.05, analyze: 0.02 }],
  ['download_windows', { vacuum: 0.02 }],
  ['download_log', { vacuum: 0.02 }],
] as const;

/** Downloads are inserted alone; windows and the log are updated and deleted all the time. */
export class VacuumDownloads1790004200100 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const [table, factors] of TABLES) await setAutovacuum(db, table, factors);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const [table, factors] of TABLES) await resetAutovacuum(db, table, factors);
  }
}
