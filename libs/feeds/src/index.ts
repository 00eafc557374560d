export { FeedsApiModule, FeedsWorkerModule } from './feeds.module.js';
export { feedsPersistence } from './persistence.js';
