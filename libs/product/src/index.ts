export { exposedHeaders, loadEnvironment, migrateStores, modulesFor, pathsOutsideApi, persistence, workStatuses } from './composition.js';
export { FEATURES } from './features.js';
