export { Collector } from './testing/collector.js';
export { withPassingTime } from './testing/passing-time.js';
export { ScriptedOutbound, type Script, type ScriptedAnswer } from './testing/scripted-outbound.js';
export { until } from './testing/until.js';
