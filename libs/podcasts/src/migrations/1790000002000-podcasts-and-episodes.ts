import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PodcastsAndEpisodes1790000002000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE podcasts (
        id uuid CONSTRAINT podcasts_pkey PRIMARY KEY,
        title text NOT NULL,
        owner_id uuid NOT NULL CONSTRAINT podcasts_owner_id_fkey REFERENCES users (id),
        ownership_confirmed_at timestamptz,
        quota_bearer_id uuid NOT NULL CONSTRAINT podcasts_quota_bearer_id_fkey REFERENCES users (id),
        feed_url text,
        created_at timestamptz NOT NULL DEFAULT now()
      )
    `);
    // A caller's list is a walk along this index, however many podcasts others have.
    await db.query('CREATE INDEX podcasts_confirmed_idx ON podcasts (owner_id, id) WHERE ownership_confirmed_at IS NOT NULL');
    await db.query('CREATE INDEX podcasts_quota_bearer_id_idx ON podcasts (quota_bearer_id)');
    await db.query(`
      CREATE TABLE episodes (
        id uuid CONSTRAINT episodes_pkey PRIMARY KEY,
        podcast_id uuid NOT NULL CONSTRAINT episodes_podcast_id_fkey REFERENCES podcasts (id) ON DELETE CASCADE,
        title text NOT NULL,
        guid text,
        duration_seconds int CONSTRAINT episodes_duration_seconds_check CHECK (duration_seconds > 0),
        published_at timestamptz,
        audio_url text,
        transcription text NOT NULL DEFAULT 'idle'
          CONSTRAINT episodes_transcription_check CHECK (transcription IN ('idle', 'transcribing', 'separating_speakers')),
        created_at timestamptz NOT NULL DEFAULT now()
      )
    `);
    await db.query('CREATE UNIQUE INDEX episodes_podcast_id_guid_key ON episodes (podcast_id, guid)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE episodes');
    await db.query('DROP TABLE podcasts');
  }
}
