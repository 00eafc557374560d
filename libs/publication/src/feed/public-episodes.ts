import { audioKey, type ItemMarks } from '@app/feeds';
import type { PublicEpisode } from './additions.js';

/** A public episode, and by what its item is known. */
export type IdentifiedEpisode = PublicEpisode & { readonly guid: string | null };

/** Finds the episode of an item as a refetch does: by guid, else by the URL of the audio without its query. */
export function episodesByItem(episodes: readonly IdentifiedEpisode[]): (item: ItemMarks) => PublicEpisode | undefined {
  const byGuid = new Map(episodes.flatMap((episode) => (episode.guid === null ? [] : [[episode.guid, episode]])));
  const byAudio = new Map(episodes.flatMap((episode) => (episode.audioUrl === null ? [] : [[audioKey(episode.audioUrl), episode]])));
  return ({ guid, audioUrl }) => (guid !== null ? byGuid.get(guid) : byAudio.get(audioKey(audioUrl)));
}
