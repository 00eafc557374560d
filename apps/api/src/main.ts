import 'reflect-metadata';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { AgentTools } from '@app/agents';
import { initialize, serveDocument, useConventions } from '@app/http/server';
import { explain } from '@app/database/start';
import { Env } from '@app/env';
import { Health, Metrics } from '@app/process';
import { createLog, listenForOperators, NestLog, run, startTracing, stopOnSignal, tellReady, tellVersion } from '@app/process/start';
import { uploadProtocols } from '@app/uploads';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { exposedHeaders, loadEnvironment, pathsOutsideApi } from '@app/product';
import { ApiModule } from './api.module.js';
import { servePage } from './console.js';
import { serveDocs } from './docs/serve-docs.js';
import { serveForMachines } from './for-machines.js';
import { serveFrontPage } from './front-page.js';
import { documentParts } from './openapi/document-parts.js';

/** The repository, or the folder of an image that has the documents. */
const ROOT = join(import.meta.dirname, '../../..');
/** The output of `nx build console`. */
const CONSOLE = join(import.meta.dirname, '../../console/dist');
/** Connections that may wait while the process is busy, as far as the system allows: others take seconds, or fail. */
const BACKLOG = 4096;

await run(async () => {
  if (tellVersion(process.argv)) return;
  const environment = loadEnvironment(process.env);
  const env = environment.get(Env);
  const log = createLog('api', env.LOG_LEVEL);
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = env;
  const stopTracing = await startTracing({ endpoint, headers, service: 'podcast-automation-api' });
  const app = await NestFactory.create<NestExpressApplication>(await ApiModule.for(environment, log), {
    bodyParser: false, // bodies are read after the checks (libs/http/src/bodies/body.interceptor.ts)
    logger: new NestLog(log),
    abortOnError: false,
    forceCloseConnections: false,
  });
  const operations = { health: app.get(Health), metrics: app.get(Metrics) };
  app.enableVersioning(uploadProtocols);
  useConventions(app, { env, log, pathsOutsideApi, exposedHeaders }, operations);
  app.use(serveDocs(ROOT));
  app.use(serveForMachines(ROOT));
  app.get(AgentTools).describe(serveDocument(app, documentParts));
  app.use('/console', servePage(CONSOLE));
  app.use(serveFrontPage());
  await initialize(app);
  const server = app.getHttpServer();
  await once(server.listen({ port: env.PORT, host: env.HOST, backlog: BACKLOG }), 'listening');
  const operators = env.METRICS_PORT === undefined ? undefined : await listenForOperators(operations, env.METRICS_PORT, env.HOST);
  stopOnSignal({ log, env, health: operations.health }, async () => {
    await app.close();
    operators?.close();
    await stopTracing();
  });
  const { port } = server.address() as AddressInfo;
  log.info({ port, host: env.HOST }, 'listening');
  tellReady({ port });
}, explain);
