import { BullModule } from '@nestjs/bullmq';
import { Module, type DynamicModule } from '@nestjs/common';
import { createPostgresBackend, Queue, setDefaultBackendFactory, Worker, type ConnectionOptions } from 'bullmq';
import type { Logger } from 'pino';
import { Env } from '../env/env.js';

/** BullMQ's tables live in this PostgreSQL schema. */
const SCHEMA = 'bullmq';

/**
 * BullMQ on Redis when `REDIS_URL` is set, otherwise on PostgreSQL. Jobs only wake workers and keep schedules: what is to be
 * done stands in rows, so a queue that is lost loses nothing.
 */
@Module({})
export class QueuesModule {
  static forRoot(env: Env, log: Logger): DynamicModule {
    tellFaultsTo(log);
    if (env.REDIS_URL === undefined) setDefaultBackendFactory(createPostgresBackend);
    return {
      module: QueuesModule,
      imports: [
        BullModule.forRoot({
          connection: connection(env),
          defaultJobOptions: { removeOnComplete: { age: 3600 }, removeOnFail: { age: 86_400 } },
        }),
      ],
    };
  }
}

/**
 * A server that is away is an event of queues and workers, who go on trying. Unheard, BullMQ prints it to the console, with the
 * connection's parameters.
 */
function tellFaultsTo(log: Logger): void {
  const tell = (queue: string) => (err: Error) => log.warn({ err, queue }, 'the queue has a fault');
  BullModule.queueClass = class extends Queue {
    constructor(...args: ConstructorParameters<typeof Queue>) {
      super(...args);
      this.on('error', tell(this.name));
    }
  };
  BullModule.workerClass = class extends Worker {
    constructor(...args: ConstructorParameters<typeof Worker>) {
      super(...args);
      this.on('error', tell(this.name));
    }
  };
}

function connection({ REDIS_URL: redis, DATABASE_URL: postgres }: Env): ConnectionOptions {
  if (redis !== undefined) return { url: redis, maxRetriesPerRequest: null };
  return { connectionString: postgres, schema: SCHEMA, max: 4, application_name: 'queue' };
}
