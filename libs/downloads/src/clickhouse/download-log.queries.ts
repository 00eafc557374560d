import { newId } from '@app/database';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';

/**
 * Lines of the log: a download each, as ClickHouse reads it. They stay as they are until they are acknowledged, so that
 * what is sent twice is the same.
 *
 * @param d a relation with podcast_id, at, episode_id, id and listener
 */
export const LINES = (d: string) => `
  string_agg(json_build_array(${d}.podcast_id, to_char(${d}.at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'), ${d}.episode_id, ${d}.id,
                              ${d}.listener)::text, E'\\n')`;

/** The data of one row of the log, and when it was counted. */
export type Logged = { readonly id: string; readonly downloads: number; readonly lines: string };

/** Rows that one worker writes at a time, each with 2,000 downloads at most: 30 MB. */
const BATCH_SIZE = 100;

/** A worker that has been killed leaves its rows to others after that time; writing takes a third of it at most. */
const LEASE_MS = 60_000;

/** The last copied row, behind which the next copy begins. */
export type CopiedUntil = { readonly episodeId: string; readonly at: string; readonly id: string };

@Injectable()
export class DownloadLogQueries {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** Claims the oldest rows that no other worker writes. */
  claim(): Promise<Logged[]> {
    return this.db
      .query<[Logged[], number]>(
        `UPDATE download_log SET claimed_until = now() + $2 * interval '1 ms'
          WHERE id IN (SELECT id FROM download_log WHERE claimed_until IS NULL OR claimed_until < now() ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED)
        RETURNING id, downloads, lines`,
        [BATCH_SIZE, LEASE_MS],
      )
      .then(([rows]) => rows);
  }

  /** The podcasts of a user, whose downloads are erased with it. */
  async podcastsOf(userId: string): Promise<string[]> {
    const rows = await this.db.query<{ id: string }[]>('SELECT id FROM podcasts WHERE owner_id = $1 ORDER BY id', [userId]);
    return rows.map(({ id }) => id);
  }

  /** Rows, of these ids where they are given, with downloads of podcasts; others may be writing them. */
  async holding(podcasts: readonly string[], ids?: readonly string[]): Promise<string[]> {
    const rows = await this.db.query<{ id: string }[]>(
      `SELECT id FROM download_log WHERE ($2::uuid[] IS NULL OR id = ANY ($2)) AND EXISTS (SELECT FROM unnest($1::text[]) AS p WHERE strpos(lines, p) > 0)`,
      [podcasts, ids ?? null],
    );
    return rows.map(({ id }) => id);
  }

  /** Removes rows that ClickHouse has acknowledged. */
  async acknowledged(ids: readonly string[]): Promise<void> {
    await this.db.query('DELETE FROM download_log WHERE id = ANY ($1::uuid[])', [ids]);
  }

  /** Leaves rows that could not be written to whoever tries next. */
  async release(ids: readonly string[]): Promise<void> {
    await this.db.query('UPDATE download_log SET claimed_until = NULL WHERE id = ANY ($1::uuid[])', [ids]);
  }

  /** Logs downloads as part of the caller's transaction. */
  async add(
    tx: EntityManager,
    downloads: readonly { readonly id: string; readonly episodeId: string; readonly at: Date; readonly listener: string }[],
  ) {
    await tx.query(
      `INSERT INTO download_log (id, downloads, lines)
       SELECT $1, count(*), ${LINES('d')}
         FROM (SELECT e.podcast_id, d.* FROM unnest($2::uuid[], $3::uuid[], $4::timestamptz[], $5::text[]) AS d (id, episode_id, at, listener)
                 JOIN episodes e ON e.id = d.episode_id) AS d
       HAVING count(*) > 0`,
      [
        newId(),
        downloads.map(({ id }) => id),
        downloads.map(({ episodeId }) => episodeId),
        downloads.map(({ at }) => at.toISOString()),
        downloads.map(({ listener }) => listener),
      ],
    );
  }

  /** The next downloads that PostgreSQL keeps, by their key, as lines of the log. @returns undefined at the end */
  async kept(
    after: CopiedUntil,
    limit: number,
  ): Promise<(CopiedUntil & { readonly downloads: number; readonly lines: string }) | undefined> {
    const [row] = await this.db.query<(CopiedUntil & { downloads: number; lines: string })[]>(
      `WITH d AS MATERIALIZED (
         SELECT d.episode_id, d.at, d.id, d.listener, e.podcast_id FROM downloads d JOIN episodes e ON e.id = d.episode_id
          WHERE (d.episode_id, d.at, d.id) > ($1::uuid, $2::timestamptz, $3::uuid) ORDER BY d.episode_id, d.at, d.id LIMIT $4)
       SELECT l.episode_id AS "episodeId", l.at::text AS at, l.id, a.downloads, a.lines
         FROM (SELECT count(*)::int AS downloads, ${LINES('d')} AS lines FROM d) AS a,
              (SELECT episode_id, at, id FROM d ORDER BY episode_id DESC, at DESC, id DESC LIMIT 1) AS l`,
      [after.episodeId, after.at, after.id, limit],
    );
    return row;
  }
}
