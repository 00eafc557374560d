export { Clock } from './clock.js';
export { isId, LAST_ID, newId, NIL_ID } from './id.js';
export { Encryption } from './encryption.js';
export { CronExpression, UrlWithScheme } from './env/env.constraints.js';
export { EnvError } from './env/env-error.js';
export { Env } from './env/env.js';
export { Environment } from './env/environment.js';
export { Integer, Numbers, secretsOf, variablesOf } from './env/variables.js';

export { Batches } from './concurrency/batches.js';
export { unlessAborted, withDeadline } from './concurrency/deadline.js';
export { FairSemaphore, TooBusyError } from './concurrency/fair-semaphore.js';

export { AdmissionDatabase } from './database/admission-database.js';
export { codeOf, isUnavailable } from './database/availability.js';
export { createDataSource, dataSourceOptions } from './database/data-source.js';
export { DatabasePool } from './database/database-pool.js';
export { ReadDatabase } from './database/read-database.queries.js';
export { openSession } from './database/session.js';
export { WORKER_TIMEOUTS } from './database/timeouts.js';
export { migrate } from './database/migrate.js';
export { makePartitions, partitionsOf, whileInUse, type PartitionedTable } from './database/partitions.queries.js';
export { forgetPlans, inIndexOrder } from './database/plans.queries.js';
export { QUEUE_SCHEMA } from './database/queue-schema.js';
export type { Persistence } from './database/persistence.js';
export { ConnectionWatch, whileConnected } from './database/while-connected.js';

export { NoOutboundModule } from './outbound/no-outbound.js';
export { Outbound, type OutboundRequest, type OutboundResponse, type UrlFault, type UrlRules } from './outbound/outbound.js';
export { CalledOff, OUTBOUND_CODES, OutboundError, type OutboundCode } from './outbound/outbound-error.js';

export { explain } from './process/explain.js';
export type { Feature } from './process/feature.js';
export { STUCK_AFTER_SECONDS, type WorkStatus } from './process/work-status.js';
export { Health } from './process/health.js';
export { run, stopOnSignal, tellReady } from './process/lifecycle.js';
export { logContext, TRACEPARENT, type LogContext } from './process/log-context.js';
export { createLog, LOG, NestLog } from './process/log.js';
export { SparseLog } from './process/sparse-log.js';
export { startSpan, startTracing } from './process/tracing.js';
export { Metrics } from './process/metrics.js';
export { workMetrics } from './process/work.metrics.js';
export { tellVersion } from './process/version.js';
export { listenForOperators, operationsAnswer, OPERATIONS_PATHS, send, type Operations } from './process/operations.server.js';
export { PlatformModule } from './process/platform.module.js';
export { REDIS, redisConnection } from './process/redis.js';
