import { AppError, httpErrors } from '@app/http/errors';
import { newId } from '@app/database';
import { FairSemaphore } from '@app/process';
import { EpisodesService } from '@app/podcasts/services';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, EntityManager } from 'typeorm';
import type { UploadOutcome } from './upload/read-upload.js';
import { TranscriptSegment, TranscriptWord } from './transcript.entity.js';
import { rendering, type Rendered, type RenderedType } from './rendering.js';
import { TranscriptsQueries } from './transcripts.queries.js';
import { CONCURRENCY, UploadReader } from './upload/upload-reader.js';
import { transcriptionErrors } from './transcripts.errors.js';

type UploadRequest = {
  readonly episodeId: string;
  readonly userId: string;
  /** Judge the transcript and store nothing. */
  readonly dryRun?: boolean;
};

type UploadResult = { readonly created: boolean; readonly segmentCount: number };

/** Rows of more bytes take a slot of {@link LARGE_STORES}. */
const LARGE_ROWS_BYTES = 1024 * 1024;

/**
 * Large transcripts that are being stored. PostgreSQL works on 10 MB for a tenth of a second of processor time, often on this
 * machine: one processor is left to short requests (docs/adr/0006). A slot is taken before a connection, so that nobody waits with one.
 */
export const LARGE_STORES = new FairSemaphore({ total: CONCURRENCY, perKey: Math.ceil(CONCURRENCY / 2), timeoutMs: 60_000 });

@Injectable()
export class TranscriptsService {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly episodes: EpisodesService,
    private readonly queries: TranscriptsQueries,
    private readonly reader: UploadReader,
  ) {}

  /**
   * Replaces the whole transcript with the one in a JSON body (contract 5.4). Chapters are not part of it and
   * stay (rule 5). The body cannot be used again.
   * @throws AppError 422 with every defect; 422 `transcription_in_progress`; 404 when the episode was deleted meanwhile
   * @throws TooBusyError when it is large and others are stored for too long
   */
  async upload(body: Uint8Array<ArrayBuffer>, { episodeId, userId, dryRun = false }: UploadRequest): Promise<UploadResult> {
    const upload = await this.reader.read(body, { userId, episodeId });
    if (dryRun) {
      const { segmentCount } = accepted(upload);
      refuseWhileTranscribing(await this.episodes.transcription(episodeId));
      return { created: false, segmentCount };
    }
    const { rows } = accepted(upload);
    const store = () => this.db.transaction((tx) => this.replace(tx, episodeId, upload));
    return rows.byteLength > LARGE_ROWS_BYTES ? LARGE_STORES.run(userId, store) : store();
  }

  /** Stores a judged upload in the caller's transaction. Its rows cannot be used again. */
  async replace(tx: EntityManager, episodeId: string, upload: UploadOutcome): Promise<UploadResult> {
    const { format, segmentCount, rows } = accepted(upload);
    refuseWhileTranscribing(await this.episodes.lock(tx, episodeId));
    const created = await this.queries.putHead(tx, episodeId, { revision: newId(), format, segmentCount });
    await tx.delete(TranscriptSegment, { episodeId });
    await tx.delete(TranscriptWord, { episodeId });
    await this.queries.copyIn(tx, rows);
    rows.buffer.transfer(0); // frees the memory at once
    return { created, segmentCount };
  }

  /**
   * The transcript as a file of the wanted type, or null when the caller has it already.
   * @param has whether the caller has the version that this ETag names
   * @throws AppError 404 when the episode has none
   */
  async render(
    episodeId: string,
    type: RenderedType,
    has: (etag: string) => boolean,
  ): Promise<Rendered | { readonly etag: string; readonly chunks: null }> {
    let etag = '';
    const read = await this.queries.read(episodeId, (head) => {
      const file = rendering(episodeId, type, head);
      etag = file.etag;
      return has(etag) ? null : file;
    });
    if (read === undefined) throw httpErrors.not_found('The episode has no transcript.');
    return read === null ? { etag, chunks: null } : read.end();
  }
}

function accepted(upload: UploadOutcome): UploadOutcome & { ok: true } {
  if (upload.ok) return upload;
  const { message, errors, truncated } = upload;
  throw new AppError('invalid', message, { errors, truncated });
}

function refuseWhileTranscribing(transcription: string): void {
  if (transcription === 'idle') return;
  throw transcriptionErrors.transcription_in_progress();
}
