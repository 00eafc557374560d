import type { Transcription } from '@app/podcasts/services';
import { LAST_ID, ReadDatabase } from '@app/database';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { masksLacking, type Part } from './missing-parts.js';

export type EpisodeRow = {
  readonly id: string;
  readonly podcast_id: string;
  readonly guid: string | null;
  readonly title: string;
  readonly published_at: Date | null;
  readonly duration_seconds: number | null;
  readonly audio_url: string | null;
  readonly transcription: Transcription;
  readonly created_at: Date;
  readonly missing: number;
  readonly transcript_format: 'srt' | 'vtt' | null;
  readonly segment_count: number | null;
  readonly transcript_uploaded_at: Date | null;
  readonly chapter_count: number;
  readonly chapters_uploaded_at: Date | null;
  readonly stock_id: string | null;
  readonly video_seconds: number | null;
  /** Its place in the list, in microseconds since 1970; null for the place of unpublished episodes. */
  readonly released_us: string | null;
};

export type Position = { readonly releasedUs: string | null; readonly id: string };

export type EpisodesFilter = {
  readonly guid?: string;
  readonly ids?: readonly string[];
  readonly missing?: readonly Part[];
  readonly q?: string;
};

const RECORD = `
  SELECT e.id, e.podcast_id, e.guid, e.title, e.published_at, e.duration_seconds, e.audio_url, e.transcription, e.created_at,
         c.missing, c.chapter_count, c.chapters_uploaded_at,
         t.format AS transcript_format, t.segment_count, t.uploaded_at AS transcript_uploaded_at,
         v.id AS stock_id, v.duration_seconds AS video_seconds,
         CASE WHEN isfinite(c.released_at) THEN (extract(epoch FROM c.released_at) * 1000000)::bigint END AS released_us`;

/** Looked up for each row of a page by its key: a join could be planned as a walk over a whole table. */
const PARTS = `
  JOIN LATERAL (SELECT * FROM episodes WHERE id = c.episode_id LIMIT 1) e ON true
  LEFT JOIN LATERAL (SELECT * FROM transcripts WHERE episode_id = c.episode_id LIMIT 1) t ON true
  LEFT JOIN LATERAL (SELECT * FROM video_stocks WHERE matched_episode_id = c.episode_id LIMIT 1) v ON true`;

/** The place that the page comes after: a time in microseconds, null for unpublished episodes, which come last. */
const PLACE = `COALESCE('epoch'::timestamptz + $2::bigint / 1000000 * interval '1 second'
    + $2::bigint % 1000000 * interval '1 microsecond', 'infinity'), $3::uuid`;

const NEWEST_FIRST = 'c.released_at DESC, c.episode_id DESC';

/**
 * The episodes of which `missing` is this number. It is part of the place and of the order, which only the index that
 * begins with it serves: asked for as a plain equality, PostgreSQL walked over the whole podcast while its statistics
 * were of an earlier state.
 */
const walk = (missing: number): string => `
  (SELECT * FROM episode_contents c
    WHERE c.podcast_id = $1 AND c.missing >= ${missing} AND (c.missing, c.released_at, c.episode_id) < (${missing}::smallint, ${PLACE})
    ORDER BY c.missing DESC, ${NEWEST_FIRST} LIMIT $4)`;

/** @param named the ids of few episodes: a guid is unique in its podcast */
const only = (named: string): string => `
  SELECT c.* FROM (${named}) e
   CROSS JOIN LATERAL (SELECT * FROM episode_contents WHERE episode_id = e.id LIMIT 1) c
   WHERE c.podcast_id = $1 AND (c.released_at, c.episode_id) < (${PLACE}) AND c.missing = ANY($5::smallint[])
     AND ($6::text IS NULL OR c.title_words @@ search_of_titles($1, $6))`;

const WITH_GUID = only('SELECT id FROM episodes WHERE podcast_id = $1 AND guid = $7 AND ($8::uuid[] IS NULL OR id = ANY ($8))');
const WITH_IDS = only('SELECT DISTINCT unnest($7::uuid[]) AS id');

/** Every episode of the podcast, which is part of the place and of the order for the same reason. */
const ALL = `
  SELECT * FROM episode_contents c
   WHERE c.podcast_id >= $1 AND (c.podcast_id, c.released_at, c.episode_id) < ($1::uuid, ${PLACE})
   ORDER BY c.podcast_id DESC, ${NEWEST_FIRST} LIMIT $4`;

/** Most episodes at the head of the list among which a search looks first: in less than a millisecond. */
const HEAD_ROWS = 2000;

/**
 * The episodes whose titles have all words of `$6`. Words of many titles fill the page from the head of the list; the
 * index of words, which has no order, finds the others.
 */
const SEARCH = `
  WITH head AS MATERIALIZED (
    SELECT * FROM episodes_found_below($1, ${PLACE}, ${HEAD_ROWS}, search_of_titles($1, $6), $5::smallint[], $4::int)
  ), found AS MATERIALIZED (
    SELECT * FROM episodes_with_words($1, $6) WHERE (SELECT count(*) FROM head) < $4
  )
  SELECT * FROM head WHERE (SELECT count(*) FROM head) = $4
  UNION ALL
  SELECT * FROM found c
   WHERE c.podcast_id = $1 AND (c.released_at, c.episode_id) < (${PLACE}) AND c.missing = ANY ($5::smallint[])`;

/** Above every place of the list. */
const TOP: Position = { releasedUs: null, id: LAST_ID };

@Injectable()
export class EpisodesQueries {
  constructor(
    private readonly reads: ReadDatabase,
    @InjectDataSource() private readonly db: DataSource,
  ) {}

  /**
   * Episodes of a podcast below a place of the list, unpublished ones first, then the latest first; one more than asked
   * for. One statement that reads no more rows than it gives, times the combinations of parts that a filter allows; a
   * search stops at a full page within {@link HEAD_ROWS}, or reads these and what it finds.
   */
  list(podcastId: string, { guid, ids, missing = [], q }: EpisodesFilter, first: number, after: Position = TOP): Promise<EpisodeRow[]> {
    const place = [podcastId, after.releasedUs, after.id, first + 1];
    const kept = [...place, masksLacking(missing), q ?? null];
    if (guid !== undefined) return this.page(WITH_GUID, [...kept, guid, ids ?? null]);
    if (ids !== undefined) return this.page(WITH_IDS, [...kept, ids]);
    if (q !== undefined) return this.page(SEARCH, kept);
    return this.page(missing.length === 0 ? ALL : masksLacking(missing).map(walk).join(' UNION ALL '), place);
  }

  private page(rows: string, values: readonly unknown[]): Promise<EpisodeRow[]> {
    return this.reads.query(
      `WITH c AS MATERIALIZED (SELECT * FROM (${rows}) c ORDER BY ${NEWEST_FIRST} LIMIT $4) ${RECORD} FROM c ${PARTS} ORDER BY ${NEWEST_FIRST}`,
      [...values],
    );
  }

  async find(id: string): Promise<EpisodeRow | undefined> {
    const [row] = await this.db.query<EpisodeRow[]>(`${RECORD} FROM episode_contents c ${PARTS} WHERE c.episode_id = $1`, [id]);
    return row;
  }
}
