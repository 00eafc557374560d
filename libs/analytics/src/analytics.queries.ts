import { ConnectionWatch, ReadDatabase } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import Cursor from 'pg-cursor';
import { CutDays, isCutFromTwo, type CutDayRow, type LineMiddle } from './days/cut-days.js';
import type { DayState, Source } from './days/sources.js';

/** Local days that one step of an export reads. */
const STEP_DAYS = 4;

/** A local day with its source, and whether it is over. */
export type PlannedDay = Source & { readonly isFinal: boolean };

/** Whether the roll-up of a UTC day can be used, and how many downloads it has. */
export type RolledUpDay = DayState & { readonly downloads: number };

export type EpisodeTitle = { readonly id: string; readonly title: string };

/** Figures of one episode on one local day. */
export type DailyFigures = {
  readonly date: string;
  readonly episode_id: string;
  readonly episode_title: string;
  readonly downloads: number;
  readonly listeners: number;
  readonly is_final: boolean;
};

/** The planned days as a table `l`, in their order. */
const DAYS = `unnest($2::text[], $3::text[], $4::date[], $5::int[], $6::date[], $7::int[], $8::float8[], $9::float8[], $10::float8[],
              $11::float8[], $12::boolean[]) WITH ORDINALITY
        AS l (date, kind, first_day, first_quarter, last_day, last_quarter, from_s, to_s, gap_from_s, gap_to_s, is_final, n)`;

/** Figures of the episodes of the podcast $1 on the day `l`, none of them zero. */
const FIGURES = `
  SELECT episode_id, downloads, listeners FROM download_days
   WHERE l.kind = 'day' AND podcast_id = $1 AND day = l.first_day
   UNION ALL
  SELECT * FROM (
    SELECT r.episode_id, sum(coalesce(r.downloads_until[b], 0) - coalesce(r.downloads_until[a], 0))::int AS downloads,
           sum(CASE WHEN a_cuts THEN coalesce(r.listeners_from[a + 1], 0) ELSE coalesce(r.listeners_until[b], 0) END)::int AS listeners
      FROM download_quarters r
           -- How many of the day's quarters are before the part that counts, and how many until its end.
           CROSS JOIN LATERAL (SELECT r.day = l.first_day AND l.first_quarter > 0 AS a_cuts,
             CASE WHEN r.day = l.first_day THEN width_bucket(l.first_quarter - 1, r.quarters) ELSE 0 END AS a,
             CASE WHEN r.day = l.last_day THEN width_bucket(l.last_quarter - 1, r.quarters) ELSE cardinality(r.quarters) END AS b) AS part
     WHERE l.kind = 'parts' AND r.podcast_id = $1 AND r.day BETWEEN l.first_day AND l.last_day
     GROUP BY r.episode_id) AS parts WHERE downloads > 0
   UNION ALL
  SELECT d.episode_id, count(*)::int, count(DISTINCT d.listener)::int
    FROM episodes e JOIN downloads d ON d.episode_id = e.id
   WHERE l.kind = 'raw' AND e.podcast_id = $1 AND d.at >= to_timestamp(l.from_s) AND d.at < to_timestamp(l.to_s)
     AND NOT (d.at >= to_timestamp(l.gap_from_s) AND d.at < to_timestamp(l.gap_to_s))
   GROUP BY d.episode_id`;

@Injectable()
export class AnalyticsQueries {
  constructor(private readonly reads: ReadDatabase) {}

  /** Opens a snapshot of the database. The caller closes it. */
  async open(): Promise<Snapshot> {
    const { client, release } = await this.reads.open();
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      return new Snapshot(client, release);
    } catch (error) {
      await release();
      throw error;
    }
  }
}

/** Statements that all see the same state of the database. */
export class Snapshot {
  /** The latest cursor; earlier ones have been read to the end. */
  private cursor: Pick<Cursor, 'close'> | undefined;
  private lines: AsyncGenerator<string, undefined> | undefined;
  private readonly watch: ConnectionWatch;

  constructor(
    private readonly client: PoolClient,
    private readonly release: () => Promise<void>,
  ) {
    this.watch = new ConnectionWatch(client);
  }

  /** The podcast's episodes, in the order of their ids. */
  async titles(podcastId: string): Promise<EpisodeTitle[]> {
    return (await this.client.query<EpisodeTitle>('SELECT id, title FROM episodes WHERE podcast_id = $1 ORDER BY id', [podcastId])).rows;
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

  /** How many downloads there are on planned days. */
  async count(podcastId: string, days: readonly PlannedDay[]): Promise<number> {
    if (days.length === 0) return 0;
    const { rows } = await this.client.query<{ count: number }>(
      `SELECT coalesce(sum(x.downloads), 0)::float8 AS count FROM ${DAYS} CROSS JOIN LATERAL (${FIGURES}) AS x`,
      [podcastId, ...columns(days)],
    );
    return rows[0]?.count ?? 0;
  }

  /**
   * One page of figures, by date and episode.
   * @param after skip episodes of the first day up to this one
   */
  async figures(podcastId: string, days: readonly PlannedDay[], after: string, limit: number): Promise<DailyFigures[]> {
    const { rows } = await this.client.query<DailyFigures>(
      `SELECT l.date, x.episode_id, e.title AS episode_title, x.downloads, x.listeners, l.is_final
         FROM ${DAYS} CROSS JOIN LATERAL (SELECT * FROM (${FIGURES}) AS f ORDER BY episode_id) AS x JOIN episodes e ON e.id = x.episode_id
        WHERE l.n > 1 OR x.episode_id > $13
        ORDER BY l.n, x.episode_id LIMIT $14`,
      [podcastId, ...columns(days), after, limit],
    );
    return rows;
  }

  /**
   * Begins to read CSV lines, by date and episode. Rows of six values would cost this process several times as much.
   * @param middles of the podcast's episodes, by id
   */
  startLines(podcastId: string, days: readonly PlannedDay[], middles: readonly LineMiddle[]): void {
    this.lines = this.linesOf(podcastId, days, middles);
  }

  /** The next lines; an empty text when there are no more. */
  async nextLines(): Promise<string> {
    const next = await this.lines?.next();
    return next?.value ?? '';
  }

  private async *linesOf(
    podcastId: string,
    days: readonly PlannedDay[],
    middles: readonly LineMiddle[],
  ): AsyncGenerator<string, undefined> {
    for (const some of alike(days)) {
      const [first] = some;
      const lines = first && isCutFromTwo(first) ? this.cut(podcastId, new CutDays(some, middles)) : this.built(podcastId, some, middles);
      for await (const text of lines) if (text !== '') yield text;
    }
  }

  /** Lines of days whose figures PostgreSQL adds up: it builds one text for each day. */
  private async *built(podcastId: string, days: readonly PlannedDay[], middles: readonly LineMiddle[]): AsyncGenerator<string> {
    const read = this.read<{ lines: string }>(
      `SELECT c.lines
         FROM ${DAYS}
              -- The ending of the day's lines, and the text between the figures of two lines, are built once for each day.
              CROSS JOIN LATERAL (SELECT ',' || l.is_final || E'\\r\\n' AS ending OFFSET 0) AS e
              CROSS JOIN LATERAL (SELECT e.ending || l.date AS separator OFFSET 0) AS s
              CROSS JOIN LATERAL (
                SELECT l.date || string_agg(m.middle || x.downloads || ',' || x.listeners, s.separator ORDER BY m.id) || e.ending AS lines
                  FROM (${FIGURES}) AS x JOIN unnest($13::uuid[], $14::text[]) AS m (id, middle) ON m.id = x.episode_id) AS c
        WHERE c.lines IS NOT NULL ORDER BY l.n`,
      [podcastId, ...columns(days), middles.map(({ id }) => id), middles.map(({ middle }) => middle)],
    );
    for await (const rows of read) yield rows.map(({ lines }) => lines).join('');
  }

  /** Lines of days that are cut from two UTC days each: PostgreSQL reads and cuts every UTC day once, and sends lists of numbers. */
  private async *cut(podcastId: string, days: CutDays): AsyncGenerator<string> {
    const read = this.read<CutDayRow>(
      `SELECT d.*
         FROM unnest($2::date[], $3::int[]) WITH ORDINALITY AS c (day, quarter, n)
              CROSS JOIN LATERAL (
                SELECT string_agg(q.episode_id::text, ' ') AS episodes,
                       array_agg(coalesce(q.downloads_until[q.cut], 0))::text AS downloads_before,
                       array_agg(coalesce(q.listeners_until[q.cut], 0))::text AS listeners_before,
                       array_agg(q.downloads_until[cardinality(q.quarters)] - coalesce(q.downloads_until[q.cut], 0))::text AS downloads_after,
                       array_agg(coalesce(q.listeners_from[q.cut + 1], 0))::text AS listeners_after
                  -- How many of the day's quarters are before the cut. OFFSET: it is looked up once a row.
                  FROM (SELECT *, width_bucket(c.quarter - 1, quarters) AS cut FROM download_quarters
                         WHERE podcast_id = $1 AND day = c.day ORDER BY episode_id OFFSET 0) AS q) AS d
        ORDER BY c.n`,
      [podcastId, days.cuts.map(({ day }) => day), days.cuts.map(({ quarter }) => quarter)],
    );
    for await (const rows of read) yield rows.map((row) => days.take(row)).join('');
  }

  /** Reads {@link STEP_DAYS} rows at a time. */
  private async *read<Row>(text: string, values: unknown[]): AsyncGenerator<Row[]> {
    const cursor = this.client.query(new Cursor<Row>(text, values));
    this.cursor = cursor;
    for (;;) {
      const rows = await this.watch.while(cursor.read(STEP_DAYS));
      if (rows.length === 0) return;
      yield rows;
    }
  }

  async close(): Promise<void> {
    try {
      if (this.watch.isLost) return;
      if (this.cursor) await this.watch.while(this.cursor.close());
      await this.client.query('ROLLBACK'); // nothing was written
    } finally {
      this.watch.end();
      await this.release();
    }
  }
}

/** Divides days, in their order, into runs whose lines are made in the same way. */
function alike(days: readonly PlannedDay[]): PlannedDay[][] {
  const some: PlannedDay[][] = [];
  for (const day of days) {
    const [before] = some.at(-1) ?? [];
    if (before && isCutFromTwo(before) === isCutFromTwo(day)) some.at(-1)?.push(day);
    else some.push([day]);
  }
  return some;
}

function columns(days: readonly PlannedDay[]): unknown[] {
  const keys = ['date', 'kind', 'firstDay', 'firstQuarter', 'lastDay', 'lastQuarter', 'from', 'to', 'gapFrom', 'gapTo', 'isFinal'] as const;
  return keys.map((key) => days.map((day) => day[key]));
}
