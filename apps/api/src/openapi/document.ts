import 'reflect-metadata';
import { createDocument, prefixRoutes } from '@app/http/server';
import { loadEnvironment, pathsOutsideApi } from '@app/product';
import { uploadProtocols } from '@app/uploads';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { pino } from 'pino';
import { ApiModule } from '../api.module.js';
import { documentParts } from './document-parts.js';

/** The OpenAPI document of the api. Nothing is started: Nest's preview mode knows the routes and makes no instance. */
export async function apiDocument(): Promise<object> {
  const environment = loadEnvironment({
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
  });
  const module = await ApiModule.for(environment, pino({ level: 'silent' }));
  const app = await NestFactory.create<NestExpressApplication>(module, { preview: true, logger: false, abortOnError: false });
  app.enableVersioning(uploadProtocols);
  prefixRoutes(app, pathsOutsideApi);
  return createDocument(app, documentParts);
}

// `npm run generate` writes it to docs/openapi.json.
if (import.meta.main) process.stdout.write(`${JSON.stringify(await apiDocument(), null, 2)}\n`);
