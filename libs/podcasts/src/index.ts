export { TRANSCRIPTIONS, type Transcription } from './episodes/episode.entity.js';
export { EpisodesService } from './episodes/episodes.service.js';
export { OwnsEpisode, TheEpisode, type OwnedEpisode } from './ownership/owns-episode.js';
export { OwnsNamedPodcast, OwnsPodcast, ThePodcast } from './ownership/owns-podcast.js';
export { audienceOf } from './ownership/episode-claims.queries.js';
export { podcastsPersistence } from './persistence.js';
export { PodcastsModule } from './podcasts.module.js';
export { PodcastsService, type OwnedPodcast } from './podcasts.service.js';
