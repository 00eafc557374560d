export { exposedHeaders, loadEnvironment, modulesFor, pathsOutsideApi, persistence, workStatuses } from './composition.js';
export { FEATURES } from './features.js';
