import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A podcast's digest of the titles of its episodes, so that whether a file of figures has changed is known without reading every title. A
 * trigger adds what each change makes of it, whoever changes a title: a refetch, an operator, processes of the version before. A title that
 * is changed back takes the change out again. Rows are added up, not joined: a plan made for few rows would be kept for thousands.
 */
export class TitlesDigest1790004300000 implements MigrationInterface {
  readonly transaction = false; // no writer of one table waits for another

  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE podcasts ADD COLUMN IF NOT EXISTS titles_digest numeric NOT NULL DEFAULT 0');
    await db.query(`
      CREATE OR REPLACE FUNCTION digest_titles() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE podcasts SET titles_digest = titles_digest + added
          FROM (SELECT podcast_id, sum(digest) AS added
                  FROM (SELECT podcast_id, hashtextextended(id || title, 0)::numeric AS digest FROM after
                         UNION ALL SELECT podcast_id, -hashtextextended(id || title, 0)::numeric FROM before) AS titles
                 GROUP BY podcast_id HAVING sum(digest) <> 0) AS changed
         WHERE podcasts.id = changed.podcast_id;
        RETURN NULL;
      END $$
    `);
    await db.query(`
      CREATE OR REPLACE TRIGGER episodes_digest_titles AFTER UPDATE ON episodes
        REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION digest_titles()
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TRIGGER episodes_digest_titles ON episodes');
    await db.query('DROP FUNCTION digest_titles');
    await db.query('ALTER TABLE podcasts DROP COLUMN titles_digest');
  }
}
