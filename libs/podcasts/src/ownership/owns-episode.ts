import { ownership, type Caller } from '@app/auth';
import { httpErrors } from '@app/http/errors';
import { isId } from '@app/database';
import { DataSource } from 'typeorm';
import { mustOwn } from '../podcasts.errors.js';
import { episodeClaim } from './episode-claims.queries.js';

/** The episode that a path names, with the fields that routes need. */
export type OwnedEpisode = { readonly id: string; readonly durationSeconds: number | null };

/**
 * The episode, provided that it exists and that its podcast is the user's.
 * @throws AppError 404, or 403 when the podcast is another user's or its ownership is not confirmed (contract 2.7)
 */
export async function ownedEpisode(db: DataSource, episodeId: string, userId: string): Promise<OwnedEpisode> {
  const claim = isId(episodeId) ? await episodeClaim(db, episodeId) : undefined;
  if (!claim) throw httpErrors.not_found('There is no such episode.');
  mustOwn(claim, userId);
  return { id: claim.id, durationSeconds: claim.durationSeconds };
}

/** The episode in the path exists (404) and its podcast is the caller's, confirmed (403). */
export const { Owns: OwnsEpisode, The: TheEpisode } = ownership('episode', DataSource, (db, id, { userId }: Caller) =>
  ownedEpisode(db, id, userId),
);
