import type { NextFunction, Request, Response } from 'express';

const METHODS = new Set(['PATCH', 'DELETE', 'HEAD']);

/** For clients whose surroundings know no other method than POST (tus 1.0, X-HTTP-Method-Override). */
export function overrideMethod(request: Request, _response: Response, next: NextFunction): void {
  const asked = request.headers['x-http-method-override'];
  if (typeof asked === 'string' && METHODS.has(asked) && request.headers['tus-resumable'] !== undefined) request.method = asked;
  next();
}
