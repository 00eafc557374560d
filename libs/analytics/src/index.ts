export { AnalyticsModule, AnalyticsUpkeepModule, AnalyticsWorkerModule } from './analytics.module.js';
export { Download } from './download.entity.js';
export { analyticsPersistence } from './persistence.js';
export { Upkeep, type Upkept } from './upkeep.js';
