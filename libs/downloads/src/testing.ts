import { newId } from '@app/database';
import type { DataSource } from 'typeorm';

export type APodcast = { readonly id: string; readonly episodes: readonly string[] };

/** A podcast with published episodes of these titles. */
export async function aPodcast(db: DataSource, ...titles: string[]): Promise<APodcast> {
  const [user, id] = [newId(), newId()];
  const episodes = titles.map(() => newId());
  await db.query('INSERT INTO users (id, name) VALUES ($1, $2)', [user, 'Alice']);
  await db.query(
    'INSERT INTO podcasts (id, title, owner_id, quota_bearer_id, ownership_confirmed_at) VALUES ($1, $2, $3, $3, now())',
    [id, 'Tech', user], // prettier-ignore
  );
  await db.query(
    `INSERT INTO episodes (id, podcast_id, title, published_at, audio_url)
     SELECT i, $1, t, '2020-01-01', 'https://media.example.com/' || i FROM unnest($2::uuid[], $3::text[]) AS e (i, t)`,
    [id, episodes, titles],
  );
  return { id, episodes };
}

export type ADownload = { readonly episodeId: string; readonly at: Date; readonly listener: string };

/** Downloads as the fixtures bring them in: past what counts and what repeats. */
export async function insertDownloads(db: DataSource, downloads: readonly ADownload[]): Promise<void> {
  await db.query(
    'INSERT INTO downloads (id, episode_id, at, listener) SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[])',
    [
      downloads.map(() => newId()),
      downloads.map(({ episodeId }) => episodeId),
      downloads.map(({ at }) => at.toISOString()),
      downloads.map(({ listener }) => listener),
    ],
  );
}
