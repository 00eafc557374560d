import { httpErrors } from '@app/http/errors';
import { newId } from '@app/database';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, EntityManager } from 'typeorm';
import { Episode, type Transcription } from './episode.entity.js';
import { UnpublishedEpisode } from './unpublished-episode.entity.js';

type NewEpisode = Pick<Episode, 'podcastId' | 'title'> &
  Partial<Pick<Episode, 'guid' | 'durationSeconds' | 'publishedAt' | 'audioUrl' | 'transcription'>>;

@Injectable()
export class EpisodesService {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /**
   * Locks the episode until the transaction ends and returns what transcription is at work on it. Uploads to one
   * episode and the start of an automatic transcription ({@link setTranscription}) wait for each other; rows that refer
   * to the episode, such as downloads, do not wait.
   * @throws AppError 404 when the episode has gone meanwhile
   */
  async lock(tx: EntityManager, episodeId: string): Promise<Transcription> {
    const found = await tx.findOne(Episode, { where: { id: episodeId }, lock: { mode: 'for_no_key_update' } });
    if (!found) throw httpErrors.not_found('There is no such episode.');
    return found.transcription;
  }

  /** Sets what transcription is at work. It waits for an upload that is under way. */
  async setTranscription(tx: EntityManager, episodeId: string, transcription: Transcription): Promise<void> {
    await tx.update(Episode, { id: episodeId }, { transcription });
  }

  /** The kind of transcription that is running. It takes no lock and waits for none. */
  async transcription(episodeId: string): Promise<Transcription> {
    const found = await this.db.manager.findOneBy(Episode, { id: episodeId });
    if (!found) throw httpErrors.not_found('There is no such episode.');
    return found.transcription;
  }

  /** Whether the time of an episode has not come, so that the worker will tell of it. */
  awaitsPublication(tx: EntityManager, episodeId: string): Promise<boolean> {
    return tx.existsBy(UnpublishedEpisode, { episodeId });
  }

  /** @returns the new episode's id */
  async create(tx: EntityManager, episode: NewEpisode): Promise<string> {
    const id = newId();
    await tx.insert(Episode, { id, ...episode });
    return id;
  }
}
