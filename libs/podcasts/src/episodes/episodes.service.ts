import { httpErrors } from '@app/http/errors';
import { isId, newId } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, EntityManager } from 'typeorm';
import { episodeClaim } from '../ownership/episode-claims.queries.js';
import { Episode, type Transcription } from './episode.entity.js';
import { lockEpisode } from '../locks.queries.js';
import { mustOwn } from '../podcasts.errors.js';

type NewEpisode = Pick<Episode, 'podcastId' | 'title'> &
  Partial<Pick<Episode, 'guid' | 'durationSeconds' | 'publishedAt' | 'audioUrl' | 'transcription'>>;

/** The episode that a path names, with the fields that routes need. */
export type OwnedEpisode = { readonly id: string; readonly durationSeconds: number | null };

@Injectable()
export class EpisodesService {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /**
   * The episode, provided that it exists and that its podcast is the user's.
   * @throws AppError 404, or 403 when the podcast is another user's or its ownership is not confirmed (decisions 2.7)
   */
  async owned(episodeId: string, userId: string): Promise<OwnedEpisode> {
    const claim = isId(episodeId) ? await episodeClaim(this.db, episodeId) : undefined;
    if (!claim) throw httpErrors.not_found('There is no such episode.');
    mustOwn(claim, userId);
    return { id: claim.id, durationSeconds: claim.durationSeconds };
  }

  /**
   * Locks the episode until the transaction ends and returns what transcription is at work on it. Uploads to one episode and the start
   * of an automatic transcription ({@link setTranscription}) wait for each other; rows that refer to the episode, such as downloads, do
   * not wait.
   * @throws AppError 404 when the episode has gone meanwhile
   */
  async lock(tx: EntityManager, episodeId: string): Promise<Transcription> {
    const transcription = await lockEpisode(tx, episodeId);
    if (transcription === undefined) throw httpErrors.not_found('There is no such episode.');
    return transcription;
  }

  /** Sets what transcription is at work. It waits for an upload that is under way. */
  async setTranscription(tx: EntityManager, episodeId: string, transcription: Transcription): Promise<void> {
    await tx.update(Episode, { id: episodeId }, { transcription });
  }

  /** The kind of transcription that is running. It takes no lock and waits for none. */
  async transcription(episodeId: string): Promise<Transcription> {
    const found = await this.db.manager.findOne(Episode, { where: { id: episodeId }, select: { id: true, transcription: true } });
    if (!found) throw httpErrors.not_found('There is no such episode.');
    return found.transcription;
  }

  /** @returns the new episode's id */
  async create(tx: EntityManager, episode: NewEpisode): Promise<string> {
    const id = newId();
    await tx.insert(Episode, { id, ...episode });
    return id;
  }
}
