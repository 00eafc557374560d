import { setTimeout as sleep } from 'node:timers/promises';
import { inBatches, inTransaction } from '@app/database/migrations';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Waits of half a second for episodes that other transactions keep locked. */
const MAX_WAITS = 1200;

/**
 * The table that lists of episodes are read from, and the triggers that keep it. Each trigger changes its own bits and counts, so that two
 * of them at once lose nothing. Existing episodes are taken over in batches beside the traffic, after the triggers are there. Every step
 * can be repeated.
 */
export class EpisodeContents1790000100000 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await inTransaction(db, () => createTable(db));
    for (const follow of [followEpisodes, followTranscripts, followChapters, followVideoStocks]) await inTransaction(db, () => follow(db));
    for (let waits = 0; ; waits += 1) {
      await takeOver(db);
      const left = (await db.query(`SELECT FROM episodes e WHERE ${WITHOUT_CONTENTS} LIMIT 1`)) as unknown[];
      if (left.length === 0) return;
      if (waits === MAX_WAITS)
        throw new Error('Some episodes stay locked by long transactions. Run the migration again when those have ended.');
      await sleep(500);
    }
  }

  async down(db: QueryRunner): Promise<void> {
    for (const [table, ...triggers] of TRIGGERS)
      for (const trigger of triggers) {
        await db.query(`DROP TRIGGER ${trigger} ON ${table}`);
        await db.query(`DROP FUNCTION ${trigger}`);
      }
    await db.query('DROP TABLE episode_contents');
  }
}

const WITHOUT_CONTENTS = 'NOT EXISTS (SELECT FROM episode_contents c WHERE c.episode_id = e.id)';

async function createTable(db: QueryRunner): Promise<void> {
  await db.query(`
    CREATE TABLE IF NOT EXISTS episode_contents (
      episode_id uuid CONSTRAINT episode_contents_pkey PRIMARY KEY
        CONSTRAINT episode_contents_episode_id_fkey REFERENCES episodes (id) ON DELETE CASCADE,
      podcast_id uuid NOT NULL,
      released_at timestamptz NOT NULL,
      missing smallint NOT NULL DEFAULT 7 CONSTRAINT episode_contents_missing_check CHECK (missing BETWEEN 0 AND 7),
      chapter_count int NOT NULL DEFAULT 0,
      chapters_uploaded_at timestamptz
    )
  `);
  await db.query('CREATE INDEX IF NOT EXISTS episode_contents_released_at_idx ON episode_contents (podcast_id, released_at, episode_id)');
  await db.query(
    'CREATE INDEX IF NOT EXISTS episode_contents_missing_idx ON episode_contents (podcast_id, missing, released_at, episode_id)',
  );
}

/**
 * Makes the rows of existing episodes. A locked episode is left for later: its transaction may store a transcript, chapters or a video,
 * which refer to the episode, and whose triggers have found no row. An episode of the batch is locked until its row is there.
 */
async function takeOver(db: QueryRunner): Promise<void> {
  await inBatches(
    db,
    `SELECT id FROM episodes e WHERE id > $1 AND ${WITHOUT_CONTENTS} ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED`,
    (ids) =>
      db.query(
        `INSERT INTO episode_contents (episode_id, podcast_id, released_at, missing, chapter_count, chapters_uploaded_at)
       SELECT e.id, e.podcast_id, COALESCE(e.published_at, 'infinity'),
              CASE WHEN t.episode_id IS NULL THEN 1 ELSE 0 END + CASE WHEN c.count = 0 THEN 2 ELSE 0 END
                + CASE WHEN v.matched_episode_id IS NULL THEN 4 ELSE 0 END,
              c.count, CASE WHEN c.count > 0 THEN now() END
         FROM unnest($1::uuid[]) AS batch (id)
         JOIN episodes e ON e.id = batch.id
         LEFT JOIN transcripts t ON t.episode_id = e.id
        CROSS JOIN LATERAL (SELECT count(*)::int AS count FROM chapters WHERE episode_id = e.id) c
         LEFT JOIN video_stocks v ON v.matched_episode_id = e.id
       ON CONFLICT (episode_id) DO NOTHING`,
        [ids],
      ),
  );
}

/** Each trigger has a function of the same name. */
const TRIGGERS = [
  ['episodes', 'episode_contents_of_new_episodes', 'episode_contents_of_moved_episode'],
  ['transcripts', 'episode_contents_of_new_transcripts', 'episode_contents_of_old_transcripts'],
  ['chapters', 'episode_contents_of_new_chapters', 'episode_contents_of_old_chapters'],
  ['video_stocks', 'episode_contents_of_video'],
] as const;

async function followEpisodes(db: QueryRunner): Promise<void> {
  await afterStatement(db, 'episodes', 'INSERT', 'episode_contents_of_new_episodes', [
    `INSERT INTO episode_contents (episode_id, podcast_id, released_at)
     SELECT id, podcast_id, COALESCE(published_at, 'infinity') FROM changed`,
  ]);
  await db.query(`
    CREATE OR REPLACE FUNCTION episode_contents_of_moved_episode() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE episode_contents SET podcast_id = NEW.podcast_id, released_at = COALESCE(NEW.published_at, 'infinity')
       WHERE episode_id = NEW.id;
      RETURN NULL;
    END $$
  `);
  await db.query(`
    CREATE OR REPLACE TRIGGER episode_contents_of_moved_episode AFTER UPDATE OF podcast_id, published_at ON episodes FOR EACH ROW
      WHEN (OLD.podcast_id <> NEW.podcast_id OR OLD.published_at IS DISTINCT FROM NEW.published_at)
      EXECUTE FUNCTION episode_contents_of_moved_episode()
  `);
}

async function followTranscripts(db: QueryRunner): Promise<void> {
  await afterStatement(db, 'transcripts', 'INSERT', 'episode_contents_of_new_transcripts', [
    'UPDATE episode_contents c SET missing = c.missing & ~1 FROM changed WHERE c.episode_id = changed.episode_id',
  ]);
  await afterStatement(db, 'transcripts', 'DELETE', 'episode_contents_of_old_transcripts', [
    'UPDATE episode_contents c SET missing = c.missing | 1 FROM changed WHERE c.episode_id = changed.episode_id',
  ]);
}

async function followChapters(db: QueryRunner): Promise<void> {
  const counts = '(SELECT episode_id, count(*)::int AS count FROM changed GROUP BY episode_id) n';
  await afterStatement(db, 'chapters', 'INSERT', 'episode_contents_of_new_chapters', [
    `UPDATE episode_contents c SET chapter_count = c.chapter_count + n.count, chapters_uploaded_at = now(), missing = c.missing & ~2
       FROM ${counts} WHERE c.episode_id = n.episode_id`,
  ]);
  await afterStatement(db, 'chapters', 'DELETE', 'episode_contents_of_old_chapters', [
    `UPDATE episode_contents c
        SET chapter_count = c.chapter_count - n.count,
            chapters_uploaded_at = CASE WHEN c.chapter_count > n.count THEN c.chapters_uploaded_at END,
            missing = CASE WHEN c.chapter_count > n.count THEN c.missing ELSE c.missing | 2 END
       FROM ${counts} WHERE c.episode_id = n.episode_id`,
  ]);
}

async function followVideoStocks(db: QueryRunner): Promise<void> {
  await db.query(`
    CREATE OR REPLACE FUNCTION episode_contents_of_video() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP <> 'INSERT' AND OLD.matched_episode_id IS NOT NULL THEN
        UPDATE episode_contents SET missing = missing | 4 WHERE episode_id = OLD.matched_episode_id;
      END IF;
      IF TG_OP <> 'DELETE' AND NEW.matched_episode_id IS NOT NULL THEN
        UPDATE episode_contents SET missing = missing & ~4 WHERE episode_id = NEW.matched_episode_id;
      END IF;
      RETURN NULL;
    END $$
  `);
  await db.query(`
    CREATE OR REPLACE TRIGGER episode_contents_of_video AFTER INSERT OR UPDATE OF matched_episode_id OR DELETE ON video_stocks
      FOR EACH ROW EXECUTE FUNCTION episode_contents_of_video()
  `);
}

/** A trigger that runs once per statement over the rows that it `changed`. */
async function afterStatement(
  db: QueryRunner,
  table: string,
  event: 'INSERT' | 'DELETE',
  name: string,
  [statement]: readonly [string],
): Promise<void> {
  await db.query(`CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${statement}; RETURN NULL; END $$`);
  await db.query(`
    CREATE OR REPLACE TRIGGER ${name} AFTER ${event} ON ${table} REFERENCING ${event === 'INSERT' ? 'NEW' : 'OLD'} TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION ${name}()
  `);
}
