import type { Persistence } from '@app/platform';
import { VideoStocks1790000005000 } from './migrations/1790000005000-video-stocks.js';
import { VideoStockLives1790000021000 } from './migrations/1790000021000-video-stock-lives.js';
import { OwnersOfVideoStocks1790000035000 } from './migrations/1790000035000-owners-of-video-stocks.js';
import { VideoStock } from './video-stock.entity.js';

export const videoStocksPersistence: Persistence = {
  entities: [VideoStock],
  migrations: [VideoStocks1790000005000, VideoStockLives1790000021000, OwnersOfVideoStocks1790000035000],
};
