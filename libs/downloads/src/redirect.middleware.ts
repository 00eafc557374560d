import { HttpStatus, Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { DownloadCounter } from './counting/download-counter.js';
import { Enclosures } from './enclosures.js';

/**
 * Answers and counts `GET /e/{episode}`. It comes before guards, interceptors and pipes, which would have nothing to do for a public
 * route without a body, and would take longer than the answer. Requests for what has no audio go on to the controller.
 */
@Injectable()
export class RedirectMiddleware implements NestMiddleware<Request, Response> {
  constructor(
    private readonly enclosures: Enclosures,
    private readonly counter: DownloadCounter,
  ) {}

  async use(request: Request, response: Response, next: NextFunction): Promise<void> {
    const episode = String(request.params['episode']);
    const location = asHeader(await this.enclosures.find(episode));
    if (location === undefined) return next();
    if (request.method === 'GET') this.counter.count(episode.toLowerCase(), { address: request.ip ?? '', headers: request.headers });
    response.writeHead(HttpStatus.FOUND, { Location: location, 'Content-Length': 0 }).end();
  }
}

/** The URL as a header value; most URLs need no change. */
function asHeader(url: string | undefined): string | undefined {
  if (url === undefined || /^[\x21-\x7e]+$/.test(url)) return url;
  return URL.canParse(url) ? new URL(url).href : undefined;
}
