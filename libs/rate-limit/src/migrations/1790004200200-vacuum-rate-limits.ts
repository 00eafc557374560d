import { resetAutovacuum, setAutovacuum } from '@app/database/migrations';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = [['rate_limit_windows', { vacuum: 0.02 }]] as const;

/** Each request updates a row. */
export class VacuumRateLimits1790004200200 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const [table, factors] of TABLES) await setAutovacuum(db, table, factors);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const [table, factors] of TABLES) await resetAutovacuum(db, table, factors);
  }
}
