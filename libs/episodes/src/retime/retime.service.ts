import { ChaptersService, etagsOf, type Chapter } from '@app/chapters';
import type { Precondition } from '@app/http';
import { type AppError, httpErrors } from '@app/http/errors';
import { TooBusyError } from '@app/process';
import { retimeChapters, wrongEdit, type Edit } from '@app/subtitles';
import { TranscriptsService, type RetimedTranscript } from '@app/transcripts';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, EntityManager } from 'typeorm';
import { retimeErrors } from './retime.errors.js';

/** The outcome for an episode's transcript and chapters. */
export type Retimed = {
  readonly segmentCount: number;
  readonly segmentsRemoved: number;
  readonly chapterCount: number;
  readonly chaptersRemoved: number;
};

export type RetimeRequest = {
  readonly episodeId: string;
  readonly edits: readonly Edit[];
  readonly userId: string;
  readonly tokenId: string;
  readonly precondition: Precondition;
  /** Count what would become of them and store nothing. */
  readonly dryRun: boolean;
};

/** How often a transcript is moved that others replace meanwhile. */
const MAX_TRIES = 5;

/** Moves transcript and chapters together as the audio was edited (contract 5.8). */
@Injectable()
export class RetimeService {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly transcripts: TranscriptsService,
    private readonly chapters: ChaptersService,
  ) {}

  /**
   * A large transcript takes a while, so it is moved before the episode is locked. Then it is stored if it is still the
   * same.
   * @throws AppError 422 `invalid_edit`, `transcription_in_progress`; 412; 404 when there is neither
   * @throws TooBusyError when others replace the transcript all the time
   */
  async retime(request: RetimeRequest): Promise<Retimed> {
    const { episodeId, edits, userId } = request;
    const index = wrongEdit(edits);
    if (index !== undefined) throw await this.refusal(episodeId, index);
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const transcript = await this.transcripts.retimed(episodeId, edits, userId);
      const retimed = await this.db.transaction((tx) => this.apply(tx, request, transcript));
      if (retimed) return retimed;
    }
    throw new TooBusyError('The transcript was replaced meanwhile, again and again.');
  }

  /** @returns undefined when the transcript is another one meanwhile */
  private async apply(tx: EntityManager, request: RetimeRequest, transcript?: RetimedTranscript): Promise<Retimed | undefined> {
    const { episodeId, edits, tokenId, precondition, dryRun } = request;
    const present = await this.transcripts.lock(tx, episodeId);
    const chapters = await this.chapters.find(episodeId, tx);
    precondition.mustHold(present.revision === undefined ? etagsOf(chapters) : present.etags);
    if (present.revision !== transcript?.revision) return undefined;
    if (!transcript && chapters.length === 0) throw nothing();
    const moved = retimeChapters(chapters, edits);
    if (!dryRun && transcript) await this.transcripts.storeRetimed(tx, transcript, { episodeId, tokenId });
    if (!dryRun && isChanged(chapters, moved)) await this.chapters.putLocked(tx, episodeId, moved);
    return {
      segmentCount: transcript?.segmentCount ?? 0,
      segmentsRemoved: transcript?.segmentsRemoved ?? 0,
      chapterCount: moved.length,
      chaptersRemoved: chapters.length - moved.length,
    };
  }

  /** 404 comes before 422 (contract 2.7). */
  private async refusal(episodeId: string, index: number): Promise<AppError> {
    const hasSome = (await this.transcripts.find(episodeId)) ?? (await this.chapters.find(episodeId)).length > 0;
    if (!hasSome) return nothing();
    return retimeErrors.invalid_edit({ index }, { field: `edits[${index}]` });
  }
}

function isChanged(before: readonly Chapter[], after: readonly Chapter[]): boolean {
  return etagsOf(before)[0] !== etagsOf(after)[0];
}

function nothing(): AppError {
  return httpErrors.not_found('The episode has neither transcript nor chapters.');
}
