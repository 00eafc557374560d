import { AppError, httpErrors } from '@app/http/errors';
import { newId } from '@app/platform';
import { EpisodesService } from '@app/podcasts/services';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, EntityManager } from 'typeorm';
import type { UploadOutcome } from './upload/read-upload.js';
import { TranscriptSegment, TranscriptWord } from './transcript.entity.js';
import { rendering, type Rendered, type RenderedType } from './rendering.js';
import { TranscriptsQueries } from './transcripts.queries.js';
import { UploadReader } from './upload/upload-reader.js';
import { transcriptionErrors } from './transcripts.errors.js';

export type UploadRequest = {
  readonly episodeId: string;
  readonly userId: string;
  /** Judge the transcript and store nothing. */
  readonly dryRun?: boolean;
};

export type UploadResult = { readonly created: boolean; readonly segmentCount: number };

@Injectable()
export class TranscriptsService {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly episodes: EpisodesService,
    private readonly queries: TranscriptsQueries,
    private readonly reader: UploadReader,
  ) {}

  /**
   * Replaces the whole transcript with the one in a JSON body (spec 4, transcript rules 4 and 6). Chapters are not part of it and
   * stay (rule 5). The body cannot be used again.
   * @throws AppError 422 with every defect; 422 `transcription_in_progress`; 404 when the episode was deleted meanwhile
   */
  async upload(body: Uint8Array<ArrayBuffer>, { episodeId, userId, dryRun = false }: UploadRequest): Promise<UploadResult> {
    const upload = await this.reader.read(body, { userId, episodeId });
    if (dryRun) {
      const { segmentCount } = accepted(upload);
      refuseWhileTranscribing(await this.episodes.transcription(episodeId));
      return { created: false, segmentCount };
    }
    accepted(upload);
    return this.db.transaction((tx) => this.replace(tx, episodeId, upload));
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
