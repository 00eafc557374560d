export { OUTBOUND_CODES, OutboundError, type OutboundCode } from './outbound-error.js';
export { HTTPS_ONLY, judgeUrl, type UrlFault, type UrlRules } from './outbound-url.js';
export { OutboundModule } from './outbound.module.js';
export { CalledOff } from './exchange.js';
export { Outbound, type OutboundRequest } from './guarded-outbound.js';
export type { OutboundResponse } from './received-response.js';
