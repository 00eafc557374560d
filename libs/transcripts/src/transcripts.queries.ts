import { whileConnected } from '@app/database';
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

/** The head of a transcript: what its rows have in common. */
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

/** Rows that are read at once: a few milliseconds of work, between which other requests are served. */
const BATCH_SIZE = 500;

/** Bytes that are written to the connection at once. */
const CHUNK_BYTES = 256 * 1024;

@Injectable()
export class TranscriptsQueries {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** Inserts or replaces the head. The caller holds the episode's row lock. @returns whether there was none before */
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

  /** Writes the subtitles from a binary COPY stream (see segment-rows.ts). */
  async copyIn(tx: EntityManager, rows: Uint8Array): Promise<void> {
    const client = (await tx.queryRunner?.connect()) as PoolClient;
    const into = client.query(copyFrom(`COPY transcript_segments (${SEGMENT_COLUMNS}) FROM STDIN (FORMAT binary)`));
    await whileConnected(client, () => pipeline(Readable.from(slices(rows)), into));
  }

  /**
   * Reads a transcript in one statement, so that a reader never sees parts of two versions. `begin` gets the head first; when it
   * returns null, no rows are read.
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
      const rows = await cursor.read(BATCH_SIZE);
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
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}
