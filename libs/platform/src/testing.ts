export { Collector } from './testing/collector.js';
export { healthOn } from './testing/health-on.js';
export { withPassingTime } from './testing/passing-time.js';
export { anMp4, fileType, movie } from './testing/mp4.js';
export { readsOn } from './testing/reads-on.js';
export { rowsRead } from './testing/rows-read.js';
export { ScriptedOutbound, type Script, type ScriptedAnswer } from './testing/scripted-outbound.js';
export { useDatabase } from './testing/use-database.js';
export { until } from './testing/until.js';
