import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { PageMeta } from '../paging.js';
import { ErrorResponse } from './api-errors.js';
import { completeDocument, type DocumentParts } from './complete-document.js';

/** The OpenAPI document of the routes that an application has. */
function createDocument(app: INestApplication, { description, ...parts }: DocumentParts & { description: string }): OpenAPIObject {
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

/** `/openapi.json`, and `/docs`: a page whose every file comes from this process, so that it works without internet access. */
export function serveDocument(app: INestApplication, parts: DocumentParts & { description: string }): void {
  SwaggerModule.setup('docs', app, () => createDocument(app, parts), {
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
    customSiteTitle: 'Podcast Automation API',
    customCss: '.swagger-ui .topbar { display: none }',
    swaggerOptions: { persistAuthorization: true, validatorUrl: null },
  });
}
