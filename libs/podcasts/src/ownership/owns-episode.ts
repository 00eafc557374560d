import { ownership } from '@app/auth';
import { EpisodesService } from '../episodes/episodes.service.js';

/** The episode in the path exists (404) and its podcast is the caller's, confirmed (403). */
export const { Owns: OwnsEpisode, The: TheEpisode } = ownership('episode', EpisodesService, (episodes, id, userId) =>
  episodes.owned(id, userId),
);
