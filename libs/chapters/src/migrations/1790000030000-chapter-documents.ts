import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a chapter of the Podcast Namespace has beside its start, title and summary. A silent chapter needs no title. */
export class ChapterDocuments1790000030000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE chapters
        ADD COLUMN end_time double precision,
        ADD COLUMN url text,
        ADD COLUMN img text,
        ADD COLUMN toc boolean,
        ALTER COLUMN title DROP NOT NULL
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`UPDATE chapters SET title = '' WHERE title IS NULL`);
    await db.query(`
      ALTER TABLE chapters
        DROP COLUMN end_time,
        DROP COLUMN url,
        DROP COLUMN img,
        DROP COLUMN toc,
        ALTER COLUMN title SET NOT NULL
    `);
  }
}
