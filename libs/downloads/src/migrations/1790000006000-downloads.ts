import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Downloads1790000006000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE downloads (
        id uuid CONSTRAINT downloads_pkey PRIMARY KEY,
        episode_id uuid NOT NULL CONSTRAINT downloads_episode_id_fkey REFERENCES episodes (id) ON DELETE CASCADE,
        at timestamptz NOT NULL,
        listener text NOT NULL
      )
    `);
    await db.query('CREATE INDEX downloads_episode_id_at_idx ON downloads (episode_id, at)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE downloads');
  }
}
