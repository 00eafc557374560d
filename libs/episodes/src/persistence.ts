import type { Persistence } from '@app/database';
import { EpisodeContents } from './episode-contents.entity.js';
import { EpisodeContents1790000100000 } from './migrations/1790000100000-episode-contents.js';
import { TitleWords1790002103000 } from './migrations/1790002103000-title-words.js';
import { VacuumEpisodeContents1790004200300 } from './migrations/1790004200300-vacuum-episode-contents.js';
import { SearchByWords1790004400000 } from './migrations/1790004400000-search-by-words.js';
import { SearchOfTheHead1790004800000 } from './migrations/1790004800000-search-of-the-head.js';
import { DropEpisodesBelow1790004900000 } from './migrations/1790004900000-drop-episodes-below.js';

export const episodesPersistence: Persistence = {
  entities: [EpisodeContents],
  migrations: [
    EpisodeContents1790000100000,
    TitleWords1790002103000,
    VacuumEpisodeContents1790004200300,
    SearchByWords1790004400000,
    SearchOfTheHead1790004800000,
    DropEpisodesBelow1790004900000,
  ],
  userData: {
    episode_contents: { column: 'episode_id', of: 'episodes' },
  },
};
