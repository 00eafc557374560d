import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { productVersion } from '@app/process/start';
import { originOf } from '../origin.js';
import { PageMeta } from '../paging.js';
import { ErrorResponse } from './api-errors.js';
import { completeDocument, type DocumentParts } from './complete-document.js';

/** Stands in the document for the address of the service, which only a request tells. */
const DEFAULT_SERVER = 'http://127.0.0.1:3000';

export function createDocument(app: INestApplication, { description, ...parts }: DocumentParts & { description: string }): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Podcast Automation API')
    .setVersion(productVersion())
    .setDescription(description)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'opaque', description: 'An API token: pat_ and 43 characters.' })
    .addServer(DEFAULT_SERVER)
    .build();
  const document = SwaggerModule.createDocument(app, config, {
    extraModels: [ErrorResponse, PageMeta],
    operationIdFactory: () => '', // out of method and path, in completeDocument
  });
  return completeDocument(document, parts);
}

/** Serves `/openapi.json`. The document is made once; requests get the same bytes, around their address. */
function serveJson(document: OpenAPIObject): (request: Request, response: Response) => void {
  const parts = JSON.stringify(document).split(serversOf(DEFAULT_SERVER)).map((part) => Buffer.from(part)); // prettier-ignore
  return (request: Request, response: Response) => {
    const [before = NOTHING, after = NOTHING] = parts;
    const chunks = [before, Buffer.from(serversOf(originOf(request))), after];
    response.type('json').setHeader('Content-Length', chunks.reduce((sum, { length }) => sum + length, 0)); // prettier-ignore
    for (const chunk of chunks) response.write(chunk);
    response.end();
  };
}

const NOTHING = Buffer.alloc(0);
const serversOf = (url: string): string => JSON.stringify({ servers: [{ url }] }).slice(1, -1);

/** Serves `/openapi.json`. @returns the document, made here, since in a request it would block the event loop */
export function serveDocument(app: INestApplication, parts: DocumentParts & { description: string }): OpenAPIObject {
  const document = createDocument(app, parts);
  app.getHttpAdapter().get('/openapi.json', serveJson(document));
  return document;
}
