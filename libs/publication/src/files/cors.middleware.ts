import { allowAnyOrigin, answerPreflight } from '@app/http/server';
import type { NextFunction, Request, Response } from 'express';

const allow = allowAnyOrigin(['Accept-Ranges', 'Content-Encoding', 'Content-Range']);

/** Lets pages of any origin read public files, refusals included (contract 17.3). */
export function publicFromAnyOrigin(request: Request, response: Response, next: NextFunction): void {
  allow(request, response, () => (request.method === 'OPTIONS' ? answerPreflight(request, response) : next()));
}
