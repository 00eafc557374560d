import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Chapters1790000003000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE chapters (
        episode_id uuid NOT NULL CONSTRAINT chapters_episode_id_fkey REFERENCES episodes (id) ON DELETE CASCADE,
        position int NOT NULL,
        start_time double precision NOT NULL CONSTRAINT chapters_start_time_check CHECK (start_time >= 0),
        title text NOT NULL,
        summary text,
        CONSTRAINT chapters_pkey PRIMARY KEY (episode_id, position)
      )
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE chapters');
  }
}
