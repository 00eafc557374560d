export { run, stopOnSignal, tellReady } from './lifecycle.js';
export { createLog, NestLog } from './log.js';
export { listenForOperators, operationsAnswer, OPERATIONS_PATHS, send, type Operations } from './operations.server.js';
export { NoOutboundModule } from './outbound/no-outbound.js';
export { ProcessModule } from './process.module.js';
export { startTracing } from './tracing.js';
export { productVersion, tellVersion } from './version.js';
