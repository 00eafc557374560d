import type { Subtitle, TranscriptFormat } from '@app/subtitles';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, EntityManager } from 'typeorm';
import type { TranscriptHead } from './transcript-forms.js';

/** A row of {@link TranscriptVersion} before it is stored. */
export type NewVersion = {
  readonly revision: string;
  readonly format: TranscriptFormat;
  readonly segmentCount: number;
  readonly byteSize: number;
  readonly content: Uint8Array;
  readonly tokenId: string | null;
};

/** Uploads of an episode that are kept (contract 5.7). */
const KEPT_VERSIONS = 10;

/** Rows of an older release that are read at once. */
const BATCH_SIZE = 2000;

/** Bytes of a file that a statement reads: three megabytes at once would block the event loop for 50 ms. */
const PIECE_BYTES = 256 * 1024;

/** Words that are moved at once: other requests get their turn between batches, and each statement is short. */
const WORD_BATCH_SIZE = 2000;

type WordTimes = { readonly position: number; readonly startMs: number; readonly endMs: number };

const HEAD = `SELECT v.episode_id AS "episodeId", v.number, v.revision, v.format, v.byte_size AS "byteSize",
                     t.episode_id IS NOT NULL AND EXISTS (SELECT FROM transcript_words w WHERE w.episode_id = v.episode_id) AS "wordLevel"`;

@Injectable()
export class TranscriptsQueries {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  async present(episodeId: string, tx: EntityManager = this.db.manager): Promise<TranscriptHead | undefined> {
    const [head] = await tx.query<TranscriptHead[]>(
      `${HEAD} FROM transcripts t JOIN transcript_versions v ON v.episode_id = t.episode_id AND v.revision = t.revision
        WHERE t.episode_id = $1`,
      [episodeId],
    );
    return head;
  }

  /** An upload that is kept. */
  async version(episodeId: string, number: number): Promise<TranscriptHead | undefined> {
    const [head] = await this.db.query<TranscriptHead[]>(
      `${HEAD} FROM transcript_versions v LEFT JOIN transcripts t ON v.episode_id = t.episode_id AND v.revision = t.revision
        WHERE v.episode_id = $1 AND v.number = $2`,
      [episodeId, number],
    );
    return head;
  }

  /** The stored file of a version, in pieces; undefined once newer uploads have taken its place. */
  async content({ episodeId, number }: TranscriptHead): Promise<readonly Uint8Array[] | undefined> {
    const pieces: Uint8Array[] = [];
    for (;;) {
      const [row] = await this.db.query<{ piece: Buffer }[]>(
        'SELECT substring(content FROM $3 FOR $4) AS piece FROM transcript_versions WHERE episode_id = $1 AND number = $2',
        [episodeId, number, pieces.length * PIECE_BYTES + 1, PIECE_BYTES],
      );
      if (!row) return undefined;
      pieces.push(row.piece);
      if (row.piece.length < PIECE_BYTES) return pieces;
    }
  }

  /** Inserts or replaces the head. The caller holds the episode's row lock. @returns whether there was none before */
  async putHead(tx: EntityManager, episodeId: string, { revision, format, segmentCount }: NewVersion): Promise<boolean> {
    const rows = await tx.query<{ created: boolean }[]>(
      `INSERT INTO transcripts (episode_id, revision, format, segment_count) VALUES ($1, $2, $3, $4)
       ON CONFLICT (episode_id) DO UPDATE
         SET revision = excluded.revision, format = excluded.format, segment_count = excluded.segment_count, uploaded_at = now()
       RETURNING xmax = 0 AS created`,
      [episodeId, revision, format, segmentCount],
    );
    return rows[0]?.created === true;
  }

  /** Adds a version and removes those before the last ten, behind the episode's row lock. @returns its number */
  async addVersion(tx: EntityManager, episodeId: string, version: NewVersion, uploadedAt = new Date()): Promise<number> {
    const { revision, format, segmentCount, byteSize, content, tokenId } = version;
    const [row] = await tx.query<{ number: number }[]>(
      `INSERT INTO transcript_versions (episode_id, number, revision, format, segment_count, byte_size, content, token_id, uploaded_at)
       SELECT $1, COALESCE(max(number), 0) + 1, $2, $3, $4, $5, $6, $7, $8 FROM transcript_versions WHERE episode_id = $1
       RETURNING number`,
      [episodeId, revision, format, segmentCount, byteSize, content, tokenId, uploadedAt],
    );
    const number = row?.number ?? 0;
    await tx.query('DELETE FROM transcript_versions WHERE episode_id = $1 AND number <= $2', [episodeId, number - KEPT_VERSIONS]);
    return number;
  }

  /** Gives word-level timings other times; words that `move` leaves out go. The caller holds the episode's row lock. */
  async moveWords(tx: EntityManager, episodeId: string, move: (words: readonly WordTimes[]) => readonly WordTimes[]): Promise<void> {
    for (let from = 0; ;) {
      const rows = await tx.query<{ position: number; start: string; end: string }[]>(
        `SELECT position, start_ms AS start, end_ms AS end FROM transcript_words
          WHERE episode_id = $1 AND position >= $2 ORDER BY position LIMIT ${WORD_BATCH_SIZE}`,
        [episodeId, from],
      );
      const last = rows.at(-1);
      if (!last) return;
      const moved = move(rows.map(({ position, start, end }) => ({ position, startMs: Number(start), endMs: Number(end) })));
      const columns = [moved.map(({ position }) => position), moved.map(({ startMs }) => startMs), moved.map(({ endMs }) => endMs)];
      await tx.query(`DELETE FROM transcript_words WHERE episode_id = $1 AND position BETWEEN $2 AND $3 AND position <> ALL ($4::int[])`, [
        episodeId,
        from,
        last.position,
        columns[0],
      ]);
      await tx.query(
        `UPDATE transcript_words w SET start_ms = m.start_ms, end_ms = m.end_ms
           FROM unnest($2::int[], $3::bigint[], $4::bigint[]) m (position, start_ms, end_ms)
          WHERE w.episode_id = $1 AND w.position = m.position`,
        [episodeId, ...columns],
      );
      from = last.position + 1;
    }
  }

  /** The head of a transcript that the release before stored as rows. The caller holds the episode's row lock. */
  async withoutVersion(tx: EntityManager, episodeId: string) {
    const [head] = await tx.query<{ revision: string; format: TranscriptFormat; segmentCount: number; uploadedAt: Date }[]>(
      `SELECT revision, format, segment_count AS "segmentCount", uploaded_at AS "uploadedAt" FROM transcripts t
        WHERE episode_id = $1
          AND NOT EXISTS (SELECT FROM transcript_versions v WHERE v.episode_id = t.episode_id AND v.revision = t.revision)`,
      [episodeId],
    );
    return head;
  }

  /** The rows of such a transcript, in batches that leave time for other requests. */
  async rowsOf(tx: EntityManager, episodeId: string): Promise<Subtitle[]> {
    const subtitles: Subtitle[] = [];
    for (;;) {
      const rows = await tx.query<{ start: string; end: string; speaker: string | null; text: string }[]>(
        `SELECT start_ms AS start, end_ms AS end, speaker, text FROM transcript_segments
          WHERE episode_id = $1 AND position >= $2 ORDER BY position LIMIT ${BATCH_SIZE}`,
        [episodeId, subtitles.length],
      );
      for (const { start, end, ...rest } of rows) subtitles.push({ startMs: Number(start), endMs: Number(end), ...rest });
      if (rows.length < BATCH_SIZE) return subtitles;
    }
  }
}
