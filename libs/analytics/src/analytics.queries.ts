import { isId, ReadDatabase } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { analyticsErrors } from './analytics.errors.js';
import type { DayState, Source } from './days/sources.js';
import type { DailyFigures, Subject } from './figures.js';

/** Most lines of the piece of a day that one step of an export reads: a step never keeps the event loop busy. */
const PIECE_LINES = 1000;

/** A local day with its source, and whether it is over. */
export type PlannedDay = Source & { readonly isFinal: boolean };

/** Whether the roll-up of a UTC day can be used, and how many downloads it has. */
type RolledUpDay = DayState & { readonly downloads: number };

/** The planned days as a table `l`, in their order. */
const DAYS = `unnest($2::text[], $3::text[], $4::date[], $5::int[], $6::date[], $7::int[], $8::float8[], $9::float8[], $10::float8[],
              $11::float8[], $12::boolean[]) WITH ORDINALITY
        AS l (date, kind, first_day, first_quarter, last_day, last_quarter, from_s, to_s, gap_from_s, gap_to_s, is_final, n)`;

/** Figures above zero on the day `l`: of all episodes of the podcast $1, or of the episode $13 alone. */
const FIGURES = `
  SELECT episode_id, downloads, listeners FROM download_days
   WHERE l.kind = 'day' AND podcast_id = $1 AND day = l.first_day AND ($13::uuid IS NULL OR episode_id = $13)
   UNION ALL
  SELECT * FROM (
    SELECT r.episode_id, sum(coalesce(r.downloads_until[b], 0) - coalesce(r.downloads_until[a], 0))::int AS downloads,
           sum(CASE WHEN a_cuts THEN coalesce(r.listeners_from[a + 1], 0) ELSE coalesce(r.listeners_until[b], 0) END)::int AS listeners
      FROM download_quarters r
           -- How many of the day's quarters are before the part that counts, and how many until its end.
           CROSS JOIN LATERAL (SELECT r.day = l.first_day AND l.first_quarter > 0 AS a_cuts,
             CASE WHEN r.day = l.first_day THEN width_bucket(l.first_quarter - 1, r.quarters) ELSE 0 END AS a,
             CASE WHEN r.day = l.last_day THEN width_bucket(l.last_quarter - 1, r.quarters) ELSE cardinality(r.quarters) END AS b) AS part
     WHERE l.kind = 'parts' AND r.podcast_id = $1 AND r.day BETWEEN l.first_day AND l.last_day AND ($13::uuid IS NULL OR r.episode_id = $13)
     GROUP BY r.episode_id) AS parts WHERE downloads > 0
   UNION ALL
  SELECT d.episode_id, count(*)::int, count(DISTINCT d.listener)::int
    FROM episodes e JOIN downloads d ON d.episode_id = e.id
   WHERE l.kind = 'raw' AND e.podcast_id = $1 AND d.at >= to_timestamp(l.from_s) AND d.at < to_timestamp(l.to_s)
     AND ($13::uuid IS NULL OR e.id = $13) AND NOT (d.at >= to_timestamp(l.gap_from_s) AND d.at < to_timestamp(l.gap_to_s))
   GROUP BY d.episode_id`;

/** A text as a cell (RFC 4180). One that a spreadsheet would run gets a leading apostrophe (OWASP, "CSV Injection"). */
const CSV_CELL = (text: string) => `
  (SELECT CASE WHEN safe ~ '[",\\r\\n]' THEN '"' || replace(safe, '"', '""') || '"' ELSE safe END
     FROM (SELECT CASE WHEN ${text} ~ '^[-=+@\\t\\r＝＋－＠]' THEN '''' || ${text} ELSE ${text} END AS safe) AS s)`;

/** Changes with the titles of the podcast $1, or with that of its episode $2: no other title is read. */
const DIGEST_OF_TITLES = `
  SELECT coalesce((SELECT title FROM episodes WHERE id = $2), (SELECT titles_digest::text FROM podcasts WHERE id = $1)) AS digest`;

@Injectable()
export class AnalyticsQueries {
  constructor(private readonly reads: ReadDatabase) {}

  /** Whose figures are asked for. @throws AppError 422 `episode_not_found` when the podcast has no such episode */
  async subject(podcastId: string, episodeId: string | undefined): Promise<Subject> {
    if (episodeId === undefined) return { podcastId, episodeId: null };
    const found = isId(episodeId)
      ? await this.reads.query<object[]>('SELECT FROM episodes WHERE id = $1 AND podcast_id = $2', [episodeId, podcastId])
      : [];
    if (found.length === 0) throw analyticsErrors.episode_not_found({}, { field: 'episode_id' });
    return { podcastId, episodeId };
  }

  /** Titles of a podcast's episodes, as they are and as cells of CSV. Of episodes that are not there, there is none. */
  async titles(podcastId: string, episodeIds: readonly string[]): Promise<Map<string, { readonly title: string; readonly cell: string }>> {
    const rows = await this.reads.query<{ id: string; title: string; cell: string }[]>(
      `SELECT id, title, ${CSV_CELL('title')} AS cell FROM episodes WHERE id = ANY ($2::uuid[]) AND podcast_id = $1`,
      [podcastId, episodeIds],
    );
    return new Map(rows.map(({ id, ...title }) => [id, title]));
  }

  /** Changes with the titles of the subject's episodes. */
  async digestOfTitles({ podcastId, episodeId }: Subject): Promise<string> {
    const [row] = await this.reads.query<{ digest: string }[]>(DIGEST_OF_TITLES, [podcastId, episodeId]);
    return row?.digest ?? '';
  }

  /** Opens a snapshot of the database. The caller closes it. */
  async open(): Promise<Snapshot> {
    const { client, release } = await this.reads.openSnapshot();
    return new Snapshot(client, release);
  }
}

/** Statements that all see the same state of the database. */
export class Snapshot {
  constructor(
    private readonly client: PoolClient,
    private readonly release: () => Promise<void>,
  ) {}

  /** Changes with the titles of the subject's episodes. */
  async digestOfTitles({ podcastId, episodeId }: Subject): Promise<string> {
    const { rows } = await this.client.query<{ digest: string }>(DIGEST_OF_TITLES, [podcastId, episodeId]);
    return rows[0]?.digest ?? '';
  }

  /** The states of the podcast's roll-ups, by UTC day. */
  async states(podcastId: string, first: string, last: string): Promise<Map<string, RolledUpDay>> {
    const { rows } = await this.client.query<{ day: string; stale: boolean; carried: boolean; downloads: number; isClosed: boolean }>(
      `SELECT day::text, stale, carried, downloads::float8 AS downloads, day < since AS "isClosed"
         FROM download_day_states, (SELECT coalesce(max(since), '-infinity') AS since FROM downloads_kept) AS k
        WHERE podcast_id = $1 AND day BETWEEN $2 AND $3 ORDER BY day`,
      [podcastId, first, last],
    );
    return new Map(rows.map(({ day, ...state }) => [day, state]));
  }

  /** How many downloads there are of the days that are not rolled up. */
  async countStale(podcastId: string, first: string, last: string): Promise<number> {
    const { rows } = await this.client.query<{ count: number }>(
      `SELECT count(*)::float8 AS count
         FROM download_day_states s JOIN episodes e ON e.podcast_id = s.podcast_id
         JOIN downloads d ON d.episode_id = e.id AND d.at >= s.day::timestamp AT TIME ZONE 'UTC'
                         AND d.at < (s.day + 1)::timestamp AT TIME ZONE 'UTC'
        WHERE s.podcast_id = $1 AND s.day BETWEEN $2 AND $3 AND s.stale`,
      [podcastId, first, last],
    );
    return rows[0]?.count ?? 0;
  }

  /**
   * One page of figures, by date and episode.
   * @param after skip episodes of the first day up to this one
   */
  async figures(
    of: Subject,
    days: readonly PlannedDay[],
    { after, limit }: { readonly after: string; readonly limit: number },
  ): Promise<DailyFigures[]> {
    const { rows } = await this.client.query<DailyFigures>(
      `SELECT l.date, x.episode_id, e.title AS episode_title, x.downloads, x.listeners AS unique_listeners, l.is_final
         FROM ${DAYS} CROSS JOIN LATERAL (SELECT * FROM (${FIGURES}) AS f ORDER BY episode_id) AS x JOIN episodes e ON e.id = x.episode_id
        WHERE l.n > 1 OR x.episode_id > $14
        ORDER BY l.n, x.episode_id LIMIT $15`,
      [of.podcastId, ...columns(days), of.episodeId, after, limit],
    );
    return rows;
  }

  /**
   * CSV lines, by date and episode. PostgreSQL builds them: rows of six values would cost several times as much here.
   */
  async *lines({ podcastId, episodeId }: Subject, days: readonly PlannedDay[]): AsyncGenerator<string, undefined> {
    await this.client.query(
      `DECLARE exported NO SCROLL CURSOR FOR
       SELECT c.lines
         FROM ${DAYS}
              CROSS JOIN LATERAL (
                SELECT p.piece, string_agg(concat_ws(',', l.date, p.episode_id, ${CSV_CELL('e.title')}, p.downloads, p.listeners, l.is_final::text) || E'\\r\\n', ''
                                           ORDER BY p.episode_id) AS lines
                  FROM (SELECT x.*, (row_number() OVER (ORDER BY x.episode_id) - 1) / ${PIECE_LINES} AS piece FROM (${FIGURES}) AS x) AS p
                       CROSS JOIN LATERAL (SELECT title FROM episodes WHERE id = p.episode_id LIMIT 1) AS e -- a join may read every title
                 GROUP BY p.piece) AS c
        ORDER BY l.n, c.piece`,
      [podcastId, ...columns(days), episodeId],
    );
    for (;;) {
      const { rows } = await this.client.query<{ lines: string }>('FETCH exported');
      if (!rows[0]) return;
      yield rows[0].lines;
    }
  }

  async close(): Promise<void> {
    // The transaction wrote nothing; a lost connection has ended it already.
    await this.client.query('ROLLBACK').catch(() => undefined);
    await this.release();
  }
}

function columns(days: readonly PlannedDay[]): unknown[] {
  const keys = ['date', 'kind', 'firstDay', 'firstQuarter', 'lastDay', 'lastQuarter', 'from', 'to', 'gapFrom', 'gapTo', 'isFinal'] as const;
  return keys.map((key) => days.map((day) => day[key]));
}
