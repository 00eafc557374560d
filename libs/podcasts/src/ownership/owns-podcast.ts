import { ownership, type Caller } from '@app/auth';
import { PodcastsService } from '../podcasts.service.js';

const owned = (podcasts: PodcastsService, id: string, { userId }: Caller) => podcasts.owned(id, userId);

/** The podcast in the path exists (404) and is the caller's, confirmed (403). */
export const { Owns: OwnsPodcast, The: ThePodcast } = ownership('podcast', PodcastsService, owned);

/** The same of the podcast to which `podcast_id` narrows a list. */
export const { Owns: OwnsNamedPodcast } = ownership({ query: 'podcast_id' }, PodcastsService, owned);
