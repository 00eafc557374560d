import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { newId } from '@app/database';
import { logContext, startSpan, TRACEPARENT, type Health, type LogContext } from '@app/process';
import { OPERATIONS_PATHS, type Operations } from '@app/process/start';
import type { Logger } from 'pino';
import { freeBytes, hasBody } from './bodies/body.js';
import { API_PREFIX } from './prefix.js';
import type { Shortcuts } from './shortcuts.js';

/** The allowed form of a caller's request id; any other is replaced. */
const SANE_ID = /^[\w.:-]{1,128}$/;

/** The path of requests whose own cannot be decoded: no route has it, and it passes the checks of every path. */
const UNDECODABLE = '/undecodable';

/** How long a client may go on sending a body that was refused unread before the connection is closed. */
const LINGER_MS = 10_000;

/** `id` names it in its answer and in the log; `route` is the one that Express has found. */
type Request = IncomingMessage & { id: string; readonly route?: { readonly path?: string } };

type Front = {
  readonly server: Server;
  readonly log: Logger;
  readonly operations: Operations;
  /** Proxies in front of the process. */
  readonly hops: number;
  readonly shortcuts: Shortcuts;
};

/** Gives every request, before Express, a path, an id, conventional headers, a line in the log, metrics and a span. */
export function inFrontOf(routes: RequestListener, { server, log, operations, hops, shortcuts }: Front): RequestListener {
  const begins = lastAnswers(server, operations.health);
  const observe = observer(log, operations);
  return (arrived: IncomingMessage, response: ServerResponse) => {
    const request = arrived as Request;
    takePath(request);
    if (!begins(request, response)) return;
    request.id = requestIdOf(request);
    response.setHeader('X-Request-Id', request.id);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Cache-Control', 'no-store');
    if (hasBody(request)) {
      response.once('prefinish', () => throwAway(request));
      response.once('finish', () => lingerNotFor(request));
    }
    const path = pathOf(request);
    const { context, end } = observe(request, path);
    if (!isDecodable(path)) request.url = path.startsWith(`/${API_PREFIX}/`) ? `/${API_PREFIX}${UNDECODABLE}` : UNDECODABLE;
    const shortcut = shortcuts.take(request, response, () => addressOf(request, hops));
    response.once('close', () => end(response, shortcut));
    if (shortcut === undefined) logContext.run(context, () => routes(request, response));
  };
}

/**
 * A process that was asked to stop says in every answer that it closes the connection, while it still listens: proxies
 * keep no connection to it, and none breaks under a request when it stops listening. Then the server closes connections
 * that are idle, and every other with its next answer. A request behind an answer that closes the connection could not
 * be answered any more, so that it is not begun either: the client may try it elsewhere (RFC 9112, 9.6).
 */
function lastAnswers(server: Server, health: Pick<Health, 'isStopping'>): (request: IncomingMessage, response: ServerResponse) => boolean {
  const busy = new WeakSet<Socket>();
  const closing = new WeakSet<Socket>();
  return (request, response) => {
    const { socket } = request;
    if (busy.has(socket) && (closing.has(socket) || !server.listening)) return false;
    busy.add(socket);
    const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse;
    response.writeHead = (...head: unknown[]) => {
      // Node ends such a connection at once. While a body is still being sent, that would reset it, and the answer with
      // it.
      if ((health.isStopping || !server.listening) && (request.complete || !hasBody(request))) {
        response.setHeader('Connection', 'close');
        closing.add(socket);
      }
      return writeHead(...head);
    };
    // Whose head went before the server stopped does not say so, and ends nevertheless.
    response.once('finish', () => (server.listening ? busy.delete(socket) : socket.end()));
    return true;
  };
}

/** The id of a request in its answer and in the log. */
function requestIdOf({ headers }: IncomingMessage): string {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && SANE_ID.test(sent) ? sent : newId();
}

/**
 * A proxy's form of the target (`GET http://host/path`) becomes its path. Express would pass one that it cannot read to
 * no handler at all.
 */
function takePath(request: IncomingMessage): void {
  const { url = '' } = request;
  if (url.startsWith('/') || url === '*') return;
  const target = URL.parse(url);
  request.url = target ? target.pathname + target.search : UNDECODABLE;
}

/** Without the query, which may hold what does not belong in a log. */
const pathOf = ({ url = '' }: IncomingMessage): string => url.split('?', 1)[0] ?? '';

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** The address of the client, as the nearest proxies report it. */
export function addressOf({ headers, socket }: IncomingMessage, hops: number): string {
  const forwarded = hops === 0 ? [] : String(headers['x-forwarded-for'] ?? '').split(',');
  const reported = forwarded.map((one) => one.trim()).filter((one) => one !== '');
  const addresses = [...reported, socket.remoteAddress ?? ''];
  return addresses.at(-1 - hops) ?? addresses[0] ?? '';
}

/** Begins to observe a request: `context` is for its lines in the log, and `end` writes the last one. */
function observer(log: Logger, { metrics }: Operations) {
  // Redaction of the fields below would double the time of a line.
  const lines = log.child({}, { redact: [] });
  return (request: Request, path: string) => {
    const began = process.hrtime.bigint();
    const { method = '' } = request;
    const isProbe = OPERATIONS_PATHS.has(path);
    const parent = request.headers.traceparent;
    const span = isProbe ? undefined : startSpan(method, { kind: 'SERVER', parent: typeof parent === 'string' ? parent : null });
    const context: LogContext = { request: request.id, ...(span && { trace: span.traceId, [TRACEPARENT]: span.traceparent }) };
    const end = ({ statusCode: status, writableFinished: finished }: ServerResponse, shortcut: string | undefined) => {
      const seconds = Number(process.hrtime.bigint() - began) / 1e9;
      const route = shortcut ?? request.route?.path ?? 'none';
      if (!isProbe) metrics.requests.observe({ method, route, status }, seconds);
      span?.end(spanOutcome(method, { route, status, context }));
      const ms = Math.round(seconds * 1e6) / 1000;
      lines[isProbe ? 'debug' : 'info']({ ...context, method, path: path.slice(0, 200), status, ms, finished }, 'request');
    };
    return { context, end };
  };
}

function spanOutcome(method: string, of: { readonly route: string; readonly status: number; readonly context: LogContext }) {
  const { request, user, event } = of.context;
  const ids = { 'request.id': request, 'user.id': user, 'event.id': event };
  return {
    name: `${method} ${of.route}`,
    attributes: { 'http.request.method': method, 'http.route': of.route, 'http.response.status_code': of.status, ...ids },
    isError: of.status >= 500,
  };
}

/**
 * The rest of a body is still read after the answer was sent, so that a client in the middle of sending gets to read
 * the answer. Node would do that too, but leave it to the garbage collector.
 */
function throwAway(request: IncomingMessage): void {
  if (request.complete) return;
  request.on('data', freeBytes);
  request.read(0); // it is ours from now on, and not Node's
}

/** Closes the connection when the rest of a body takes longer than {@link LINGER_MS}. */
function lingerNotFor(request: IncomingMessage): void {
  if (request.complete) return;
  const timer = setTimeout(() => request.socket.destroy(), LINGER_MS);
  timer.unref();
  request.once('close', () => clearTimeout(timer));
}
