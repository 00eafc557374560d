import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Health } from './health.js';
import type { Metrics } from './metrics.js';

export type Operations = { readonly health: Health; readonly metrics: Metrics };

export const OPERATIONS_PATHS: ReadonlySet<string> = new Set(['/health/live', '/health/ready', '/health/serving', '/metrics']);

type Answer = { readonly status: number; readonly type: string; readonly body: string };

/**
 * Answers to operators and proxies outside the API, its tokens and its limits (contract 1, 16.7): `/health/live`,
 * `/metrics`, `/health/ready` (503 names what is missing; `degraded` what a ready process does without), and
 * `/health/serving` (503 only while the process stops: a fault that all processes share must not make a proxy evict all
 * of them).
 * @returns null when the path is none of these
 */
export async function operationsAnswer(path: string, { health, metrics }: Operations): Promise<Answer | null> {
  switch (path) {
    case '/health/live':
      return json(200, { status: 'live' });
    case '/health/ready': {
      const [missing, degraded] = await Promise.all([health.missing(), health.degraded()]);
      const more = degraded.length > 0 ? { degraded } : {};
      return missing.length === 0 ? json(200, { status: 'ready', ...more }) : json(503, { status: 'not ready', missing, ...more });
    }
    case '/health/serving':
      return health.isStopping ? json(503, { status: 'stopping' }) : json(200, { status: 'serving' });
    case '/metrics':
      return { status: 200, type: metrics.registry.contentType, body: await metrics.registry.metrics() };
    default:
      return null;
  }
}

function json(status: number, body: object): Answer {
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(body) };
}

/** Sends an answer; HEAD gets its headers alone. */
export function send(response: ServerResponse, { status, type, body }: Answer): void {
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body), 'Cache-Control': 'no-store' });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

/** A server for these paths alone: the worker's, and the api's where `METRICS_PORT` is set. */
export async function listenForOperators(operations: Operations, port: number, host: string): Promise<Server> {
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    operationsAnswer(path, operations).then(
      (answer) => send(response, answer ?? json(404, { message: 'There is nothing at this address.' })),
      () => send(response, json(500, { message: 'Something went wrong on our side.' })),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  return server;
}
