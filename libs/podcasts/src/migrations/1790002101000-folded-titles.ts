import { buildIndex } from '@app/database/migrations';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEX = 'episodes_folded_title_idx';

/**
 * Finds the episodes of a podcast by title. The database folds titles (contract 9), so that every writer and every reader agrees: NFKC,
 * upper case of lower case, which makes ß, ẞ and ss the same, and single spaces. The index holds digests, since titles have any length; with
 * the podcast in the digest no other index of the podcast's episodes can be taken for it.
 */
export class FoldedTitles1790002101000 implements MigrationInterface {
  readonly transaction = false; // the index is built beside writers

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE OR REPLACE FUNCTION folded_title(title text) RETURNS text IMMUTABLE STRICT PARALLEL SAFE LANGUAGE plpgsql AS $$
      BEGIN
        IF octet_length(title) = char_length(title) THEN -- ASCII: the same, in half the time
          RETURN btrim(regexp_replace(upper(title COLLATE "C"), '\\s+', ' ', 'g'));
        END IF;
        RETURN btrim(regexp_replace(normalize(upper(lower(normalize(title, NFKC) COLLATE "und-x-icu")), NFKC), '\\s+', ' ', 'g'));
      END $$
    `);
    await buildIndex(db, INDEX, 'ON episodes (md5(podcast_id::text || folded_title(title)))');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP INDEX ${INDEX}`);
    await db.query('DROP FUNCTION folded_title');
  }
}
