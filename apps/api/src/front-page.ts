import type { NextFunction, Request, RequestHandler, Response } from 'express';

/** Leads people who open the service's address in a browser to the documents. Programs get the 404 that they would get anyway. */
export function serveFrontPage(): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    if (request.path !== '/' || (request.method !== 'GET' && request.method !== 'HEAD')) return next();
    response.vary('Accept');
    if (request.accepts(['json', 'html']) !== 'html') return next();
    response.redirect('/docs');
  };
}
