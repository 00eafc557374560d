import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';

/**
 * Express, with a short way for the common answer: an object as JSON, to a request without conditions. `response.json()` parses the
 * media type that it has just set, and copies the body to send it apart from its head.
 */
export class JsonAdapter extends ExpressAdapter {
  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    if (!isPlain(body) || isConditional(response) || response.hasHeader('Content-Type') || hasNoBody(statusCode ?? response.statusCode))
      return super.reply(response, body, statusCode) as unknown;
    if (statusCode !== undefined) response.statusCode = statusCode;
    const text = JSON.stringify(body);
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', Buffer.byteLength(text));
    return response.end(text);
  }
}

/** Not a stream, an error or whatever else Nest and Express treat in their own ways. */
function isPlain(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  const prototype: unknown = Object.getPrototypeOf(body);
  return prototype === Object.prototype || Array.isArray(body);
}

/** Express may answer such a request with 304. */
function isConditional({ req }: Response): boolean {
  return req.headers['if-none-match'] !== undefined || req.headers['if-modified-since'] !== undefined;
}

function hasNoBody(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}
