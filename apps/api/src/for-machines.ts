import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NextFunction, Request, RequestHandler, Response } from 'express';

/** Tells programs where the description and the documents of the service are: `/llms.txt`, and `/.well-known/api-catalog` (RFC 9727). */
export function serveForMachines(guides: string): RequestHandler {
  const pages = readdirSync(guides).flatMap((name) => (name.endsWith('.md') ? [{ name, title: titleOf(join(guides, name)) }] : []));
  return ({ method, path, protocol, host = '' }: Request, response: Response, next: NextFunction) => {
    if (method !== 'GET' && method !== 'HEAD') return next();
    const origin = `${protocol}://${host}`;
    if (path === '/llms.txt') return void response.type('text/plain').send(indexOf(pages, origin));
    if (path !== '/.well-known/api-catalog') return next();
    const type = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';
    response.set('Content-Type', type).send(JSON.stringify(catalogOf(origin)));
  };
}

type Page = { readonly name: string; readonly title: string };

const titleOf = (file: string): string => /^# (.+)$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? '';

/** The form of https://llmstxt.org. */
function indexOf(pages: readonly Page[], origin: string): string {
  const guides = pages.map(({ name, title }) => `- [${title}](${origin}/docs/guides/${name})`);
  return [
    '# Podcast Automation API\n',
    '> Prepares podcast releases: transcripts, chapters, videos, downloads, signed webhooks. Bearer tokens; JSON; errors with stable codes.\n',
    `- [OpenAPI 3.1](${origin}/openapi.json)\n\n## Guides\n`,
    ...guides,
    '',
  ].join('\n');
}

function catalogOf(origin: string): object {
  const api = {
    anchor: `${origin}/api/v1`,
    'service-desc': [{ href: `${origin}/openapi.json`, type: 'application/json' }],
    'service-doc': [{ href: `${origin}/docs`, type: 'text/html' }],
    status: [{ href: `${origin}/health/ready`, type: 'application/json' }],
  };
  return { linkset: [api] };
}
