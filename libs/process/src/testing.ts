export { Collector } from './testing/collector.js';
export { OUTBOUND_CODES } from './outbound/outbound-error.js';
export { withPassingTime } from './testing/passing-time.js';
export { ScriptedOutbound, type Script, type ScriptedAnswer } from './testing/scripted-outbound.js';
export { until } from './testing/until.js';
