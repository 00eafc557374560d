import { DatabaseModule } from '@app/database/start';
import type { Environment } from '@app/env';
import { NestLog, ProcessModule } from '@app/process/start';
import { persistence } from '@app/product';
import type { DynamicModule, INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { pino, type Logger } from 'pino';
import type { ModuleLoader } from './context.js';

class AdminModule {
  static async for(environment: Environment, log: Logger, load: ModuleLoader): Promise<DynamicModule> {
    const platform = [ProcessModule.for({ environment, log }), DatabaseModule.over(persistence, 'admin')];
    return { module: AdminModule, imports: [...platform, ...(await load(environment))] };
  }
}

/** Starts the services of a command. stdout belongs to the answer; errors are thrown and reported once. */
export async function startServices(environment: Environment, load: ModuleLoader): Promise<INestApplicationContext> {
  const log = pino({ level: 'fatal' }, pino.destination(2));
  const module = await AdminModule.for(environment, log, load);
  return NestFactory.createApplicationContext(module, { logger: new NestLog(log), abortOnError: false });
}
