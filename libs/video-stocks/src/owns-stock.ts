import { ownership } from '@app/auth';
import { VideoStocksService } from './video-stocks.service.js';

/** The stock in the path exists and its podcast is the caller's (404 otherwise). */
export const { Owns: OwnsStock, The: TheStock } = ownership('stock', VideoStocksService, (stocks, id, { userId }) =>
  stocks.find(id, userId),
);
