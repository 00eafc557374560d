import type { Transcription } from '@app/podcasts';
import { ReadDatabase } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { masksLacking, type Part } from './missing-parts.js';

/** An episode with everything that its record tells. */
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

export type EpisodesFilter = { readonly guid?: string; readonly missing?: readonly Part[] };

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

/** The place that a row has to be below: $2 in microseconds, null for infinity, and the id $3. */
const BELOW = `(c.released_at, c.episode_id) < (COALESCE('epoch'::timestamptz + $2::float8 * interval '1 microsecond', 'infinity'), $3::uuid)`;

const NEWEST_FIRST = 'ORDER BY c.released_at DESC, c.episode_id DESC';

const FIRST = `${NEWEST_FIRST} LIMIT $4`;

/** A guid is unique in its podcast. */
const WITH_GUID = 'AND c.episode_id = (SELECT id FROM episodes WHERE podcast_id = $1 AND guid = $5)';

/** Above every place of the list. */
const TOP: Position = { releasedUs: null, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

@Injectable()
export class EpisodesQueries {
  constructor(
    private readonly reads: ReadDatabase,
    @InjectDataSource() private readonly db: DataSource,
  ) {}

  /**
   * Episodes of a podcast below a place of the list, unpublished ones first, then the latest first; one more than asked for. One statement
   * that reads no more rows than it gives, times the combinations of parts that a filter allows.
   */
  list(podcastId: string, { guid, missing = [] }: EpisodesFilter, first: number, after: Position = TOP): Promise<EpisodeRow[]> {
    const place = [podcastId, after.releasedUs, after.id, first + 1];
    if (guid !== undefined) return this.page([`${WITH_GUID} AND c.missing = ANY($6::smallint[])`], [...place, guid, masksLacking(missing)]);
    return this.page(missing.length === 0 ? [''] : masksLacking(missing).map((mask) => `AND c.missing = ${mask}`), place);
  }

  /** A page out of ranges of the list, each of which is a walk along an index. */
  private page(ranges: readonly string[], values: readonly unknown[]): Promise<EpisodeRow[]> {
    const walks = ranges.map((range) => `(SELECT * FROM episode_contents c WHERE c.podcast_id = $1 AND ${BELOW} ${range} ${FIRST})`);
    return this.reads.query(
      `WITH c AS MATERIALIZED (SELECT * FROM (${walks.join(' UNION ALL ')}) c ${FIRST}) ${RECORD} FROM c ${PARTS} ${NEWEST_FIRST}`,
      [...values],
    );
  }

  async find(id: string): Promise<EpisodeRow | undefined> {
    const [row] = await this.db.query<EpisodeRow[]>(`${RECORD} FROM episode_contents c ${PARTS} WHERE c.episode_id = $1`, [id]);
    return row;
  }
}
