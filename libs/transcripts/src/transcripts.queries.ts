import { whileConnected } from '@app/platform';
import type { Subtitle, TranscriptFormat } from '@app/subtitles';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import Cursor from 'pg-cursor';
import { DataSource, EntityManager } from 'typeorm';
import { SEGMENT_COLUMNS } from './upload/segment-rows.js';

/** What the rows of one transcript share. */
export type TranscriptHead = { readonly revision: string; readonly format: TranscriptFormat; readonly wordLevel: boolean };

type Row = {
  readonly revision: string;
  readonly format: TranscriptFormat;
  readonly word_level: boolean;
  readonly start_ms: string;
  readonly end_ms: string;
  readonly speaker: string | null;
  readonly text: string;
};

/** Rows per step of a read: a few milliseconds of work, then other requests have their turn. */
const BATCH = 500;

/** Bytes handed to the socket at once. */
const CHUNK = 256 * 1024;

@Injectable()
export class TranscriptsQueries {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** Makes or replaces the head. The caller holds the episode's lock. @returns whether there was none before */
  async putHead(
    tx: EntityManager,
    episodeId: string,
    head: { revision: string; format: TranscriptFormat; segmentCount: number },
  ): Promise<boolean> {
    const rows = await tx.query<{ created: boolean }[]>(
      `INSERT INTO transcripts (episode_id, revision, format, segment_count) VALUES ($1, $2, $3, $4)
       ON CONFLICT (episode_id) DO UPDATE
         SET revision = excluded.revision, format = excluded.format, segment_count = excluded.segment_count, uploaded_at = now()
       RETURNING xmax = 0 AS created`,
      [episodeId, head.revision, head.format, head.segmentCount],
    );
    return rows[0]?.created === true;
  }

  /** Deletes the subtitles and the word-level timings. */
  async clear(tx: EntityManager, episodeId: string): Promise<void> {
    await tx.query('DELETE FROM transcript_segments WHERE episode_id = $1', [episodeId]);
    await tx.query('DELETE FROM transcript_words WHERE episode_id = $1', [episodeId]);
  }

  /** Writes the subtitles from a binary COPY stream (see segment-rows.ts). */
  async copyIn(tx: EntityManager, rows: Uint8Array): Promise<void> {
    const client = (await tx.queryRunner?.connect()) as PoolClient;
    const into = client.query(copyFrom(`COPY transcript_segments (${SEGMENT_COLUMNS}) FROM STDIN (FORMAT binary)`));
    await whileConnected(client, () => pipeline(Readable.from(slices(rows)), into));
  }

  /**
   * Reads a transcript as one statement sees it, so never half of an old and half of a new one. `begin` gets the head and may
   * say no (null): then no rows are read.
   * @returns undefined when there is no transcript
   */
  async read<T extends { add(batch: readonly Subtitle[]): void }>(
    episodeId: string,
    begin: (head: TranscriptHead) => T | null,
  ): Promise<T | null | undefined> {
    const runner = this.db.createQueryRunner();
    try {
      const client = (await runner.connect()) as PoolClient;
      return await whileConnected(client, () => readInBatches(client, episodeId, begin));
    } finally {
      await runner.release();
    }
  }
}

async function readInBatches<T extends { add(batch: readonly Subtitle[]): void }>(
  client: PoolClient,
  episodeId: string,
  begin: (head: TranscriptHead) => T | null,
): Promise<T | null | undefined> {
  const cursor = client.query(
    new Cursor<Row>(
      `SELECT t.revision, t.format, EXISTS (SELECT FROM transcript_words w WHERE w.episode_id = t.episode_id) AS word_level,
              s.start_ms, s.end_ms, s.speaker, s.text
         FROM transcripts t JOIN transcript_segments s ON s.episode_id = t.episode_id
        WHERE t.episode_id = $1 ORDER BY s.position`,
      [episodeId],
    ),
  );
  try {
    let reader: T | undefined;
    for (;;) {
      const rows = await cursor.read(BATCH);
      const [first] = rows;
      if (!first) return reader;
      if (!reader) {
        const begun = begin({ revision: first.revision, format: first.format, wordLevel: first.word_level });
        if (!begun) return null;
        reader = begun;
      }
      reader.add(rows.map(({ start_ms, end_ms, speaker, text }) => ({ startMs: Number(start_ms), endMs: Number(end_ms), speaker, text })));
    }
  } finally {
    await cursor.close();
  }
}

function* slices(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK);
}
