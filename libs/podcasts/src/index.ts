export { TRANSCRIPTIONS, type Transcription } from './episode.entity.js';
export { EpisodesService, type OwnedEpisode } from './episodes.service.js';
export { OwnsEpisode, TheEpisode } from './owns-episode.js';
export { OwnsNamedPodcast, OwnsPodcast, ThePodcast } from './owns-podcast.js';
export { podcastsPersistence } from './persistence.js';
export { PodcastsModule } from './podcasts.module.js';
export { PodcastsService, type OwnedPodcast } from './podcasts.service.js';
