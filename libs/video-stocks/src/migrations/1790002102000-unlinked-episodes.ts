import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Episodes that stocks were unlinked from. */
export class UnlinkedEpisodes1790002102000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE unlinked_episodes (
        stock_id uuid CONSTRAINT unlinked_episodes_stock_id_fkey REFERENCES video_stocks (id) ON DELETE CASCADE,
        episode_id uuid CONSTRAINT unlinked_episodes_episode_id_fkey REFERENCES episodes (id) ON DELETE CASCADE,
        CONSTRAINT unlinked_episodes_pkey PRIMARY KEY (stock_id, episode_id)
      )
    `);
    await db.query('CREATE INDEX unlinked_episodes_episode_id_idx ON unlinked_episodes (episode_id)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE unlinked_episodes');
  }
}
