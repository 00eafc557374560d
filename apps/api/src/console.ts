import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { servePages } from '@app/http/server';
import type { RequestHandler } from 'express';
import sirv, { type RequestHandler as AssetHandler } from 'sirv';

/** Stands in `index.html` where a value of the answer's own belongs (apps/console/vite.config.ts). */
const NONCE = /__CSP_NONCE__/g;

/** A worker has the policy of its own answer, and not that of the page. */
const WORKER = /\/(\w+)\.worker-[^/]+\.js$/;

/** Names of assets change with their content. */
const FOREVER = 'public, max-age=31536000, immutable';

/** A path that ends like a file is a file that exists, or nothing: only the page's own addresses get the page. */
const LOOKS_LIKE_A_FILE = /\.\w+$/;

/**
 * Serves the console: its assets, and `index.html` for each of its addresses. It may be built, or built anew, while the
 * api runs, as `npm start` does; until then there is nothing.
 * @param dist what `nx build console` has made
 */
export function servePage(dist: string): RequestHandler {
  let page: Page | undefined;
  return servePages(({ path }) => {
    page = readPage(dist, page);
    if (!page) return undefined;
    if (path.startsWith('/assets/')) return assetOf(page);
    return LOOKS_LIKE_A_FILE.test(path) ? undefined : indexOf(page);
  });
}

function indexOf({ html }: Page): RequestHandler {
  return (request, response) => {
    // Relative to `/console`, the page's addresses would be those of the api.
    if (request.originalUrl.split('?', 1)[0] === request.baseUrl) return response.redirect(308, `${request.baseUrl}/`);
    const nonce = randomBytes(16).toString('base64');
    response.setHeader('Content-Security-Policy', policy(nonce));
    response.setHeader('Referrer-Policy', 'no-referrer');
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    response.setHeader('X-Frame-Options', 'DENY');
    response.type('html').send(html.replace(NONCE, nonce));
  };
}

type Page = { readonly builtMs: number; readonly html: string; readonly assets: AssetHandler };

/** The last page, unless there is a newer one. A build writes `index.html` last: the assets that it names are there. */
function readPage(dist: string, last: Page | undefined): Page | undefined {
  const index = join(dist, 'index.html');
  const builtMs = statSync(index, { throwIfNoEntry: false })?.mtimeMs;
  if (builtMs === undefined || builtMs === last?.builtMs) return last;
  return { builtMs, html: readFileSync(index, 'utf8'), assets: sirv(dist, { etag: true, brotli: true, gzip: true, extensions: [] }) };
}

function assetOf({ assets }: Page): RequestHandler {
  return (request, response, next) => {
    delete request.headers.range; // a server may ignore it (RFC 9110, 14.2)
    const otherwise = response.getHeader('Cache-Control');
    response.setHeader('Cache-Control', FOREVER);
    const [, worker] = WORKER.exec(request.path) ?? [];
    if (worker !== undefined) response.setHeader('Content-Security-Policy', workerPolicy(worker));
    assets(request, response, () => {
      if (otherwise !== undefined) response.setHeader('Cache-Control', otherwise);
      next();
    });
  };
}

/** The worker that reads the audio of an episode for its waveform may ask any host; no other worker asks anybody. */
const workerPolicy = (name: string) => `default-src 'none'; script-src 'self'; connect-src ${name === 'audio' ? 'https: http:' : "'none'"}`;

/**
 * The page runs its own scripts alone and talks to its own origin alone; audio, video and images of episodes may come
 * from anywhere. Libraries that add a style sheet while running know the nonce from `<meta property="csp-nonce">`.
 */
function policy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "connect-src 'self'",
    "font-src 'self'",
    "worker-src 'self'",
    "img-src 'self' blob: https: http:",
    "media-src 'self' blob: https: http:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
