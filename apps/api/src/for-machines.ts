import { originOf } from '@app/http';
import { servePages } from '@app/http/server';
import type { RequestHandler } from 'express';
import { readGuides, readShelves, type Shelf } from './docs/guides.js';

/** Tells programs where the documents of the service are: `/llms.txt`, `/.well-known/api-catalog` (RFC 9727). */
export function serveForMachines(root: string): RequestHandler {
  const shelves = readShelves(readGuides(root));
  const pages = new Map<string, RequestHandler>([
    ['/llms.txt', (request, response) => void response.type('text/plain').send(indexOf(shelves, originOf(request)))],
    ['/.well-known/api-catalog', (request, response) => void response.set('Content-Type', LINKSET).send(catalogOf(originOf(request)))],
  ]);
  return servePages(({ path }) => pages.get(path));
}

const LINKSET = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/** The tutorials, as Arazzo 1.0 (apps/api-e2e/src/arazzo.e2e.spec.ts executes them). */
const WORKFLOWS = [
  { title: 'Arazzo: release an episode with transcript and chapters', path: '/docs/guides/arazzo/release.arazzo.json' },
  { title: 'Arazzo: register a video and follow the events', path: '/docs/guides/arazzo/video.arazzo.json' },
];

/** The form of https://llmstxt.org. Programs read the guides as Markdown. */
function indexOf(shelves: readonly Shelf[], origin: string): string {
  const lists = shelves.map(({ readers, guides }) => {
    const links = guides.map(({ guide: { title, address } }) => `- [${title}](${origin}${address}.md)`);
    return `\n## For ${readers}\n\n${links.join('\n')}\n`;
  });
  return [
    '# Podcast Automation API\n',
    '> Prepares podcast releases: transcripts, chapters, videos, downloads, signed webhooks. Bearer tokens; JSON; errors with stable codes.\n',
    `- [OpenAPI 3.1](${origin}/openapi.json)`,
    ...WORKFLOWS.map(({ title, path }) => `- [${title}](${origin}${path})`),
    ...lists,
  ].join('\n');
}

/** `deprecation` leads to the policy, also while nothing is deprecated (RFC 9745, 3). */
function catalogOf(origin: string): string {
  const api = {
    anchor: `${origin}/api/v1`,
    'service-desc': [{ href: `${origin}/openapi.json`, type: 'application/json' }],
    'service-doc': ['/docs', '/docs/reference', '/docs/guides/changes'].map((path) => ({ href: origin + path, type: 'text/html' })),
    'service-meta': WORKFLOWS.map(({ path }) => ({ href: origin + path, type: 'application/json' })),
    deprecation: [{ href: `${origin}/docs/guides/deprecations`, type: 'text/html' }],
    status: [{ href: `${origin}/health/ready`, type: 'application/json' }],
  };
  return JSON.stringify({ linkset: [api] });
}
