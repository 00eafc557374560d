import { Injectable, type NestMiddleware } from '@nestjs/common';
import { EXPOSED_HEADERS, TUS_RESUMABLE } from '@tus/utils';
import type { NextFunction, Request, Response } from 'express';

/** Headers that a page may read, beside those of tus. */
export const EXPOSED = 'ETag, RateLimit, RateLimit-Policy, Retry-After, Upload-Expires, WWW-Authenticate, X-Request-Id';

/** Lets pages of any origin upload. It runs before the guards, so that a page can read why it was refused. */
@Injectable()
export class TusCorsMiddleware implements NestMiddleware {
  use(request: Request, response: Response, next: NextFunction): void {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Expose-Headers', `${EXPOSED_HEADERS}, ${EXPOSED}`);
    if (request.headers['tus-resumable'] !== undefined) response.setHeader('Tus-Resumable', TUS_RESUMABLE);
    next();
  }
}
