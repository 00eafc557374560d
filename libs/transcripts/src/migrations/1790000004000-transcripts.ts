import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Segments and words reference the episode without a foreign key: its check would run once a row, a tenth of a second for 20,000
 * of them. They are written and deleted only under the episode's row lock.
 */
export class Transcripts1790000004000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE transcripts (
        episode_id uuid CONSTRAINT transcripts_pkey PRIMARY KEY
          CONSTRAINT transcripts_episode_id_fkey REFERENCES episodes (id) ON DELETE CASCADE,
        revision uuid NOT NULL,
        format text NOT NULL CONSTRAINT transcripts_format_check CHECK (format IN ('srt', 'vtt')),
        segment_count int NOT NULL,
        uploaded_at timestamptz NOT NULL DEFAULT now()
      )
    `);
    await db.query(`
      CREATE TABLE transcript_segments (
        episode_id uuid NOT NULL,
        position int NOT NULL,
        start_ms bigint NOT NULL,
        end_ms bigint NOT NULL,
        speaker text,
        text text NOT NULL,
        CONSTRAINT transcript_segments_pkey PRIMARY KEY (episode_id, position)
      )
    `);
    await db.query(`
      CREATE TABLE transcript_words (
        episode_id uuid NOT NULL,
        position int NOT NULL,
        start_ms bigint NOT NULL,
        end_ms bigint NOT NULL,
        text text NOT NULL,
        CONSTRAINT transcript_words_pkey PRIMARY KEY (episode_id, position)
      )
    `);
    // What goes with an episode also goes when somebody deletes the row by hand.
    await db.query(`
      CREATE FUNCTION delete_transcript_rows() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM transcript_segments WHERE episode_id = OLD.id;
        DELETE FROM transcript_words WHERE episode_id = OLD.id;
        RETURN NULL;
      END $$
    `);
    await db.query(`
      CREATE TRIGGER episodes_delete_transcript_rows AFTER DELETE ON episodes
        FOR EACH ROW EXECUTE FUNCTION delete_transcript_rows()
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TRIGGER episodes_delete_transcript_rows ON episodes');
    await db.query('DROP FUNCTION delete_transcript_rows');
    await db.query('DROP TABLE transcript_words');
    await db.query('DROP TABLE transcript_segments');
    await db.query('DROP TABLE transcripts');
  }
}
