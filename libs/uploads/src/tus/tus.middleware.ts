import { TUS_RESUMABLE } from '@tus/utils';
import type { NextFunction, Request, Response } from 'express';

const METHODS = new Set(['PATCH', 'DELETE', 'HEAD']);

/** For clients whose environment knows no other method than POST (tus 1.0, X-HTTP-Method-Override). */
export function overrideMethod(request: Request, _response: Response, next: NextFunction): void {
  const asked = request.headers['x-http-method-override'];
  if (typeof asked === 'string' && METHODS.has(asked) && request.headers['tus-resumable'] !== undefined) request.method = asked;
  next();
}

/** Every answer to a request of the protocol names its version, refusals by the guards included. */
export function nameVersion(request: Request, response: Response, next: NextFunction): void {
  if (request.headers['tus-resumable'] !== undefined) response.setHeader('Tus-Resumable', TUS_RESUMABLE);
  next();
}
