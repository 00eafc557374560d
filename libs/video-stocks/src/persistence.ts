import type { Persistence } from '@app/database';
import { VideoStocks1790000005000 } from './migrations/1790000005000-video-stocks.js';
import { VideoStockLives1790000021000 } from './migrations/1790000021000-video-stock-lives.js';
import { OwnersOfVideoStocks1790000035000 } from './migrations/1790000035000-owners-of-video-stocks.js';
import { ProbeTurns1790000071000 } from './migrations/1790000071000-probe-turns.js';
import { DueProbesByOwner1790000120000 } from './migrations/1790000120000-due-probes-by-owner.js';
import { ClaimedProbes1790000173000 } from './migrations/1790000173000-claimed-probes.js';
import { UnlinkedEpisodes1790002102000 } from './migrations/1790002102000-unlinked-episodes.js';
import { PROBE_TIMES } from './probing/probe-times.queries.js';
import { ProbeTurn } from './probing/probe-turn.entity.js';
import { UnlinkedEpisode } from './unlinked-episode.entity.js';
import { VideoStock } from './video-stock.entity.js';

export const videoStocksPersistence: Persistence = {
  movedByClock: PROBE_TIMES,
  entities: [VideoStock, ProbeTurn, UnlinkedEpisode],
  migrations: [
    VideoStocks1790000005000,
    VideoStockLives1790000021000,
    OwnersOfVideoStocks1790000035000,
    ProbeTurns1790000071000,
    DueProbesByOwner1790000120000,
    ClaimedProbes1790000173000,
    UnlinkedEpisodes1790002102000,
  ],
  userData: {
    video_stocks: { column: 'podcast_id', of: 'podcasts' },
    unlinked_episodes: { column: 'stock_id', of: 'video_stocks' },
    probe_turns: { column: 'user_id' },
  },
};
