export { videoStocksPersistence } from './persistence.js';
export { VIDEO_STOCK_STATUSES, VideoStock, type VideoStockStatus } from './video-stock.entity.js';
