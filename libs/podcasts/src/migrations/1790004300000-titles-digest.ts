import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A podcast's digest of the titles of its episodes, so that whether a file of figures has changed is known without reading every title. A
 * trigger adds what each change makes of it, whoever changes a title: a refetch, an operator, processes of the version before. A title that
 * is changed back takes the change out again.
 */
export class TitlesDigest1790004300000 implements MigrationInterface {
  readonly transaction = false; // no writer of one table waits for another

  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE podcasts ADD COLUMN IF NOT EXISTS titles_digest numeric NOT NULL DEFAULT 0');
    await db.query(`
      CREATE OR REPLACE FUNCTION digest_titles() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE podcasts SET titles_digest = titles_digest + added
          FROM (SELECT a.podcast_id, sum(hashtextextended(id || a.title, 0)::numeric - hashtextextended(id || b.title, 0)) AS added
                  FROM before AS b JOIN after AS a USING (id) WHERE b.title <> a.title GROUP BY a.podcast_id) AS changed
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
