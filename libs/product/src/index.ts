export { loadEnvironment, modulesFor, persistence, workStatuses } from './composition.js';
export { FEATURES } from './features.js';
