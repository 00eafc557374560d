import { analyticsPersistence } from '@app/analytics';
import { authPersistence } from '@app/auth';
import { chaptersPersistence } from '@app/chapters';
import { downloadsPersistence } from '@app/downloads';
import { feedsPersistence } from '@app/feeds';
import { fixturesPersistence } from '@app/fixtures';
import { podcastsPersistence } from '@app/podcasts';
import { quotaPersistence } from '@app/quota';
import { rateLimitPersistence } from '@app/rate-limit';
import { transcriptsPersistence } from '@app/transcripts';
import { uploadsPersistence } from '@app/uploads';
import { videoStocksPersistence } from '@app/video-stocks';
import { webhooksPersistence } from '@app/webhooks';

/** Every feature with tables: what `migrate` brings up to date. */
export const persistence = [
  rateLimitPersistence,
  authPersistence,
  podcastsPersistence,
  chaptersPersistence,
  transcriptsPersistence,
  videoStocksPersistence,
  webhooksPersistence,
  quotaPersistence,
  uploadsPersistence,
  feedsPersistence,
  downloadsPersistence,
  analyticsPersistence,
  fixturesPersistence,
];
