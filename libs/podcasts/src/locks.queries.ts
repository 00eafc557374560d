import type { EntityManager } from 'typeorm';
import type { Transcription } from './episodes/episode.entity.js';

/** Locks the row until the transaction ends. Rows that only refer to it do not wait. */
const LOCK_PODCAST = 'SELECT quota_bearer_id AS "quotaBearerId" FROM podcasts WHERE id = $1 FOR NO KEY UPDATE';
const LOCK_EPISODE = 'SELECT transcription FROM episodes WHERE id = $1 FOR NO KEY UPDATE';

type LockedPodcast = { readonly quotaBearerId: string };

/** @returns null when there is no such podcast */
export async function lockPodcast(tx: EntityManager, id: string): Promise<LockedPodcast | null> {
  const [row] = await tx.query<LockedPodcast[]>(LOCK_PODCAST, [id]);
  return row ?? null;
}

/** @returns null when there is no such podcast, or another transaction has locked it */
export async function tryLockPodcast(tx: EntityManager, id: string): Promise<LockedPodcast | null> {
  const [row] = await tx.query<LockedPodcast[]>(`${LOCK_PODCAST} SKIP LOCKED`, [id]);
  return row ?? null;
}

/** @returns what transcription is at work on the episode; undefined when there is no such episode */
export async function lockEpisode(tx: EntityManager, id: string): Promise<Transcription | undefined> {
  const [row] = await tx.query<{ transcription: Transcription }[]>(LOCK_EPISODE, [id]);
  return row?.transcription;
}
