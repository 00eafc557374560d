import 'reflect-metadata';
import { analyticsPersistence } from '@app/analytics';
import { AccountsModule, authPersistence } from '@app/auth';
import { chaptersPersistence } from '@app/chapters';
import { downloadsPersistence } from '@app/downloads';
import { feedsPersistence } from '@app/feeds';
import { FixturesModule, fixturesPersistence } from '@app/fixtures';
import { PlatformModule, type Env } from '@app/platform';
import { podcastsPersistence } from '@app/podcasts';
import { quotaPersistence } from '@app/quota';
import { transcriptsPersistence } from '@app/transcripts';
import { uploadsPersistence } from '@app/uploads';
import { videoStocksPersistence } from '@app/video-stocks';
import { webhooksPersistence } from '@app/webhooks';
import type { DynamicModule, INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { pino, type Logger } from 'pino';

export const persistence = [
  authPersistence,
  podcastsPersistence,
  chaptersPersistence,
  transcriptsPersistence,
  videoStocksPersistence,
  webhooksPersistence,
  quotaPersistence,
  uploadsPersistence,
  feedsPersistence,
  downloadsPersistence,
  analyticsPersistence,
  fixturesPersistence,
];

export class DemoModule {
  static for(env: Env, log: Logger): DynamicModule {
    const platform = PlatformModule.for({ env, log, persistence, name: 'demo' });
    return { module: DemoModule, imports: [platform, AccountsModule, FixturesModule] };
  }
}

/** Runs work with the services that load the demo data. */
export async function withDemoServices<T>(env: Env, work: (app: INestApplicationContext) => Promise<T>): Promise<T> {
  const log = pino({ level: 'fatal' }, pino.destination(2)); // what goes wrong is thrown and told once
  const app = await NestFactory.createApplicationContext(DemoModule.for(env, log), { logger: false, abortOnError: false });
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}
