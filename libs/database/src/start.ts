export { createDataSource } from './data-source.js';
export { DatabaseModule } from './database.module.js';
export { explain } from './explain.js';
export { migrate } from './migrate.js';
export { workMetrics } from './work.metrics.js';
