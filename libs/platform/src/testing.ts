export { builder } from './testing/builder.js';
export { Collector, type CollectedSpan } from './testing/collector.js';
export { healthOn } from './testing/health-on.js';
export { withPassingTime } from './testing/passing-time.js';
export { anMp4, fileType, movie, type Mp4 } from './testing/mp4.js';
export { readsOn } from './testing/reads-on.js';
export { rowsRead } from './testing/rows-read.js';
export { useDatabase, type TestDatabase } from './testing/use-database.js';
export { until, untilPasses } from './testing/until.js';
