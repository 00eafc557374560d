export { aWorker } from './dispatch/worker.testing.js';
export { attempted, aUser } from './testing/attempts.js';
