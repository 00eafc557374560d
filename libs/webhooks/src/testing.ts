export { aWorker } from './testing/worker.js';
export { attempted, aUser } from './testing/attempts.js';
