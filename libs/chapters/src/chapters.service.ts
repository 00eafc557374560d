import { httpErrors, type AppError } from '@app/http';
import { EpisodesService, type OwnedEpisode } from '@app/podcasts';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Chapter } from './chapter.entity.js';
import { readDocument } from './read-document.js';

type ReplacedChapters = { readonly created: boolean; readonly chapterCount: number };

@Injectable()
export class ChaptersService {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly episodes: EpisodesService,
  ) {}

  /**
   * Replaces all chapters with those of a document; none are left when it has none. The transcript stays.
   * @returns `created`: there were none before and there are now
   * @throws AppError 422 with every defect; 404 when the episode has gone meanwhile
   */
  async replace({ id: episodeId, durationSeconds }: OwnedEpisode, document: unknown): Promise<ReplacedChapters> {
    const chapters = readDocument(document, durationSeconds);
    return this.db.transaction(async (tx) => {
      // Locks the episode: concurrent uploads of chapters and transcripts of one episode wait here.
      await this.episodes.lock(tx, episodeId);
      const { affected } = await tx.delete(Chapter, { episodeId });
      if (chapters.length > 0)
        await tx.insert(
          Chapter,
          chapters.map((chapter, position) => ({ ...chapter, episodeId, position })),
        );
      return { created: !affected && chapters.length > 0, chapterCount: chapters.length };
    });
  }

  /** The chapters in their order, by one statement, so that a reader sees one document. @throws AppError 404 when there are none */
  async of(episodeId: string): Promise<readonly Chapter[]> {
    const chapters = await this.db.manager.find(Chapter, { where: { episodeId }, order: { position: 'ASC' } });
    if (chapters.length === 0) throw none();
    return chapters;
  }

  /** @throws AppError 404 when there are none */
  async remove(episodeId: string): Promise<void> {
    const { affected } = await this.db.transaction(async (tx) => {
      await this.episodes.lock(tx, episodeId); // an upload in progress ends first
      return tx.delete(Chapter, { episodeId });
    });
    if (!affected) throw none();
  }
}

function none(): AppError {
  return httpErrors.not_found('The episode has no chapters.');
}
