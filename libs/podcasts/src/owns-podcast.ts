import { ownership } from '@app/auth';
import { PodcastsService } from './podcasts.service.js';

/** The podcast in the path exists (404) and is the caller's, confirmed (403). */
export const { Owns: OwnsPodcast, The: ThePodcast } = ownership('podcast', PodcastsService, (podcasts, id, userId) =>
  podcasts.owned(id, userId),
);
