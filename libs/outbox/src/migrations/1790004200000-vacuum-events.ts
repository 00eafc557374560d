import { resetAutovacuum, setAutovacuum } from '@app/database/migrations';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = [
  ['events', { vacuum_insert: 0.05, analyze: 0.02 }],
  ['webhook_deliveries', { vacuum: 0.02, vacuum_insert: 0.05, analyze: 0.02 }],
] as const;

/** Events are inserted alone; deliveries change several times within minutes, and their statements need fresh statistics. */
export class VacuumEvents1790004200000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const [table, factors] of TABLES) await setAutovacuum(db, table, factors);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const [table, factors] of TABLES) await resetAutovacuum(db, table, factors);
  }
}
