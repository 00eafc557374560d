import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { ErrorResponse } from './api-errors.js';
import { PageMeta } from './paging.js';

const DESCRIPTION =
  'Automates the preparation of podcast releases. Date-times are ISO 8601 in UTC, ids are UUIDv7 strings, successes are under `data`, ' +
  'failures have `message` and, where there are details, `errors`. Every answer carries `X-Request-Id`, `RateLimit-Policy` and `RateLimit`.';

/** The OpenAPI document of the routes that an application has. */
export function createDocument(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Podcast Automation API')
    .setVersion('1')
    .setDescription(DESCRIPTION)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'An API token: pat_ and 43 characters.' })
    .addServer('/')
    .build();
  return SwaggerModule.createDocument(app, config, {
    extraModels: [ErrorResponse, PageMeta],
    operationIdFactory: (_controller: string, method: string) => method,
  });
}

/** `/openapi.json`, and `/docs`: a page whose every file comes from this process, so that it works without internet access. */
export function serveDocument(app: INestApplication): void {
  SwaggerModule.setup('docs', app, () => createDocument(app), {
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
    customSiteTitle: 'Podcast Automation API',
    swaggerOptions: { persistAuthorization: false, validatorUrl: null },
  });
}
