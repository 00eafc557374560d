import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * One row a user who has written. Unlogged: after a crash or a failover the positions mean nothing, and a replica has replayed what
 * was committed before it by then.
 */
export class LastWrites1790000140000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE UNLOGGED TABLE last_writes (
        user_id uuid CONSTRAINT last_writes_pkey PRIMARY KEY,
        position bigint NOT NULL
      ) WITH (fillfactor = 50)
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE last_writes');
  }
}
