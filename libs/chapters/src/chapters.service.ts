import { createHash } from 'node:crypto';
import type { Precondition } from '@app/http';
import { type AppError, httpErrors } from '@app/http/errors';
import { EventPublisher } from '@app/outbox';
import { audienceOf, EpisodesService } from '@app/podcasts/services';
import { Injectable, Optional } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, EntityManager } from 'typeorm';
import { Chapter } from './chapter.entity.js';
import { insertChapters } from './chapters.queries.js';
import type { ReadChapter } from './read-document.js';

/** The forms in which chapters are given back (contract 11). */
const CHAPTER_FORMS = ['json', 'txt', 'xml'] as const;
export type ChapterForm = (typeof CHAPTER_FORMS)[number];

type ReplacedChapters = { readonly created: boolean; readonly chapterCount: number };

/** Strong: equal only for the same chapters in the same form. */
export function etagOf(chapters: readonly Chapter[], form: ChapterForm): string {
  return `"${digestOf(chapters)}.${form}"`;
}

/** The ETags of every form, the usual one first. */
export function etagsOf(chapters: readonly Chapter[]): string[] {
  if (chapters.length === 0) return [];
  const digest = digestOf(chapters);
  return CHAPTER_FORMS.map((form) => `"${digest}.${form}"`);
}

const digestOf = (chapters: readonly Chapter[]) => createHash('sha256').update(JSON.stringify(chapters)).digest('base64url').slice(0, 22);

@Injectable()
export class ChaptersService {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly episodes: EpisodesService,
    @Optional() private readonly publisher?: EventPublisher, // the operator's command that loads fixtures has none
  ) {}

  /**
   * Replaces all chapters; none are left when the list is empty. The transcript stays.
   * @returns `created`: there were none before and there are now
   * @throws AppError 412; 404 when the episode has gone meanwhile
   */
  async replace(episodeId: string, chapters: readonly ReadChapter[], precondition?: Precondition): Promise<ReplacedChapters> {
    return this.db.transaction(async (tx) => {
      const before = await this.lock(tx, episodeId, precondition);
      await this.putLocked(tx, episodeId, chapters);
      return { created: before.length === 0 && chapters.length > 0, chapterCount: chapters.length };
    });
  }

  /** Removes all chapters. @throws AppError 404 when there are none; 412 */
  async remove(episodeId: string, precondition?: Precondition): Promise<void> {
    await this.db.transaction(async (tx) => {
      const before = await this.lock(tx, episodeId, precondition);
      if (before.length === 0) throw none();
      await this.putLocked(tx, episodeId, []);
    });
  }

  /** The chapters in their order, by one statement, so that a reader sees one document. Empty when there are none. */
  find(episodeId: string, tx: EntityManager = this.db.manager): Promise<Chapter[]> {
    return tx.find(Chapter, { where: { episodeId }, order: { position: 'ASC' } });
  }

  /** The chapters. @throws AppError 404 when there are none */
  async of(episodeId: string): Promise<Chapter[]> {
    const chapters = await this.find(episodeId);
    if (chapters.length === 0) throw none();
    return chapters;
  }

  /**
   * Locks the episode until the transaction ends: other uploads of chapters and transcripts to it wait.
   * @returns the chapters that there are
   * @throws AppError 412
   */
  async lock(tx: EntityManager, episodeId: string, precondition?: Precondition): Promise<Chapter[]> {
    await this.episodes.lock(tx, episodeId);
    const chapters = await this.find(episodeId, tx);
    precondition?.mustHold(etagsOf(chapters));
    return chapters;
  }

  /** Replaces all chapters in the caller's transaction, which holds the {@link lock}. */
  async putLocked(tx: EntityManager, episodeId: string, chapters: readonly ReadChapter[]): Promise<void> {
    await tx.delete(Chapter, { episodeId });
    await insertChapters(tx, episodeId, chapters);
    const data = { episode_id: episodeId, chapter_count: chapters.length };
    await this.publisher?.publish(tx, { ...(await audienceOf(tx, episodeId)), type: 'chapters.stored', data });
  }
}

function none(): AppError {
  return httpErrors.not_found('The episode has no chapters.');
}
