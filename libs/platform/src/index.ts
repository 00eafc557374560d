export { Clock } from './clock.js';
export { isId, newId } from './id.js';
export { Encryption } from './encryption.js';
export { Env, EnvError, ListenerEnv } from './env/env.js';

export { createDataSource, dataSourceOptions } from './database/data-source.js';
export { migrate } from './database/migrate.js';
export type { Persistence } from './database/persistence.js';
export { ConnectionWatch, whileConnected } from './database/while-connected.js';

export { ApiErrors, ApiPublicErrors, ErrorResponse, listSchema } from './http/api-errors.js';
export { AppError, invalid, MAX_ERRORS, STATUS, type ErrorDetail } from './http/app-error.js';
export { JsonBytes, OptionalBody, TakesJsonBytes } from './http/body.interceptor.js';
export { cutShort, freeBytes, parseJson, tellToGoOn } from './http/body.js';
export { answerTo, ErrorFilter } from './http/error.filter.js';
export { isHeld } from './http/etag.js';
export { createDocument, serveDocument } from './http/openapi.js';
export { Cursors, page, PageMeta, PageQuery } from './http/paging.js';
export { API_PREFIX, initialize, useConventions } from './http/server.js';
export { logContext } from './http/request.js';
export { checkWire, WirePipe } from './http/wire.pipe.js';

export { CalledOff, Outbound, type OutboundRequest, type OutboundResponse } from './outbound/outbound.js';
export { OUTBOUND_CODES, OutboundError, type OutboundCode } from './outbound/outbound-error.js';
export { HTTPS_ONLY, judgeUrl, type UrlFault, type UrlRules } from './outbound/outbound-url.js';

export { Health } from './process/health.js';
export { explain } from './process/explain.js';
export { run, stopOnSignal, tellReady } from './process/lifecycle.js';
export { createLog, LOG, NestLog } from './process/log.js';
export { Metrics } from './process/metrics.js';
export { listenForOperators } from './process/operations.server.js';
export { PlatformModule } from './process/platform.module.js';

export { QueuesModule, registerQueue } from './queue/queues.module.js';
export { SweepModule } from './rate-limit/sweep.module.js';
export { rateLimited, RateLimits } from './rate-limit/rate-limits.js';
export { SlidingWindow, type Hit, type WindowSize } from './rate-limit/sliding-window.js';
