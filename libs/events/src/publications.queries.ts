import type { EventData } from '@app/outbox';
import type { EntityManager } from 'typeorm';

type Published = Omit<EventData<'episode.published'>, 'published_at'> & { readonly userId: string; readonly publishedAt: Date };

/**
 * Takes episodes whose time has come off the list of those that are not published, each once, however many workers
 * look. Rows that somebody else has locked are skipped: an erasure locks those of a user in an order of its own, so
 * that one that waited here could deadlock with it.
 */
export async function takePublished(tx: EntityManager, limit: number): Promise<readonly Published[]> {
  const [rows] = await tx.query<[Published[], number]>(
    `DELETE FROM unpublished_episodes u USING episodes e, podcasts p
      WHERE e.id = u.episode_id AND p.id = e.podcast_id AND u.episode_id = ANY (ARRAY(
              SELECT due.episode_id FROM unpublished_episodes due JOIN episodes scheduled ON scheduled.id = due.episode_id
               WHERE scheduled.published_at <= statement_timestamp() ORDER BY scheduled.published_at LIMIT $1 FOR UPDATE OF due SKIP LOCKED))
     RETURNING p.owner_id AS "userId", e.id, e.podcast_id, e.guid, e.title, e.published_at AS "publishedAt"`,
    [limit],
  );
  return rows;
}
