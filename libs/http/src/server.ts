import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { newId } from '@app/database';
import type { Env } from '@app/env';
import { operationsAnswer, OPERATIONS_PATHS, send, type Operations } from '@app/process/start';
import type { INestApplication } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Express, NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { AppError } from './errors/app-error.js';
import { BodyInterceptor } from './bodies/body.interceptor.js';
import { Connections } from './connections.js';
import { allowAnyOrigin } from './cors.js';
import { inFrontOf } from './every-request.js';
import { answerTo, ErrorFilter } from './errors/error.filter.js';
import { httpErrors } from './errors/http.errors.js';
import { API_PREFIX } from './prefix.js';
import './request.js';
import { RequestValidationPipe } from './request-validation.pipe.js';
import { Shortcuts } from './shortcuts.js';
import { unknownAddress } from './unknown-address.js';

/** How long an idle connection is kept: longer than common proxies keep theirs, so that the proxy closes it. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

type Conventions = {
  readonly env: Env;
  readonly log: Logger;
  /** Paths of routes that are not below the API's prefix. */
  readonly pathsOutsideApi: readonly string[];
  /** Headers of the features' own that pages of any origin may read. */
  readonly exposedHeaders: readonly string[];
};

/** Gives an application the conventions of the contract (contract 2), for every route now and to come. */
export function useConventions(
  app: NestExpressApplication,
  { env, log, pathsOutsideApi, exposedHeaders }: Conventions,
  operations: Operations,
): void {
  app.set('trust proxy', env.TRUST_PROXY);
  app.set('etag', false); // only the routes of the contract have one
  app.set('query parser', 'simple');
  app.disable('x-powered-by');
  const server = app.getHttpServer();
  new Connections().watch(server, { isBehindProxy: env.TRUST_PROXY > 0 });
  const routes = app.getHttpAdapter().getInstance();
  const listener = inFrontOf(routes, { server, log, operations, hops: env.TRUST_PROXY, shortcuts: app.get(Shortcuts) });
  server.off('request', routes);
  // The client is asked to continue only when the body is about to be read (body.ts), so that a refusal spares it the
  // upload.
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, listener);
  app.use(operators(env, operations));
  const allow = allowAnyOrigin(exposedHeaders);
  app.use(`/${API_PREFIX}`, (_request: Request, response: Response, next: NextFunction) => (allow(response), next()));
  prefixRoutes(app, pathsOutsideApi);
  app.useGlobalFilters(new ErrorFilter(log));
  app.useGlobalInterceptors(new BodyInterceptor());
  app.useGlobalPipes(new RequestValidationPipe());
}

/** Puts every route of the API below its prefix. */
export function prefixRoutes(app: INestApplication, pathsOutsideApi: readonly string[]): void {
  app.setGlobalPrefix(API_PREFIX, { exclude: [...pathsOutsideApi] });
}

/**
 * Makes the application ready to listen: its routes, what is behind them (unknown paths outside the API, and what fails
 * before routing, have the shape of every other failure), and the manners of its server towards odd clients.
 */
export async function initialize(app: INestApplication): Promise<void> {
  await app.init();
  const handle = app.getHttpAdapter().getInstance() as Express;
  handle.use((request: Request, response: Response) => refuse(response, unknownAddress(request)));
  // Express knows a handler of errors by its four parameters.
  handle.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => refuse(response, error));
  const server = app.getHttpServer() as Server;
  // HTTP/1.1 requires Host, and nothing here needs it: without one a request gets the answer that it would get with
  // one.
  (server as Server & { requireHostHeader: boolean }).requireHostHeader = false;
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
  server.requestTimeout = 0; // uploads take hours: readers of bodies have limits of their own, and so have heads
  server.on('clientError', (_error: Error, socket: Socket) => refuseConnection(socket, httpErrors.invalid_request()));
  // CONNECT is no request for a route; without a listener Node closes the connection without a word.
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    socket.on('error', () => undefined); // it has no other listener any more
    refuseConnection(socket, httpErrors.not_found());
  });
}

/** Answers a request that no route can handle, and closes its connection. */
function refuseConnection(socket: Socket, error: AppError): void {
  if (!socket.writable) return;
  const { status, body } = answerTo(error);
  const text = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `X-Request-Id: ${newId()}\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
}

function refuse(response: Response, error: unknown): void {
  const { status, body, headers } = answerTo(error);
  response.set(headers).status(status).json(body);
}

function operators(env: Env, operations: Operations): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    if (!OPERATIONS_PATHS.has(request.path) || (request.method !== 'GET' && request.method !== 'HEAD')) return next();
    if (request.path === '/metrics' && env.METRICS_PORT !== undefined) return next();
    operationsAnswer(request.path, operations).then((answer) => (answer ? send(response, answer) : next()), next);
  };
}
