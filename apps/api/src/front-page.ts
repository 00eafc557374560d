import { createHash } from 'node:crypto';
import type { NextFunction, Request, RequestHandler, Response } from 'express';

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 34rem; margin: 12vh auto; padding: 0 1.25rem; color: light-dark(#1f2a33, #e9e4da); background: light-dark(#faf8f4, #14191e); }
h1 { font-size: 1.25rem; } dt { font-weight: 600; margin-top: 1rem; } dd { margin: 0; }
a { color: light-dark(#0b5d66, #6fc7d0); }`;

const HTML = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Podcast Automation API</title>
<style>${STYLE}</style>
<main>
<h1>Podcast Automation API</h1>
<dl>
<dt><a href="/console/">Console</a></dt><dd>For people who prepare a release. Sign in with an API token.</dd>
<dt><a href="/docs">Documentation of the API</a></dt><dd>Every operation, with examples. Also as <a href="/openapi.json">OpenAPI 3.1</a>.</dd>
<dt><a href="/health/ready">Health</a></dt><dd>What the service lacks at the moment, as JSON.</dd>
</dl>
</main>
</html>
`;

const styleHash = createHash('sha256').update(STYLE).digest('base64');

/** Leads people who open the service's address in a browser to what there is. Programs get the 404 that they would get anyway. */
export function serveFrontPage(): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    if (request.path !== '/' || (request.method !== 'GET' && request.method !== 'HEAD')) return next();
    response.vary('Accept');
    if (request.accepts(['json', 'html']) !== 'html') return next();
    response.setHeader(
      'Content-Security-Policy',
      `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`,
    );
    response.type('html').send(HTML);
  };
}
