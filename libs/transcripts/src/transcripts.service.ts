import type { Precondition } from '@app/http';
import { AppError, httpErrors } from '@app/http/errors';
import { newId } from '@app/database';
import { EventPublisher, type EventData } from '@app/outbox';
import { audienceOf, EpisodesService } from '@app/podcasts/services';
import { TooBusyError } from '@app/process';
import type { GatheredBytes } from '@app/process/gathered-bytes';
import { retimeWords, toSrt, toVtt, type Edit } from '@app/subtitles';
import { Injectable, Optional } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, EntityManager, LessThan } from 'typeorm';
import { compress } from './compression.js';
import type { AcceptedUpload, UploadOutcome } from './read-upload.js';
import { renderTranscript, retimeTranscript, type RetimedFile, type StoredFile } from './threads/tasks.js';
import { TranscriptThreads, type ThreadShare } from './threads/transcript-threads.js';
import { etagOf, type TranscriptForm, type TranscriptHead } from './transcript-forms.js';
import { Transcript, TranscriptSegment, TranscriptVersion, TranscriptWord } from './transcript.entity.js';
import { transcriptionErrors } from './transcripts.errors.js';
import { TranscriptsQueries } from './transcripts.queries.js';

/** Where an upload goes, whose it is, and what must hold. */
type Destination = {
  readonly episodeId: string;
  /** The token with which it was uploaded; null for fixtures. */
  readonly tokenId: string | null;
  readonly precondition?: Precondition;
};
type UploadRequest = Destination & {
  readonly userId: string;
  /** Judge the transcript and store nothing. */
  readonly dryRun: boolean;
};

/** An upload, and whether it is the present transcript. */
export type KeptVersion = TranscriptVersion & { readonly current: boolean };

/** A transcript as it is once its audio has been edited, and which one it was made from. */
export type RetimedTranscript = Omit<RetimedFile, 'upload'> & {
  /** Undefined where no subtitle is left. */
  readonly upload: AcceptedUpload | undefined;
  readonly revision: string;
  readonly edits: readonly Edit[];
};

export type StoredTranscript = { readonly created: boolean; readonly segmentCount: number };

@Injectable()
export class TranscriptsService {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly episodes: EpisodesService,
    private readonly queries: TranscriptsQueries,
    private readonly threads: TranscriptThreads,
    @Optional() private readonly publisher?: EventPublisher, // the operator's command that loads fixtures has none
  ) {}

  /**
   * Replaces the whole transcript with the one in a JSON body (contract 5.4). Chapters are not part of it and stay. The
   * body cannot be used again.
   * @throws AppError 422 with every defect; 422 `transcription_in_progress`; 412; 404 when the episode was deleted
   * meanwhile
   * @throws TooBusyError when it is large and others are read for too long
   */
  async upload(body: GatheredBytes, { userId, dryRun, ...destination }: UploadRequest): Promise<StoredTranscript> {
    const upload = accepted(await this.threads.judge(body, userId));
    if (!dryRun) return this.db.transaction((tx) => this.replace(tx, upload, destination));
    const { episodeId, precondition } = destination;
    refuseWhileTranscribing(await this.episodes.transcription(episodeId));
    precondition?.mustHold(etagsIn(await this.find(episodeId)));
    return { created: false, segmentCount: upload.segmentCount };
  }

  /** Stores a judged upload in the caller's transaction, as a new version. */
  async replace(tx: EntityManager, upload: UploadOutcome, { episodeId, tokenId, precondition }: Destination): Promise<StoredTranscript> {
    const judged = accepted(upload);
    // Uploads of transcripts and chapters to the same episode wait here.
    refuseWhileTranscribing(await this.episodes.lock(tx, episodeId));
    const present = await this.adopted(tx, episodeId);
    precondition?.mustHold(etagsIn(present));
    const stored = await this.addVersion(tx, judged, { episodeId, tokenId });
    await this.deleteParts(tx, episodeId);
    return stored;
  }

  /** Removes the transcript; its versions stay. @throws AppError 404 when there is none; 412 */
  async remove(episodeId: string, precondition?: Precondition): Promise<void> {
    await this.db.transaction(async (tx) => {
      await this.episodes.lock(tx, episodeId); // an upload in progress ends first
      const present = await this.adopted(tx, episodeId);
      precondition?.mustHold(etagsIn(present));
      await this.removePresent(tx, episodeId);
    });
  }

  /**
   * The present transcript as it is after edits of its audio; undefined when there is none. Nothing is stored: see
   * {@link storeRetimed}.
   * @throws AppError 422 when what comes out is too large
   * @throws TooBusyError when it is large and others are read for too long
   */
  async retimed(episodeId: string, edits: readonly Edit[], userId: string): Promise<RetimedTranscript | undefined> {
    const head = await this.find(episodeId);
    if (!head) return undefined;
    const task = { byteSize: head.byteSize, read: async () => ({ ...(await this.stored(head)), edits }) };
    const { upload, ...counts } = await this.threads.work(retimeTranscript, task, { key: userId });
    return { ...counts, upload: upload && accepted(upload), revision: head.revision, edits };
  }

  /**
   * Locks the episode until the transaction ends, for a change of its transcript: uploads to the same episode wait.
   * @returns the revision of the present transcript and its ETags, in every form
   * @throws AppError 422 `transcription_in_progress`
   */
  async lock(tx: EntityManager, episodeId: string): Promise<{ readonly revision: string | undefined; readonly etags: readonly string[] }> {
    const transcription = await this.episodes.lock(tx, episodeId);
    const present = await this.adopted(tx, episodeId);
    if (present) refuseWhileTranscribing(transcription);
    return { revision: present?.revision, etags: etagsIn(present) };
  }

  /**
   * Puts a retimed transcript in place of the one that it was made from, as a new version; word-level timings move with
   * it. One without subtitles removes the transcript. The caller holds the {@link lock} and has seen that the revision
   * is still the same.
   */
  async storeRetimed(tx: EntityManager, { upload, edits }: RetimedTranscript, destination: Destination): Promise<void> {
    const { episodeId } = destination;
    if (!upload) return this.removePresent(tx, episodeId);
    await this.addVersion(tx, upload, destination);
    await this.queries.moveWords(tx, episodeId, (words) => retimeWords(words, edits));
  }

  /** The present transcript, undefined when there is none. */
  async find(episodeId: string): Promise<TranscriptHead | undefined> {
    const head = await this.queries.present(episodeId);
    if (head) return head;
    if (!(await this.queries.withoutVersion(this.db.manager, episodeId))) return undefined;
    return this.db.transaction(async (tx) => {
      await this.episodes.lock(tx, episodeId); // an upload in progress ends first
      return this.adopted(tx, episodeId);
    });
  }

  /**
   * The present transcript, or a version of it.
   * @throws AppError 404 when there is none
   */
  async head(episodeId: string, number?: number): Promise<TranscriptHead> {
    const head = number === undefined ? await this.find(episodeId) : await this.queries.version(episodeId, number);
    if (!head) throw number === undefined ? noTranscript() : noVersion();
    return head;
  }

  /**
   * A version, the present one too, in one of its forms, as UTF-8.
   * @throws TooBusyError when it is large and others are read for too long, or ten newer uploads have come since the
   * head was read
   */
  render(head: TranscriptHead, form: TranscriptForm, share: ThreadShare): Promise<Uint8Array> {
    const task = { byteSize: head.byteSize, read: async () => ({ ...(await this.stored(head)), form }) };
    return this.threads.work(renderTranscript, task, share);
  }

  /** Uploads that are kept, newest first. @param below the number that those of the page before end with */
  async versions(episodeId: string, { most, below }: { most: number; below?: number }): Promise<KeptVersion[]> {
    const present = await this.find(episodeId);
    const where = { episodeId, ...(below !== undefined && { number: LessThan(below) }) };
    const versions = await this.db.manager.find(TranscriptVersion, { where, order: { number: 'DESC' }, take: most });
    return versions.map((version) => ({ ...version, current: version.number === present?.number }));
  }

  private async stored(head: TranscriptHead): Promise<StoredFile> {
    const content = await this.queries.content(head);
    // Not 404: there may be a newer transcript, and another request shows what there is.
    if (!content) throw new TooBusyError('The transcript was replaced meanwhile, again and again.');
    return { head, content };
  }

  /** The present transcript, once one that the last release stored as rows is a version, behind the row lock. */
  private async adopted(tx: EntityManager, episodeId: string): Promise<TranscriptHead | undefined> {
    const head = await this.queries.withoutVersion(tx, episodeId);
    if (head) {
      const subtitles = await this.queries.rowsOf(tx, episodeId);
      const bytes = Buffer.from(head.format === 'vtt' ? toVtt(subtitles) : toSrt(subtitles, 'srt'));
      const version = { ...head, byteSize: bytes.length, content: compress(bytes), tokenId: null };
      await this.queries.addVersion(tx, episodeId, version, head.uploadedAt);
    }
    return this.queries.present(episodeId, tx);
  }

  private async tell(tx: EntityManager, type: 'transcript.stored' | 'transcript.deleted', data: EventData<typeof type>): Promise<void> {
    await this.publisher?.publish(tx, { ...(await audienceOf(tx, data.episode_id)), type, data });
  }

  /** Makes a judged upload the present transcript. The caller holds the episode's row lock. */
  private async addVersion(tx: EntityManager, upload: AcceptedUpload, { episodeId, tokenId }: Destination): Promise<StoredTranscript> {
    const { format, segmentCount, byteSize, content } = upload;
    const version = { revision: newId(), format, segmentCount, byteSize, content, tokenId };
    const number = await this.queries.addVersion(tx, episodeId, version);
    const created = await this.queries.putHead(tx, episodeId, version);
    const isFixture = tokenId === null; // loading fixtures raises no events
    if (!isFixture) await this.tell(tx, 'transcript.stored', { episode_id: episodeId, version: number, segment_count: segmentCount });
    return { created, segmentCount };
  }

  /** @throws AppError 404 when there is no transcript. The caller holds the episode's row lock. */
  private async removePresent(tx: EntityManager, episodeId: string): Promise<void> {
    const head = await this.queries.present(episodeId, tx);
    const version = head && (await tx.findOneBy(TranscriptVersion, { episodeId, number: head.number }));
    const { affected } = await tx.delete(Transcript, { episodeId });
    if (!affected || !version) throw noTranscript();
    await this.deleteParts(tx, episodeId);
    await this.tell(tx, 'transcript.deleted', { episode_id: episodeId, version: version.number, segment_count: version.segmentCount });
  }

  /** Word-level timings, and rows of the release before. */
  private async deleteParts(tx: EntityManager, episodeId: string): Promise<void> {
    await tx.delete(TranscriptWord, { episodeId });
    await tx.delete(TranscriptSegment, { episodeId });
  }
}

function etagsIn(head: TranscriptHead | undefined): string[] {
  return head ? (['json', 'vtt', 'srt'] as const).map((form) => etagOf(head, form)) : [];
}

function accepted(upload: UploadOutcome): AcceptedUpload {
  if (upload.ok) return upload;
  const { message, errors, truncated } = upload;
  throw new AppError('invalid', message, { errors, truncated });
}

function refuseWhileTranscribing(transcription: string): void {
  if (transcription === 'idle') return;
  throw transcriptionErrors.transcription_in_progress();
}

function noTranscript(): AppError {
  return httpErrors.not_found('The episode has no transcript.');
}

function noVersion(): AppError {
  return httpErrors.not_found('The episode has no such version of its transcript. The last ten uploads are kept.');
}
