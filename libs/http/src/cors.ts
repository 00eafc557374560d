import type { ServerResponse } from 'node:http';
import type { Request, Response } from 'express';

/** Headers of answers that a page may read, beside those that every page may (contract 2.8). Features add theirs. */
const EXPOSED = [
  'X-Request-Id',
  'RateLimit-Policy',
  'RateLimit',
  'Retry-After',
  'ETag',
  'Location',
  'WWW-Authenticate',
  'Content-Disposition',
];

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

/** The headers that pages mostly send; a preflight that names others gets those. `*` lacks `Authorization`. */
const HEADERS = 'Authorization, Content-Type, If-Match, If-None-Match, Range, X-Request-Id';

/** Seconds for which a browser need not ask again: the longest that any browser accepts. */
const MAX_AGE_SECONDS = 86_400;

/**
 * Lets pages of any origin read the answers, refusals included. Credentials are not allowed: a token is sent in a
 * header, and never by the browser on its own.
 * @param exposed headers of the features' own that pages may read
 */
export function allowAnyOrigin(exposed: readonly string[] = []): (response: ServerResponse) => void {
  const readable = [...EXPOSED, ...exposed].join(', ');
  return (response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Expose-Headers', readable);
  };
}

/** Allows what a CORS preflight asks for (Fetch standard, 4.8). */
export function allowAsked(request: Request, response: Response): void {
  const asked = request.headers['access-control-request-headers'];
  response.setHeader('Access-Control-Allow-Methods', METHODS);
  response.setHeader('Access-Control-Allow-Headers', asked ?? HEADERS);
  response.setHeader('Access-Control-Max-Age', String(MAX_AGE_SECONDS));
  response.vary('Access-Control-Request-Headers');
}

export function answerPreflight(request: Request, response: Response): void {
  allowAsked(request, response);
  response.status(204).end();
}
