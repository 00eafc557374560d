import { buildIndex, inBatches } from '@app/database/migrations';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEX = 'episode_contents_title_words_idx';

/** Scripts that put no space between words: Thai, Lao, Burmese, Khmer, Chinese and Japanese. */
const UNSPACED = '[\\u0E00-\\u0EFF\\u1000-\\u109F\\u1780-\\u17FF\\u2E80-\\u9FFF\\uF900-\\uFAFF\\U00020000-\\U0003FFFF]';

/**
 * The words of titles, for the search of contract 13, and an index of them. A word begins with a few digits of its podcast's id, so that
 * a search reads entries of one podcast alone. The database folds words, so that titles and searches agree whoever writes them: NFKD
 * without marks, upper case of lower case. In scripts that put no space between words, a word begins at every character.
 */
export class TitleWords1790002103000 implements MigrationInterface {
  readonly transaction = false; // titles are read in batches, and the index is built, beside writers

  async up(db: QueryRunner): Promise<void> {
    await createFunctions(db);
    await db.query('ALTER TABLE episode_contents ADD COLUMN IF NOT EXISTS title_words tsvector');
    await followTitles(db);
    await inBatches(
      db,
      'SELECT episode_id AS id FROM episode_contents WHERE title_words IS NULL AND episode_id > $1 ORDER BY episode_id LIMIT $2',
      (ids) =>
        db.query(
          `UPDATE episode_contents c SET title_words = words_of_title(e.podcast_id, e.title)
             FROM episodes e WHERE e.id = c.episode_id AND c.episode_id = ANY ($1::uuid[])`,
          [ids],
        ),
    );
    // Small, since a search reads the list of what is not in the index yet.
    await buildIndex(db, INDEX, 'ON episode_contents USING gin (title_words) WITH (gin_pending_list_limit = 128)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP INDEX ${INDEX}`);
    await db.query('DROP TRIGGER episode_contents_of_renamed_episode ON episodes');
    await db.query('DROP FUNCTION episode_contents_of_renamed_episode');
    await db.query(NEW_EPISODES('', ''));
    await db.query('ALTER TABLE episode_contents DROP title_words');
    await db.query('DROP FUNCTION words_of_title, search_of_titles, folded_words');
  }
}

async function createFunctions(db: QueryRunner): Promise<void> {
  await db.query(`
    CREATE OR REPLACE FUNCTION folded_words(words text, from_within boolean) RETURNS text[] IMMUTABLE STRICT PARALLEL SAFE
      LANGUAGE plpgsql AS $$
    DECLARE
      folded text := left(words, 2000);
      found text[];
    BEGIN
      IF octet_length(folded) = char_length(folded) THEN -- ASCII: the same, in half the time
        RETURN array_remove(regexp_split_to_array(upper(folded COLLATE "C"), '[^A-Z0-9]+'), '');
      END IF;
      folded := regexp_replace(upper(lower(normalize(folded, NFKD) COLLATE "und-x-icu")), '[${marks()}]', '', 'g');
      found := array_remove(regexp_split_to_array(folded COLLATE "und-x-icu", '[^[:alnum:]]+'), '');
      IF folded !~ '${UNSPACED}' THEN RETURN found; END IF;
      RETURN ARRAY (
        SELECT CASE WHEN word ~ '${UNSPACED}' THEN substr(word, start, 12) ELSE word END
          FROM unnest(found) word, generate_series(1, CASE WHEN from_within AND word ~ '${UNSPACED}' THEN length(word) ELSE 1 END) start);
    END $$
  `);
  await db.query(`
    CREATE OR REPLACE FUNCTION words_of_title(podcast_id uuid, title text) RETURNS tsvector IMMUTABLE STRICT PARALLEL SAFE LANGUAGE sql AS $$
      SELECT array_to_tsvector(ARRAY (SELECT right(podcast_id::text, 8) || left(word, 100) FROM unnest(folded_words(title, true)) word))
    $$
  `);
  await db.query(`
    CREATE OR REPLACE FUNCTION search_of_titles(podcast_id uuid, words text) RETURNS tsquery IMMUTABLE STRICT PARALLEL SAFE LANGUAGE sql AS $$
      SELECT string_agg('''' || right(podcast_id::text, 8) || left(word, 100) || ''':*', ' & ')::tsquery FROM unnest(folded_words(words, false)) word
    $$
  `);
}

async function followTitles(db: QueryRunner): Promise<void> {
  await db.query(NEW_EPISODES(', title_words', ', words_of_title(podcast_id, title)'));
  await db.query(`
    CREATE OR REPLACE FUNCTION episode_contents_of_renamed_episode() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE episode_contents SET title_words = words_of_title(NEW.podcast_id, NEW.title) WHERE episode_id = NEW.id;
      RETURN NULL;
    END $$
  `);
  await db.query(`
    CREATE OR REPLACE TRIGGER episode_contents_of_renamed_episode AFTER UPDATE OF podcast_id, title ON episodes FOR EACH ROW
      WHEN (OLD.podcast_id <> NEW.podcast_id OR OLD.title <> NEW.title)
      EXECUTE FUNCTION episode_contents_of_renamed_episode()
  `);
}

/** The function of the trigger that makes the rows of new episodes. */
const NEW_EPISODES = (columns: string, values: string): string => `
  CREATE OR REPLACE FUNCTION episode_contents_of_new_episodes() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO episode_contents (episode_id, podcast_id, released_at${columns})
    SELECT id, podcast_id, COALESCE(published_at, 'infinity')${values} FROM changed;
    RETURN NULL;
  END $$`;

/** The characters that Unicode calls marks, as ranges of a regular expression of PostgreSQL, which has no class for them. */
function marks(): string {
  const ranges: string[] = [];
  const escaped = (code: number) => `\\U${code.toString(16).padStart(8, '0')}`;
  const isMark = (code: number) => /\p{M}/u.test(String.fromCodePoint(code));
  for (let code = 0x300; code <= 0x10ffff; code += 1) {
    if (!isMark(code)) continue;
    const first = code;
    while (isMark(code + 1)) code += 1;
    ranges.push(`${escaped(first)}-${escaped(code)}`);
  }
  return ranges.join('');
}
