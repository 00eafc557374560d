import { GuardedClient, WORKER_TIMEOUTS, type Env } from '@app/platform';
import { BullModule } from '@nestjs/bullmq';
import { Global, Logger, Module, type DynamicModule } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { createPostgresBackend, Queue, setDefaultBackendFactory, Worker, type ConnectionOptions } from 'bullmq';
import { JobMetrics } from './job-metrics.js';

/** BullMQ's tables live in this PostgreSQL schema. */
const SCHEMA = 'bullmq';

/**
 * A server that is away is an event of queues and workers, who go on trying. Where nobody listens, BullMQ prints it to the
 * console, with all parameters of the connection.
 */
const logger = new Logger('queue');
const tell = ({ name }: Queue | Worker, { message }: Error) => logger.warn(`${name}: ${message}`);

class AudibleQueue extends Queue {
  constructor(...args: ConstructorParameters<typeof Queue>) {
    super(...args);
    this.on('error', (error: Error) => tell(this, error));
  }
}

class AudibleWorker extends Worker {
  constructor(...args: ConstructorParameters<typeof Worker>) {
    super(...args);
    this.on('error', (error: Error) => tell(this, error));
  }
}

/** A queue, for the `imports` of the module that fills or works it. */
export function registerQueue(name: string): DynamicModule {
  BullModule.queueClass = AudibleQueue; // Nest takes the class at this moment
  return BullModule.registerQueue({ name });
}

/**
 * BullMQ on Redis when `REDIS_URL` is set, otherwise on PostgreSQL. Jobs only wake workers and carry schedules: the rows say what is
 * due, so that losing a queue loses nothing.
 */
@Global()
@Module({})
export class JobsModule {
  static forRoot(env: Env): DynamicModule {
    BullModule.workerClass = AudibleWorker;
    if (env.REDIS_URL === undefined) setDefaultBackendFactory(createPostgresBackend);
    return {
      module: JobsModule,
      imports: [
        ScheduleModule.forRoot(),
        BullModule.forRoot({
          connection: connection(env),
          defaultJobOptions: { removeOnComplete: { age: 3600 }, removeOnFail: { age: 86_400 } },
        }),
      ],
      providers: [JobMetrics],
      exports: [JobMetrics],
    };
  }
}

function connection({ REDIS_URL: redis, DATABASE_URL: postgres }: Env): ConnectionOptions {
  if (redis !== undefined) return { url: redis, maxRetriesPerRequest: null };
  return {
    connectionString: postgres,
    schema: SCHEMA,
    application_name: 'queue',
    // Each queue and each worker has a pool, and each worker one more connection: two are enough for short statements.
    max: 2,
    // A statement without an answer ends, and a connection that fails while it is used does not end the process.
    Client: GuardedClient,
    ...{ timeouts: WORKER_TIMEOUTS },
    connectionTimeoutMillis: WORKER_TIMEOUTS.connectMs,
    maxLifetimeSeconds: 3600,
    keepAlive: true,
  };
}
