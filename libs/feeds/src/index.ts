export { FeedsApiModule } from './feeds.api.module.js';
export { FeedsWorkerModule } from './feeds.worker.module.js';
export { feedsPersistence } from './persistence.js';
