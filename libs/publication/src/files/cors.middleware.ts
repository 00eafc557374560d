import { allowAnyOrigin, answerPreflight } from '@app/http/server';
import type { NextFunction, Request, Response } from 'express';

export const allowPages = allowAnyOrigin(['Accept-Ranges', 'Content-Encoding', 'Content-Range']);

/** Lets pages of any origin read public files, refusals included (contract 17.3). */
export function publicFromAnyOrigin(request: Request, response: Response, next: NextFunction): void {
  allowPages(request, response);
  if (request.method === 'OPTIONS') answerPreflight(request, response);
  else next();
}
