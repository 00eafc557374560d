import { QUEUE_SCHEMA } from '@app/database';
import type { Env } from '@app/env';
import { redisConnection, SparseLog } from '@app/process';
import { BullModule } from '@nestjs/bullmq';
import { Global, Logger, Module, type DynamicModule } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { Queue, setDefaultBackendFactory, Worker, type ConnectionOptions } from 'bullmq';
import { JobMetrics } from './job-metrics.js';
import { JobSurroundings } from './job-surroundings.js';
import { abandonWait, retryingBackend } from './queue-backend.js';
import { QueueConnections } from './queue-connections.js';
import { SignalsModule } from './signals.queries.js';
import { Waits } from './waiting.js';

/**
 * Queues and workers report an unavailable server as an event, and try again. Without a listener, BullMQ prints it to
 * the console with all parameters of the connection.
 */
const logger = new Logger('queue');
const sparse = new SparseLog();
const tell = (one: Queue | Worker, { message }: Error) =>
  sparse.line(({ leftOut }) => {
    const server = connectionsOf(one) ? 'DATABASE_DIRECT_URL' : 'REDIS_URL';
    logger.warn(`${one.name}, at ${server}: ${message}${leftOut === undefined ? '' : ` (${leftOut} more)`}`);
  });

/** The connections of each pool that is given to BullMQ. */
const connections = new WeakMap<object, QueueConnections>();
const connectionsOf = ({ opts }: Queue | Worker) => connections.get(opts.connection);

class AudibleQueue extends Queue {
  constructor(...args: ConstructorParameters<typeof Queue>) {
    super(...args);
    this.on('error', (error: Error) => tell(this, error));
    connectionsOf(this)?.opened(this, false);
  }

  override async close(): Promise<void> {
    const closed = super.close();
    abandonWait(this);
    await closed;
    await connectionsOf(this)?.closed(this);
  }
}

/**
 * Seconds after which a worker of a queue in PostgreSQL looks although nothing was added. Additions are notified, and a
 * listener that breaks is noticed.
 */
const DRAIN_DELAY_SECONDS = 120;

/** Milliseconds between two looks for jobs whose worker died. Their next tick does the work in any case. */
const STALLED_INTERVAL_MS = 60_000;

class AudibleWorker extends Worker {
  constructor(...args: ConstructorParameters<typeof Worker>) {
    super(...args);
    if (connectionsOf(this)) Object.assign(this.opts, { drainDelay: DRAIN_DELAY_SECONDS, stalledInterval: STALLED_INTERVAL_MS });
    this.on('error', (error: Error) => tell(this, error));
    connectionsOf(this)?.opened(this, true);
  }

  override async close(force?: boolean): Promise<void> {
    const closed = super.close(force);
    abandonWait(this); // after it is marked as closing: it would ask again
    await closed;
    await connectionsOf(this)?.closed(this);
  }
}

/** A queue, for the `imports` of the module that fills or works it. */
export function registerQueue(name: string): DynamicModule {
  BullModule.queueClass = AudibleQueue; // Nest takes the class at this moment
  return BullModule.registerQueue({ name });
}

/**
 * BullMQ on Redis when `REDIS_URL` is set, otherwise on PostgreSQL. Jobs only wake workers and carry schedules: the
 * rows say what is due, so that losing a queue loses nothing.
 */
@Global()
@Module({})
export class JobsModule {
  static forRoot(env: Env): DynamicModule {
    BullModule.workerClass = AudibleWorker;
    if (env.REDIS_URL === undefined) setDefaultBackendFactory(retryingBackend);
    return {
      module: JobsModule,
      imports: [
        ScheduleModule.forRoot(),
        SignalsModule,
        BullModule.forRoot({
          connection: connection(env),
          defaultJobOptions: { removeOnComplete: { age: 3600 }, removeOnFail: { age: 86_400 } },
        }),
      ],
      providers: [JobMetrics, JobSurroundings, Waits],
      exports: [JobSurroundings, Waits],
    };
  }
}

function connection({ REDIS_URL: redis, DATABASE_DIRECT_URL: postgres }: Env): ConnectionOptions {
  if (redis !== undefined) return { ...redisConnection(redis), maxRetriesPerRequest: null };
  const shared = new QueueConnections(postgres, QUEUE_SCHEMA);
  connections.set(shared.pool, shared);
  return shared.pool;
}
