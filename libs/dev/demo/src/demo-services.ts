import 'reflect-metadata';
import { AccountsModule } from '@app/auth';
import { FixturesModule } from '@app/fixtures';
import { PlatformModule, type Environment } from '@app/platform';
import { persistence } from '@app/product';
import type { DynamicModule, INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { pino, type Logger } from 'pino';

export class DemoModule {
  static for(environment: Environment, log: Logger): DynamicModule {
    const platform = PlatformModule.for({ environment, log, persistence, name: 'demo' });
    return { module: DemoModule, imports: [platform, AccountsModule, FixturesModule] };
  }
}

/** Runs work with the services that load the demo data. */
export async function withDemoServices<T>(environment: Environment, work: (app: INestApplicationContext) => Promise<T>): Promise<T> {
  const log = pino({ level: 'fatal' }, pino.destination(2)); // what goes wrong is thrown and told once
  const app = await NestFactory.createApplicationContext(DemoModule.for(environment, log), { logger: false, abortOnError: false });
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}
