/** Exports without HTTP: entities for tables of other features, services for the operator's command line (ADR 0070). */
export { Episode, TRANSCRIPTIONS, type Transcription } from './episodes/episode.entity.js';
export { EpisodesService } from './episodes/episodes.service.js';
export { Podcast } from './podcast.entity.js';
export { audienceOf } from './ownership/episode-claims.queries.js';
export { PodcastsModule } from './podcasts.module.js';
export { PodcastsService } from './podcasts.service.js';
