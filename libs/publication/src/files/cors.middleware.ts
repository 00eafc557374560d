import { allowAnyOrigin, answerPreflight } from '@app/http/server';
import type { NextFunction, Request, Response } from 'express';

/** Lets pages of any origin read public files, refusals included (contract 17.3). */
export const allowReaders = allowAnyOrigin(['Accept-Ranges', 'Content-Encoding', 'Content-Range']);

export function publicFromAnyOrigin(request: Request, response: Response, next: NextFunction): void {
  allowReaders(response);
  if (request.method === 'OPTIONS') answerPreflight(request, response);
  else next();
}
