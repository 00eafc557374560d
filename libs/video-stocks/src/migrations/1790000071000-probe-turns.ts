import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When each user last had a container read: the next turn goes to the user who has waited longest. */
export class ProbeTurns1790000071000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE probe_turns (
        user_id uuid CONSTRAINT probe_turns_pkey PRIMARY KEY CONSTRAINT probe_turns_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
        last_turn_at timestamptz NOT NULL
      )
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE probe_turns');
  }
}
