export { OUTBOUND_CODES, OutboundError, type OutboundCode } from './outbound-error.js';
export { OutboundEnv } from './outbound.env.js';
export { HTTPS_ONLY, judgeUrl, type UrlFault, type UrlRules } from './outbound-url.js';
export { OutboundModule } from './outbound.module.js';
export { CalledOff, Outbound, type OutboundRequest, type OutboundResponse } from './outbound.js';
