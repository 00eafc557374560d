import { OPERATIONS_PATHS } from '@app/process/start';
import type { Express, Request, RequestHandler } from 'express';
import type { AppError } from './errors/app-error.js';
import { httpErrors } from './errors/http.errors.js';

/** 404 for a request that no route takes. At a known address, `Allow` and words name the methods (contract 2.5). */
export function unknownAddress({ app, method, path, res }: Pick<Request, 'app' | 'method' | 'path' | 'res'>): AppError {
  const methods = methodsAt(path, (app as Express).router.stack);
  methods.delete(method); // only a middleware takes it there
  if (methods.size === 0) return httpErrors.not_found();
  if (res?.hasHeader('Access-Control-Allow-Origin')) methods.add('OPTIONS'); // preflights
  return wrongMethod(method, [...methods].sort());
}

function wrongMethod(method: string, methods: readonly string[]): AppError {
  const allowed = methods.join(', ');
  return httpErrors.not_found(`This address has no ${method}. It has ${allowed}.`, { headers: { Allow: allowed } });
}

/**
 * Serves pages that are no routes, to GET and HEAD.
 * @param pageAt finds the page of a request's path; undefined when there is none
 */
export function servePages(pageAt: (request: Request) => RequestHandler | undefined): RequestHandler {
  return (request, response, next) => {
    const page = pageAt(request);
    if (!page) return next();
    if (request.method !== 'GET' && request.method !== 'HEAD') return next(wrongMethod(request.method, ['GET', 'HEAD']));
    return page(request, response, next);
  };
}

type Layers = Express['router']['stack'];

function methodsAt(path: string, layers: Layers): Set<string> {
  if (OPERATIONS_PATHS.has(path)) return new Set(['GET', 'HEAD']);
  const found = new Set<string>();
  for (const { route } of layers) {
    if (!route || !matches(route.path, path)) continue;
    const methods = route.stack.map(({ method }) => method);
    // Nest's answer for a path outside the API's prefix takes every method.
    if (methods.includes('trace')) continue;
    for (const method of methods) if (method) found.add(method.toUpperCase());
  }
  if (found.has('GET')) found.add('HEAD');
  return found;
}

/** Whether a route's path, with whole segments as parameters, has that form. Routes for every path name no address. */
function matches(pattern: unknown, path: string): boolean {
  if (typeof pattern !== 'string' || pattern.includes('*')) return false;
  const [expected, given] = [segmentsOf(pattern), segmentsOf(path)];
  return expected.length === given.length && expected.every((one, index) => one.startsWith(':') || one === given[index]);
}

/** As Express matches: in any case, with or without a slash at the end, and `//` is a segment of its own. */
const segmentsOf = (path: string): string[] => path.toLowerCase().replace(/\/$/, '').split('/');
