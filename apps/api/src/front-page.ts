import { servePages } from '@app/http/server';
import type { RequestHandler } from 'express';

/** Leads people who open the service's address in a browser to the documents. Programs get 404 as before. */
export function serveFrontPage(): RequestHandler {
  return servePages(({ path }) => (path === '/' ? frontPage : undefined));
}

const frontPage: RequestHandler = (request, response, next) => {
  response.vary('Accept');
  if (request.accepts(['json', 'html']) !== 'html') return next();
  response.redirect('/docs');
};
