import 'reflect-metadata';
import { AuthModule } from '@app/auth/services';
import { authFeature } from '@app/auth/feature';
import { chaptersFeature } from '@app/chapters/feature';
import { downloadsFeature } from '@app/downloads/feature';
import { FixturesModule } from '@app/fixtures';
import { fixturesFeature } from '@app/fixtures/feature';
import type { Feature } from '@app/database';
import { DatabaseModule } from '@app/database/start';
import { Environment } from '@app/env';
import { ProcessModule } from '@app/process/start';
import { podcastsFeature } from '@app/podcasts/feature';
import { quotaFeature } from '@app/quota/feature';
import { transcriptsFeature } from '@app/transcripts/feature';
import { uploadsFeature } from '@app/uploads/feature';
import { videoStocksFeature } from '@app/video-stocks/feature';
import type { DynamicModule, INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { pino, type Logger } from 'pino';

/** The features whose tables the demo data fills. The whole product would make this lib depend on everything. */
const FEATURES: readonly Feature[] = [
  authFeature,
  podcastsFeature,
  transcriptsFeature,
  chaptersFeature,
  downloadsFeature,
  quotaFeature,
  uploadsFeature,
  videoStocksFeature,
  fixturesFeature,
];

export const demoPersistence = FEATURES.flatMap(({ persistence }) => persistence ?? []);

export const demoEnvironment = (source: NodeJS.ProcessEnv): Environment =>
  Environment.load(
    source,
    FEATURES.flatMap(({ environment }) => environment ?? []),
  );

export class DemoModule {
  static for(environment: Environment, log: Logger): DynamicModule {
    const platform = [ProcessModule.for({ environment, log }), DatabaseModule.over(demoPersistence, 'demo')];
    return { module: DemoModule, imports: [...platform, AuthModule, FixturesModule] };
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
