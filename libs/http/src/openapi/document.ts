import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { PageMeta } from '../paging.js';
import { ErrorResponse } from './api-errors.js';
import { completeDocument, type DocumentParts } from './complete-document.js';

/** The OpenAPI document of the routes that an application has. */
export function createDocument(app: INestApplication, { description, ...parts }: DocumentParts & { description: string }): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Podcast Automation API')
    .setVersion('1')
    .setDescription(description)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'opaque', description: 'An API token: pat_ and 43 characters.' })
    .addServer('/')
    .build();
  const document = SwaggerModule.createDocument(app, config, {
    extraModels: [ErrorResponse, PageMeta],
    operationIdFactory: () => '', // out of method and path, in completeDocument
  });
  return completeDocument(document, parts);
}

const SHARED_ANSWERS = new Set(['/openapi.json', '/openapi.yaml', '/docs/swagger-ui-init.js', '/docs/docs/swagger-ui-init.js']);

/**
 * Writes large answers that never change once, and sends the same bytes to every request. Writing one takes a tenth of a second and half
 * a megabyte, and these need no token: many requests, or slow readers, must not cost that much each.
 */
function sharedAnswers(): RequestHandler {
  const kept = new Map<string, { readonly type: string; readonly bytes: Buffer }>();
  return (request: Request, response: Response, next: NextFunction) => {
    if (!SHARED_ANSWERS.has(request.path)) return next();
    const known = kept.get(request.path);
    if (known) return void response.type(known.type).send(known.bytes);
    const send = response.send.bind(response);
    response.send = (body: unknown) => {
      if (typeof body !== 'string' || response.statusCode !== 200) return send(body);
      const bytes = Buffer.from(body);
      kept.set(request.path, { type: response.get('Content-Type') ?? 'application/json', bytes });
      return send(bytes);
    };
    next();
  };
}

/** `/openapi.json`, and `/docs`: a page whose every file comes from this process, so that it works without internet access. */
export function serveDocument(app: INestApplication, parts: DocumentParts & { description: string }): void {
  app.use(sharedAnswers());
  SwaggerModule.setup('docs', app, () => createDocument(app, parts), {
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
    customSiteTitle: 'Podcast Automation API',
    customCss: '.swagger-ui .topbar { display: none }',
    swaggerOptions: { persistAuthorization: true, validatorUrl: null },
  });
}
