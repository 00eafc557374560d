export { OwnsEpisode, TheEpisode, type OwnedEpisode } from './ownership/owns-episode.js';
export { OwnsNamedPodcast, OwnsPodcast, ThePodcast } from './ownership/owns-podcast.js';
export { podcastsPersistence } from './persistence.js';
export type { OwnedPodcast } from './podcasts.service.js';
