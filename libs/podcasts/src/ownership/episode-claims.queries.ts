import type { DataSource, EntityManager } from 'typeorm';
import type { Claim } from '../podcasts.errors.js';

type ClaimedEpisode = Claim & { readonly id: string; readonly durationSeconds: number | null };

/** An episode with the owner of its podcast. */
export async function episodeClaim(db: DataSource, episodeId: string): Promise<ClaimedEpisode | undefined> {
  const [row] = await db.query<ClaimedEpisode[]>(
    `SELECT e.id, e.duration_seconds AS "durationSeconds", p.owner_id AS "ownerId", p.ownership_confirmed_at IS NOT NULL AS confirmed
       FROM episodes e JOIN podcasts p ON p.id = e.podcast_id WHERE e.id = $1`,
    [episodeId],
  );
  return row;
}

/** The owner of an episode's podcast, to whom its events go, and the podcast. */
export async function audienceOf(tx: EntityManager, episodeId: string): Promise<{ readonly userId: string; readonly podcastId: string }> {
  const [row] = await tx.query<[{ userId: string; podcastId: string }]>(
    `SELECT p.owner_id AS "userId", p.id AS "podcastId" FROM episodes e JOIN podcasts p ON p.id = e.podcast_id WHERE e.id = $1`,
    [episodeId],
  );
  return row;
}
