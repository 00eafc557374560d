export { healthOn } from './testing/health-on.js';
export { moveByClock } from './testing/move-by-clock.js';
export { readsOn } from './testing/reads-on.js';
export { rowsRead } from './testing/rows-read.js';
export { useDatabase } from './testing/use-database.js';
