export { aWorker } from './dispatch/worker.testing.js';
