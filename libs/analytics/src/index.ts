export { AnalyticsModule } from './analytics.module.js';
export { DownloadsRetention } from './downloads-retention.js';
export { RollUps } from './roll-ups.js';
