export { FAILURES, type FailureCode } from './changes/failures.js';
export { videoStocksPersistence } from './persistence.js';
export { VIDEO_STOCK_STATUSES, type VideoStockStatus } from './changes/states.js';
export { QuotaBearers } from './changes/quota-bearers.queries.js';
export { StockChanges } from './changes/stock-changes.js';
export { VideoStock } from './video-stock.entity.js';
export { VideoStocksModule } from './video-stocks.module.js';
export { VideoStocksQueries } from './video-stocks.queries.js';
