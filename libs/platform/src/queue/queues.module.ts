import { BullModule } from '@nestjs/bullmq';
import { Module, type DynamicModule } from '@nestjs/common';
import { createPostgresBackend, setDefaultBackendFactory, type ConnectionOptions } from 'bullmq';
import { Env } from '../env/env.js';

/** BullMQ's tables live in this PostgreSQL schema. */
const SCHEMA = 'bullmq';

/**
 * BullMQ on Redis when `REDIS_URL` is set, otherwise on PostgreSQL. Jobs only wake workers and keep schedules: what is to be
 * done stands in rows, so a queue that is lost loses nothing.
 */
@Module({})
export class QueuesModule {
  static forRoot(env: Env): DynamicModule {
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

function connection({ REDIS_URL: redis, DATABASE_URL: postgres }: Env): ConnectionOptions {
  if (redis !== undefined) return { url: redis, maxRetriesPerRequest: null };
  return { connectionString: postgres, schema: SCHEMA, max: 4, application_name: 'queue' };
}
