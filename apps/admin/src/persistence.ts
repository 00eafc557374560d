import { analyticsPersistence } from '@app/analytics';
import { authPersistence } from '@app/auth';
import { chaptersPersistence } from '@app/chapters';
import { fixturesPersistence } from '@app/fixtures';
import { podcastsPersistence } from '@app/podcasts';
import { transcriptsPersistence } from '@app/transcripts';
import { videoStocksPersistence } from '@app/video-stocks';

/** Every feature with tables: what `migrate` brings up to date. */
export const persistence = [
  authPersistence,
  podcastsPersistence,
  chaptersPersistence,
  transcriptsPersistence,
  videoStocksPersistence,
  analyticsPersistence,
  fixturesPersistence,
];
