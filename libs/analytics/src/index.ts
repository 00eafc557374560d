export { AnalyticsApiModule, AnalyticsModule, AnalyticsWorkerModule } from './analytics.module.js';
export { analyticsPersistence } from './persistence.js';
export { DownloadsRetention } from './downloads-retention.js';
export { RollUps } from './roll-ups.js';
