import 'reflect-metadata';
import { explain } from '@app/database/start';
import { Env } from '@app/env';
import { Health, Metrics } from '@app/process';
import { createLog, listenForOperators, NestLog, run, startTracing, stopOnSignal, tellReady, tellVersion } from '@app/process/start';
import { NestFactory } from '@nestjs/core';
import { loadEnvironment } from '@app/product';
import { WorkerModule } from './worker.module.js';

await run(async () => {
  if (tellVersion(process.argv)) return;
  const environment = loadEnvironment(process.env);
  const env = environment.get(Env);
  const log = createLog('worker', env.LOG_LEVEL);
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = env;
  const stopTracing = await startTracing({ endpoint, headers, service: 'podcast-automation-worker' });
  const app = await NestFactory.createApplicationContext(await WorkerModule.for(environment, log), {
    logger: new NestLog(log),
    abortOnError: false,
  });
  const health = app.get(Health);
  const operators =
    env.WORKER_PORT === undefined ? undefined : await listenForOperators({ health, metrics: app.get(Metrics) }, env.WORKER_PORT, env.HOST);
  stopOnSignal({ log, env, health }, async () => {
    await app.close(); // closes the queue workers, which finish the job in hand
    operators?.close();
    await stopTracing();
  });
  const missing = await health.missing();
  log.info({ missing }, missing.length === 0 ? 'working' : 'waiting for what is missing');
  tellReady();
}, explain);
