import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const suites = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.e2e.spec.ts') && !name.startsWith('callers.'));

// The type of what Stack.forCallers() returns has neither processes to start nor variables to set.
it.each(suites)('%s runs against a deployment (E2E_BASE_URL), too', (name) => {
  const source = readFileSync(join(import.meta.dirname, name), 'utf8');
  expect(source).toContain('await Stack.forCallers()');
  expect(source).not.toMatch(/Stack\.create|let stack: Stack\b/);
});

it('suites of every area run against a deployment', () => {
  const areas = ['analytics', 'chapters', 'episodes', 'podcasts', 'rss-refetch', 'transcripts', 'uploads', 'video-stocks', 'webhook'];
  expect(suites).toEqual(expect.arrayContaining(areas.map((area) => `${area}.e2e.spec.ts`)));
});

/** Suites that send requests of their own instead of the client's, and what the client cannot send or show. */
const RAW_HTTP: Readonly<Record<string, string>> = {
  analytics: 'CSV, ETag and HEAD; queries and cursors that the types of the client refuse',
  authentication: 'malformed Authorization headers, and tokens in the query',
  chapters: 'documents that the types refuse; ETag; statuses of refusals before the body is read',
  conventions: 'malformed bodies, unknown routes, and the order of checks',
  cors: 'preflights',
  docs: 'pages',
  episodes: 'queries that the types refuse; ETag',
  events: 'cursors, waits and queries that the types refuse',
  mcp: 'messages of the Model Context Protocol',
  openapi: 'every operation as the document describes it, generated',
  podcasts: 'queries that the types refuse',
  retime: 'bodies that the types refuse; ETag',
  tokens: 'bodies that the types refuse',
  transcripts: 'bodies that are no JSON; Accept, ETag and HEAD',
  uploads: 'tus, multipart and broken connections',
  'video-stocks': 'bodies and queries that the types refuse; ETag; requests at the same moment',
  webhook: 'bodies that the types refuse',
  'processes/clickhouse': 'health and the redirect for podcast apps; CSV',
  'processes/clocks': 'Retry-After, for which the client waits',
  'processes/database-faults': 'health; statuses of any kind of request while the database is away',
  'processes/deployment': 'health, metrics and headers behind a proxy',
  'processes/downloads': 'the redirect for podcast apps; health and metrics',
  'processes/examples': 'the pages that scripts and commands of documents lead to',
  'processes/failover': 'statuses of any kind of request while the primary is replaced',
  'processes/github-action': 'what the steps have stored',
  'processes/hostile-bodies': 'bodies that the types refuse',
  'processes/mcp-limits': 'messages of the Model Context Protocol',
  'processes/openapi-refusals': 'every refusal as the document describes it',
  'processes/operations': 'health, metrics and the pages; they are outside the API',
  'processes/proxies': 'answers of the proxies themselves, health and the redirect',
  'processes/publication': 'public addresses, which the client does not know',
  'processes/rate-limit': 'headers of every answer, and requests without a token',
  'processes/redis-away': 'health',
  'processes/refused-bodies': 'bodies that are cut off or never end',
  'processes/roles': 'health, metrics and the redirect for podcast apps',
  'processes/rss-refetch': 'metrics of the worker',
  'processes/shares': 'bodies that arrive slowly and answers that nobody takes',
  'processes/start': 'the curl line, the pages and the health that npm start promises',
  'processes/tls': 'health and metrics; tus',
  'processes/upload-faults': 'tus and broken connections',
  'processes/uploads-s3': 'tus, multipart and the store itself',
  'processes/user-data': 'statuses after a user was erased',
};

/** Suites that have nothing else left for the client. */
const ALL_RAW = ['conventions', 'cors', 'docs', 'events', 'mcp', 'openapi', 'processes/clickhouse', 'processes/examples', 'processes/failover', 'processes/github-action', 'processes/hostile-bodies', 'processes/mcp-limits', 'processes/operations', 'processes/proxies', 'processes/rate-limit', 'processes/refused-bodies', 'processes/shares', 'processes/user-data', 'tokens']; // prettier-ignore

/** Suites that look at files and commands, and send no request themselves. */
const WITHOUT_REQUESTS = ['callers', 'processes/admin-modules', 'processes/bundles', 'processes/cli', 'processes/failures', 'processes/idle-worker', 'processes/mcp-conformance', 'processes/tutorial']; // prettier-ignore

describe('the client is proved by these suites', () => {
  const found = globSync('{,processes/}*.e2e.spec.ts', { cwd: import.meta.dirname }).map((path) => path.replace('.e2e.spec.ts', ''));
  const having = (pattern: RegExp) =>
    found.filter((name) => pattern.test(readFileSync(join(import.meta.dirname, `${name}.e2e.spec.ts`), 'utf8'))).sort();

  it('the suites send other requests only where the client says what it cannot send', () => {
    expect(having(/import \{[^}]*\bClient\b[^}]*\} from '\.\.?\/client\.js'|\bfetch\(/)).toEqual(Object.keys(RAW_HTTP).sort());
  });

  it('all suites but those use the client', () => {
    const exempt = [...ALL_RAW, ...WITHOUT_REQUESTS];
    expect(having(/@app\/client|'\.\.?\/(?:destinations|stocks)\.js'/)).toEqual(found.filter((name) => !exempt.includes(name)).sort());
  });
});
