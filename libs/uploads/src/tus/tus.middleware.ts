import { TUS_RESUMABLE } from '@tus/utils';
import type { NextFunction, Request, Response } from 'express';

const METHODS = new Set(['PATCH', 'DELETE', 'HEAD']);

/** For clients whose environment knows no other method than POST (tus 1.0, X-HTTP-Method-Override). */
export function overrideMethod(request: Request, _response: Response, next: NextFunction): void {
  const asked = request.headers['x-http-method-override'];
  if (typeof asked === 'string' && METHODS.has(asked) && request.headers['tus-resumable'] !== undefined) request.method = asked;
  next();
}

/** Headers of the protocol that a page may read. */
const EXPOSED =
  'Tus-Resumable, Tus-Version, Tus-Extension, Tus-Max-Size, Upload-Offset, Upload-Length, Upload-Metadata, Upload-Expires, ' +
  'Upload-Defer-Length, Upload-Concat';

/** Every answer to a request of the protocol names its version, refusals by the guards included, and lets pages read its headers. */
export function nameVersion(request: Request, response: Response, next: NextFunction): void {
  response.append('Access-Control-Expose-Headers', EXPOSED);
  if (request.headers['tus-resumable'] !== undefined) response.setHeader('Tus-Resumable', TUS_RESUMABLE);
  next();
}
