import type { Persistence } from '@app/database';
import { Episode } from './episodes/episode.entity.js';
import { UnpublishedEpisode } from './episodes/unpublished-episode.entity.js';
import { PodcastsAndEpisodes1790000002000 } from './migrations/1790000002000-podcasts-and-episodes.js';
import { PodcastsWithTheirOwner1790000034000 } from './migrations/1790000034000-podcasts-with-their-owner.js';
import { FoldedTitles1790002101000 } from './migrations/1790002101000-folded-titles.js';
import { UnpublishedEpisodes1790002173500 } from './migrations/1790002173500-unpublished-episodes.js';
import { TitlesDigest1790004300000 } from './migrations/1790004300000-titles-digest.js';
import { Podcast } from './podcast.entity.js';

export const podcastsPersistence: Persistence = {
  entities: [Podcast, Episode, UnpublishedEpisode],
  migrations: [
    PodcastsAndEpisodes1790000002000,
    PodcastsWithTheirOwner1790000034000,
    FoldedTitles1790002101000,
    UnpublishedEpisodes1790002173500,
    TitlesDigest1790004300000,
  ],
  userData: {
    podcasts: { column: 'owner_id' },
    episodes: { column: 'podcast_id', of: 'podcasts' },
    unpublished_episodes: { column: 'episode_id', of: 'episodes' },
  },
};
