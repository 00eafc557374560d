export { CompositionError, loadEnvironment, modulesFor, persistence } from './composition.js';
export { FEATURES } from './features.js';
