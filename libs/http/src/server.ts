import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { newId } from '@app/database';
import type { Env } from '@app/env';
import { logContext, startSpan, TRACEPARENT, type Health, type LogContext } from '@app/process';
import { operationsAnswer, OPERATIONS_PATHS, send, type Operations } from '@app/process/start';
import type { INestApplication } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Express, NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { AppError } from './errors/app-error.js';
import { BodyInterceptor } from './bodies/body.interceptor.js';
import { freeBytes } from './bodies/body.js';
import { Connections } from './connections.js';
import { allowAnyOrigin } from './cors.js';
import { answerTo, ErrorFilter } from './errors/error.filter.js';
import { httpErrors } from './errors/http.errors.js';
import { API_PREFIX } from './prefix.js';
import './request.js';
import { unknownAddress } from './unknown-address.js';
import { RequestValidationPipe } from './request-validation.pipe.js';

/** The allowed form of a caller's request id; any other is replaced. */
const SANE_ID = /^[\w.:-]{1,128}$/;

const CONVENTIONAL_HEADERS = { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' } as const;

/** The path given to requests whose own cannot be decoded: no route has it, and it passes the same checks as every path of the API. */
const UNDECODABLE = '/undecodable';

/** How long an idle connection is kept: longer than common proxies keep theirs, so that it is the proxy that closes it. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

/** How long a client may go on sending a body that was refused unread before the connection is closed. */
const LINGER_MS = 10_000;

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
  new Connections().watch(app.getHttpServer(), { isBehindProxy: env.TRUST_PROXY > 0 });
  app.use(lastAnswers(app.getHttpServer(), operations.health));
  app.use(requestContext(log, operations));
  app.use(operators(env, operations));
  app.use(`/${API_PREFIX}`, allowAnyOrigin(exposedHeaders));
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
 * Makes the application ready to listen: its routes, what is behind them (unknown paths outside the API, and what fails before
 * routing, have the shape of every other failure), and the manners of its server towards odd clients.
 */
export async function initialize(app: INestApplication): Promise<void> {
  await app.init();
  const handle = app.getHttpAdapter().getInstance() as Express;
  handle.use((request: Request, response: Response) => refuse(response, unknownAddress(request)));
  // Express knows a handler of errors by its four parameters.
  handle.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => refuse(response, error));
  const server = app.getHttpServer() as Server;
  // HTTP/1.1 requires Host, and nothing here needs it: without one a request gets the answer that it would get with one.
  (server as Server & { requireHostHeader: boolean }).requireHostHeader = false;
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
  server.requestTimeout = 0; // uploads take hours: readers of bodies have limits of their own, and so have heads
  // The client is asked to continue only when the body is about to be read (body.ts), so that a refusal spares it the upload.
  server.on('checkContinue', handle);
  server.on('checkExpectation', handle);
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.prependListener(event, takePath);
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

/**
 * A process that was asked to stop says in every answer that it closes the connection, while it still listens: proxies keep no
 * connection to it, and none breaks under a request when it stops listening. Then the server closes connections that are idle, and
 * every other with its next answer. A request behind an answer that closes the connection could not be answered any more, so that it
 * is not begun either: the client may try it elsewhere (RFC 9112, 9.6).
 */
function lastAnswers(server: Server, health: Pick<Health, 'isStopping'>): RequestHandler {
  const busy = new WeakSet<Socket>();
  const closing = new WeakSet<Socket>();
  return (request: Request, response: Response, next: NextFunction) => {
    const { socket } = request;
    if (busy.has(socket) && (closing.has(socket) || !server.listening)) return;
    busy.add(socket);
    const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => Response;
    response.writeHead = (...head: unknown[]) => {
      // Node ends such a connection at once. While a body is still being sent, that would reset it, and the answer with it.
      if ((health.isStopping || !server.listening) && request.complete) {
        response.setHeader('Connection', 'close');
        closing.add(socket);
      }
      return writeHead(...head);
    };
    // Whose head went before the server stopped does not say so, and ends nevertheless.
    response.once('finish', () => (server.listening ? busy.delete(socket) : socket.end()));
    next();
  };
}

/** The id of a request in its answer and in the log. */
function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && SANE_ID.test(sent) ? sent : newId();
}

/**
 * A proxy's form of the target (`GET http://host/path`) becomes its path. Express would pass one that it cannot read to no handler at
 * all.
 */
function takePath(request: IncomingMessage): void {
  const { url = '' } = request;
  if (url.startsWith('/') || url === '*') return;
  const target = URL.parse(url);
  request.url = target ? target.pathname + target.search : UNDECODABLE;
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function refuse(response: Response, error: unknown): void {
  const { status, body, headers } = answerTo(error);
  response.set(headers).status(status).json(body);
}

function requestContext(log: Logger, { metrics }: Operations): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const began = process.hrtime.bigint();
    request.id = requestIdOf(request);
    response.setHeader('X-Request-Id', request.id);
    for (const [name, value] of Object.entries(CONVENTIONAL_HEADERS)) response.setHeader(name, value);
    response.once('prefinish', () => throwAway(request));
    response.once('finish', () => lingerNotFor(request));
    const isProbe = OPERATIONS_PATHS.has(request.path);
    const parent = request.headers.traceparent;
    const span = isProbe ? undefined : startSpan(request.method, { kind: 'SERVER', parent: typeof parent === 'string' ? parent : null });
    const context: LogContext = { request: request.id, ...(span && { trace: span.traceId, [TRACEPARENT]: span.traceparent }) };
    response.once('close', () => {
      const seconds = Number(process.hrtime.bigint() - began) / 1e9;
      const route = (request.route as { path?: string } | undefined)?.path ?? 'none';
      if (!isProbe) metrics.requests.observe({ method: request.method, route, status: response.statusCode }, seconds);
      span?.end(spanOutcome(request, { route, status: response.statusCode, context }));
      const path = request.originalUrl.split('?', 1)[0]?.slice(0, 200); // a query may hold what does not belong in a log
      log[isProbe ? 'debug' : 'info'](
        {
          ...context,
          method: request.method,
          path,
          status: response.statusCode,
          ms: Math.round(seconds * 1e6) / 1000,
          finished: response.writableFinished,
        },
        'request',
      );
    });
    if (!isDecodable(request.path)) request.url = request.path.startsWith(`/${API_PREFIX}/`) ? `/${API_PREFIX}${UNDECODABLE}` : UNDECODABLE;
    logContext.run(context, next);
  };
}

function spanOutcome({ method }: Request, of: { readonly route: string; readonly status: number; readonly context: LogContext }) {
  const { request, user, event } = of.context;
  const ids = { 'request.id': request, 'user.id': user, 'event.id': event };
  return {
    name: `${method} ${of.route}`,
    attributes: { 'http.request.method': method, 'http.route': of.route, 'http.response.status_code': of.status, ...ids },
    isError: of.status >= 500,
  };
}

/**
 * The rest of a body is still read after the answer was sent, so that a client in the middle of sending gets to read the
 * answer. Node would do that too, but leave it to the garbage collector.
 */
function throwAway(request: Request): void {
  if (request.complete) return;
  request.on('data', freeBytes);
  request.read(0); // it is ours from now on, and not Node's
}

/** Closes the connection when the rest of a body takes longer than {@link LINGER_MS}. */
function lingerNotFor(request: Request): void {
  if (request.complete) return;
  const timer = setTimeout(() => request.socket.destroy(), LINGER_MS);
  timer.unref();
  request.once('close', () => clearTimeout(timer));
}

function operators(env: Env, operations: Operations): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    if (!OPERATIONS_PATHS.has(request.path) || (request.method !== 'GET' && request.method !== 'HEAD')) return next();
    if (request.path === '/metrics' && env.METRICS_PORT !== undefined) return next();
    operationsAnswer(request.path, operations).then((answer) => (answer ? send(response, answer) : next()), next);
  };
}
