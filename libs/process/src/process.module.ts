import { Encryption, Env, type Environment } from '@app/env';
import { Global, Module, type DynamicModule } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import type { Logger } from 'pino';
import { Clock } from './clock.js';
import { Health } from './health.js';
import { LOG } from './log.js';
import { Metrics, readinessMetrics } from './metrics.js';
import { connectRedis, REDIS, RedisLifecycle } from './redis.js';

type ProcessOptions = { readonly environment: Environment; readonly log: Logger };

/** Provides what every process needs beside its database: variables, log, clock, Redis if any, health and metrics. */
@Global()
@Module({})
export class ProcessModule {
  constructor(health: Health, metrics: Metrics) {
    readinessMetrics(health, metrics);
  }

  static for({ environment, log }: ProcessOptions): DynamicModule {
    const env = environment.get(Env);
    const provided = [
      ...environment.providers,
      { provide: LOG, useValue: log },
      Clock,
      { provide: REDIS, useFactory: () => connectRedis(env, log) },
      { provide: Encryption, useFactory: () => new Encryption(env.ENCRYPTION_KEY, env.ENCRYPTION_PREVIOUS_KEYS) },
      Health,
      Metrics,
      RedisLifecycle,
    ];
    return {
      module: ProcessModule,
      imports: [TerminusModule.forRoot({ logger: false })],
      providers: provided,
      exports: [...environment.providers, LOG, Clock, REDIS, Encryption, Health, Metrics],
    };
  }
}
