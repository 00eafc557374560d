export { AnalyticsModule } from './analytics.module.js';
export { DownloadsRetention } from './roll-ups/downloads-retention.queries.js';
export { RollUps } from './roll-ups/roll-ups.queries.js';
