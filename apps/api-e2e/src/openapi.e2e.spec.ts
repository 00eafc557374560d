import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from '@apidevtools/swagger-parser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import addFormats from 'ajv-formats';
import { Ajv, type ValidateFunction } from 'ajv';
import fc from 'fast-check';
import { withAnswers } from './answers.js';
import { Client, type Answer, type Json, type Sent } from './client.js';
import { aliceAndBob, SRT, VTT } from './fixtures.js';
import { Stack, type CallersStack, type Loaded } from './stack.js';

const COMMITTED = join(import.meta.dirname, '../../../docs/openapi.json');
/** Requests per operation. */
const RUNS = 50;
/** Headers that clients read; others, such as Cache-Control and those of CORS, are of HTTP. */
const CONTRACT_HEADERS = ['x-request-id', 'ratelimit-policy', 'ratelimit', 'retry-after', 'www-authenticate', 'etag', 'location', 'content-disposition', 'tus-resumable', 'tus-version', 'tus-extension', 'tus-max-size', 'upload-offset', 'upload-length', 'upload-defer-length', 'upload-metadata', 'upload-expires']; // prettier-ignore

let stack: CallersStack;
let seed: Loaded;
let api: Client;
/** As it is served. */
let served: Json;
/** The same with every answer in its place. */
let document: Json;

beforeAll(async () => {
  stack = await Stack.forCallers();
  const [tech, ...others] = aliceAndBob.podcasts;
  const video = (key: string) => ({ key, client_key: key, status: 'ready', duration_seconds: 600 });
  seed = await stack.load({ ...aliceAndBob, podcasts: [{ ...tech, video_stocks: [video('s1'), video('s2')] }, ...others] });
  api = new Client(stack.baseUrl);
  served = (await api.get('/openapi.json')).json;
  document = withAnswers(structuredClone(served));
});
afterAll(() => stack.destroy());

type Operation = { readonly method: string; readonly path: string; readonly spec: Json };

const operations = (): Operation[] => operationsOf(document);

function operationsOf({ paths }: Json): Operation[] {
  return Object.entries(paths as Record<string, Record<string, Json>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, spec]) => ({ method: method.toUpperCase(), path, spec: spec })),
  );
}

describe('the OpenAPI document', () => {
  it('the OpenAPI document is valid', async () => {
    await expect(validate(structuredClone(served) as Parameters<typeof validate>[0])).resolves.toBeDefined();
  });

  it('the OpenAPI document is served as docs/openapi.json has it, with the absolute address of the service (contract 14.6)', () => {
    expect(served).toEqual({ ...JSON.parse(readFileSync(COMMITTED, 'utf8')), servers: [{ url: api.baseUrl }] });
  });

  it('the OpenAPI document names, summarises and describes every operation and all its answers', () => {
    for (const { path, method, spec } of operations()) {
      expect([path, method, typeof spec.operationId, typeof spec.summary]).toEqual([path, method, 'string', 'string']);
      const isPublic = !path.startsWith('/api/v1/');
      for (const status of isPublic ? ['404', '500', '503'] : ['401', '422', '429', '500', '503'])
        expect([path, Object.keys(spec.responses as object)]).toEqual([path, expect.arrayContaining([status])]);
      expect([path, spec.security]).toEqual([path, isPublic ? [] : [{ bearer: [] }]]);
    }
  });
});

/** Values that are out to break something. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.constantFrom(
    '',
    '0',
    '-1',
    '1e309',
    '9'.repeat(400),
    'null',
    'true',
    '[]',
    '{}',
    '%00',
    '\0',
    '../..',
    '__proto__',
    'constructor',
    '😀',
    '\ud800',
    "' OR 1=1 --",
  ),
  fc.integer().map(String),
  fc.uuid(),
);

const json = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.record({ content: fc.oneof(fc.constantFrom(SRT, VTT, 'WEBVTT\n\n'), hostile, fc.jsonValue({ maxDepth: 1 })), format: fc.oneof(fc.constantFrom('srt', 'vtt'), hostile, fc.integer()), extra: fc.jsonValue({ maxDepth: 1 }) }, { requiredKeys: [] }), // prettier-ignore
  fc.record({ chapters: fc.array(fc.record({ startTime: fc.oneof(fc.nat(), fc.double(), hostile), title: hostile, url: fc.oneof(fc.webUrl(), hostile), toc: fc.boolean() }, { requiredKeys: [] })) }), // prettier-ignore
);
const body: fc.Arbitrary<Sent> = fc.oneof(
  { weight: 4, arbitrary: json.map((value) => ({ json: value })) },
  {
    weight: 1,
    arbitrary: fc.record({
      body: hostile,
      headers: fc.record({
        'Content-Type': fc.constantFrom('application/json', 'text/plain', 'application/json; charset=utf-16', 'multipart/form-data', ''),
      }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constant({ body: `{"content":${'['.repeat(5000)}${']'.repeat(5000)}}`, headers: { 'Content-Type': 'application/json' } }),
  },
);

function requestsFor({ path, spec }: Operation): fc.Arbitrary<{ path: string; sent: Sent }> {
  const known = ((spec.parameters ?? []) as Json[])
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => parameter.name as string);
  const query = fc.array(
    fc.tuple(
      fc.oneof(fc.constantFrom('first', 'after', 'dry_run', ...known), hostile),
      fc.oneof(fc.constantFrom('1', '50', 'true', '2026-10-01', '2026-10-31', 'Europe/Lisbon'), hostile),
    ),
    { maxLength: 3 },
  );
  const ids = [...Object.values(seed.episodes), ...Object.values(seed.podcasts)];
  const segment = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...ids) },
    { weight: 1, arbitrary: hostile.map((value) => value || 'x') },
  );
  const token = fc.oneof(
    { weight: 4, arbitrary: fc.constant(seed.tokens['all']) },
    { weight: 1, arbitrary: fc.constantFrom(undefined, seed.tokens['read'], seed.tokens['none'], 'pat_x') },
  );
  const accept = fc.constantFrom('application/json', 'text/vtt', 'application/x-subrip', '*/*', 'x', '');
  return fc
    .record({
      segment,
      query,
      token,
      accept,
      etag: fc.constantFrom(undefined, '*', '"x"', ','),
      sent: spec.requestBody ? body : fc.constant<Sent>({}),
    })
    .map(({ segment: one, query: pairs, token: bearer, accept: type, etag, sent }) => ({
      path: `${path.replace(/\{\w+\}/g, () => encode(one))}${pairs.length ? `?${pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')}` : ''}`,
      sent: {
        ...sent,
        token: bearer,
        headers: { Accept: type, ...(etag === undefined ? {} : { 'If-None-Match': etag }), ...sent.headers },
      },
    }));
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

describe('a generated request', () => {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const schemas = new Map<string, ValidateFunction>();
  beforeAll(() => void ajv.addSchema({ $id: 'openapi', components: document.components }));

  const judge = ({ method, path, spec }: Operation, answer: Answer) => {
    const declared = spec.responses[String(answer.status)];
    expect([method, path, answer.status, answer.status < 500 && declared !== undefined]).toEqual([method, path, answer.status, true]);
    const named = Object.keys((declared.headers ?? {}) as object).map((name) => name.toLowerCase());
    expect([method, path, answer.status, CONTRACT_HEADERS.filter((name) => answer.headers.has(name) && !named.includes(name))]).toEqual([method, path, answer.status, []]); // prettier-ignore
    if (method === 'HEAD') return expect(answer.text).toBe('');
    const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
    const schema = declared.content?.[type]?.schema;
    if (!schema) return expect([[302, 304].includes(answer.status), answer.text]).toEqual([true, '']);
    if (type !== 'application/json') return;
    const key = JSON.stringify(schema);
    const check = schemas.get(key) ?? ajv.compile(JSON.parse(key.replaceAll('"#/components', '"openapi#/components')) as object);
    schemas.set(key, check);
    expect([check(answer.json), check.errors, answer.json]).toEqual([true, null, answer.json]);
  };

  it('a defect that belongs to no subtitle is described', async () => {
    const operation = operations().find(({ method, path }) => method === 'PUT' && path.endsWith('/transcript'))!;
    const [episode] = Object.values(seed.episodes);
    const path = operation.path.replace(/\{\w+\}/, episode!);
    judge(operation, await api.request('PUT', path, { token: seed.tokens['all'], json: { content: 'words' } }));
  });

  it('a generated request with nonsense in any parameter of a query is refused or answered as described', async () => {
    const nonsense = ['', ' ', '%00', '%FF', 'x', '-1', '1e3', '9'.repeat(30), '2026-02-30', '0000-00-00', 'null', ','];
    const asked = operations().flatMap(({ spec, ...of }) =>
      ((spec.parameters ?? []) as Json[]).filter((one) => one.in === 'query').map((one) => ({ spec, ...of, name: one.name as string })),
    );
    const ids = { episode: seed.episodes['e1'], podcast: seed.podcasts['tech'], stock: seed.video_stocks['s1'] };
    for (const { method, path, spec, name } of asked) {
      const address = path.replace(/\{(\w+)\}/g, (_, resource: keyof typeof ids) => ids[resource] ?? 'x');
      const queries = [...nonsense.map((value) => `${name}=${value}`), `${name}=1&${name}=x`, `${name}[]=x`, `${name}[x]=y`];
      for (const query of queries)
        judge({ method, path, spec }, await api.request(method, `${address}?${query}`, { token: seed.tokens['all'] }));
    }
    expect(asked.length).toBeGreaterThan(20);
  });

  // The committed document lists the operations of the running one, as the test above promises.
  const committed = JSON.parse(readFileSync(COMMITTED, 'utf8'));
  it.each(operationsOf(committed).map(({ method, path }) => [method, path]))(
    '%s %s gets a declared answer and never a 500',
    async (method, path) => {
      const operation = operations().find((one) => one.method === method && one.path === path);
      if (!operation) throw new Error(`${method} ${path} is not in the running document`);
      await fc.assert(
        fc.asyncProperty(requestsFor(operation), async ({ path: generated, sent }) => {
          judge(operation, await api.request(operation.method, generated, sent));
        }),
        { numRuns: RUNS, endOnFailure: true },
      );
    },
  );
});

describe('the example of a refusal is what the API answers', () => {
  const NOBODY = '01a1fc5d-0000-7000-8000-000000000000';
  const TUS = { 'Tus-Resumable': '1.0.0' };
  type Sending = Sent & { readonly id?: string; readonly query?: string };

  /** Sends a request of an operation, and compares the answer with the example of the operation. */
  async function provoke(id: string, status: number, { id: named = NOBODY, query = '', ...sent }: Sending): Promise<void> {
    const operation = operations().find(({ spec }) => spec.operationId === id);
    if (!operation) throw new Error(`there is no operation ${id}`);
    const token = seed.tokens['all'];
    const path = operation.path.replace(/\{\w+\}/, named) + query;
    const { status: answered, json: told } = await api.request(operation.method, path, { token, ...sent });
    const { message, errors } = operation.spec.responses[status].content['application/json'].example;
    expect([id, answered, told]).toEqual([
      id,
      status,
      expect.objectContaining({ message, errors: expect.arrayContaining(errors.map((one: object) => expect.objectContaining(one))) }),
    ]);
  }

  /** The operations that refuse with a status, those with answers without a body apart. */
  const refusing = (status: number, isMeant: (operation: Operation) => boolean = () => true) =>
    operations()
      .filter((operation) => operation.method !== 'HEAD' && operation.spec.responses[status] && isMeant(operation))
      .map(({ spec }) => spec.operationId as string);

  it('the example of a 401 is what every operation answers', async () => {
    const token = `pat_${'x'.repeat(43)}`;
    for (const id of refusing(401)) await provoke(id, 401, { token });
    expect(refusing(401).length).toBeGreaterThan(30);
  });

  it('the example of a 403 is what every operation that needs a permission answers', async () => {
    for (const id of refusing(403)) await provoke(id, 403, { token: seed.tokens['none'] });
    expect(refusing(403).length).toBeGreaterThan(28);
  });

  it('the example of a 404 is what every operation whose path names something answers', async () => {
    const named = refusing(404, ({ path }) => path.includes('{'));
    const revised = { json: { expected_revision: 1, episode_id: NOBODY } };
    for (const id of named)
      await provoke(id, 404, id === 'patchVideoStock' ? { json: { expected_revision: 1 } } : id === 'postVideoStockLink' ? revised : {});
    for (const id of ['deleteVideoWebhook', 'postVideoWebhookVerify']) await provoke(id, 404, {});
    const json = { podcast_id: NOBODY, client_key: 'k', upload_id: NOBODY };
    await provoke('postVideoStocks', 404, { json });
    await provoke('getVideoStocks', 404, { query: `?podcast_id=${NOBODY}` });
    expect(named.length).toBeGreaterThan(18);
  });

  it('the example of a 422 is what every operation answers', async () => {
    const id = seed.episodes['e1'];
    const podcast = seed.podcasts['tech'];
    const stock = seed.video_stocks['s1'];
    const chapters = [0, 20, 40, 30].map((startTime) => ({ startTime, title: 'C' }));
    const reversed = '1\n00:00:01,000 --> 00:00:02,500\nHello\n\n2\n00:00:05,000 --> 00:00:04,000\nthere\n';
    const own: Record<string, Sending> = {
      putEpisodeTranscript: { id, json: { content: reversed } },
      putEpisodeChapters: { id, json: { chapters } },
      postEpisodeRetime: {
        id: seed.episodes['rich'],
        json: {
          edits: [
            { at: 0, insert: 30 },
            { from: 9, to: 3 },
          ],
        },
      },
      putVideoWebhook: { json: { url: 'http://hooks.example.com/' } },
      postUploads: { body: '--x--\r\n', headers: { 'Content-Type': 'multipart/form-data; boundary=x' } },
      postVideoStocks: { json: { podcast_id: podcast, client_key: 'k', upload_id: await begunUpload() } },
      patchUpload: { id: await begunUpload() },
      postPodcastRssRefetch: { id: podcast },
      getPodcastAnalytics: { id: podcast, query: '?from=2026-10-02&to=2026-10-01' },
      getPodcastAnalyticsCsv: { id: podcast, query: '?from=2026-10-01&to=2026-10-02&timezone=x' },
    };
    // A generated request above may have removed what is retimed.
    await api.put(`/api/v1/episodes/${seed.episodes['rich']}/transcript`, { content: SRT }, { token: seed.tokens['all'] });
    const { json: shown } = await api.get('/api/v1/token', { token: seed.tokens['all'] });
    const at = { podcast, episode: id, stock, token: shown.data.id as string, upload: await begunUpload() };
    // Operations of a delivery need a destination: processes/openapi-refusals.e2e.spec.ts.
    for (const operationId of refusing(422, ({ path }) => !path.includes('{delivery}'))) {
      const { path = '', spec } = operations().find((one) => one.spec.operationId === operationId) ?? {};
      const [, resource = ''] = /\{(\w+)\}/.exec(path) ?? [];
      const usual = { id: at[resource as keyof typeof at], ...(spec?.requestBody ? { json: { titel: 'x' } } : { query: '?page=2' }) };
      await provoke(operationId, 422, own[operationId] ?? usual);
    }
  });

  it('the example of a 409 is what operations answer that need no destination and no crowd of uploads', async () => {
    const [s1, s2] = [seed.video_stocks['s1'], seed.video_stocks['s2']];
    const linked = { json: { episode_id: seed.episodes['e1'] } };
    const json = { podcast_id: seed.podcasts['tech'], client_key: 's1', upload_id: NOBODY };
    await provoke('postVideoStocks', 409, { json });
    const answer = await api.request('POST', `/api/v1/video-stocks/${s1}/link`, { token: seed.tokens['all'], ...linked });
    expect(answer.status).toBe(200);
    await provoke('postVideoStockCancel', 409, { id: s1, json: {} });
    await provoke('postVideoStockLink', 409, { id: s2, ...linked });
    for (const title of ['Two', 'Three']) {
      const { json: shown } = await api.get(`/api/v1/video-stocks/${s2}`, { token: seed.tokens['all'] });
      if (shown.data.revision === 3) break;
      const change = { expected_revision: shown.data.revision, title };
      await api.request('PATCH', `/api/v1/video-stocks/${s2}`, { token: seed.tokens['all'], json: change });
    }
    await provoke('patchVideoStock', 409, { id: s2, json: { expected_revision: 99, title: 'Four' } });
  });

  it('the examples of refusals of tus are what the API answers', async () => {
    const id = await begunUpload();
    const bytes = { id, body: 'twelve bytes', headers: { ...TUS, 'Content-Type': 'application/offset+octet-stream' } };
    await provoke('postUploads', 400, { headers: TUS });
    await provoke('postUploads', 412, { headers: { 'Tus-Resumable': '0.2.2' } });
    await provoke('postUploads', 413, { headers: { ...TUS, 'Upload-Length': String(51 * 2 ** 30) } });
    await provoke('postUploads', 501, { headers: { ...TUS, 'Upload-Length': '1', 'Upload-Concat': 'partial' } });
    await provoke('patchUpload', 409, { ...bytes, headers: { ...bytes.headers, 'Upload-Offset': '5' } });
    await provoke('patchUpload', 413, { ...bytes, headers: { ...bytes.headers, 'Upload-Offset': '0' } });
  });

  /** An upload of ten bytes of which none has arrived. */
  async function begunUpload(): Promise<string> {
    const headers = { ...TUS, 'Upload-Length': '10' };
    const answer = await api.request('POST', '/api/v1/uploads', { token: seed.tokens['all'], headers });
    return answer.headers.get('location')?.split('/').at(-1) ?? '';
  }
});

describe('what programs look for', () => {
  it('/llms.txt names the description and guides that are there', async () => {
    const { status, text } = await api.get('/llms.txt');
    const links = [...text.matchAll(/\]\((http[^)]+)\)/g)].map(([, link = '']) => link.replace(api.baseUrl, ''));
    expect([status, links.length > 10]).toEqual([200, true]);
    for (const link of links) expect([link, (await api.get(link)).status]).toEqual([link, 200]);
  });

  it('/.well-known/api-catalog is a linkset that names the description (RFC 9727)', async () => {
    const { headers, text } = await api.get('/.well-known/api-catalog');
    expect(headers.get('content-type')).toContain('application/linkset+json');
    const [service] = (JSON.parse(text) as { linkset: Json[] }).linkset;
    expect(service).toMatchObject({ anchor: `${api.baseUrl}/api/v1`, 'service-desc': [{ href: `${api.baseUrl}/openapi.json` }] });
  });
});

describe('GET /docs/reference', () => {
  it('GET /docs/reference is a page that keeps the token over a reload, and links guides that are there', async () => {
    const page = await api.get('/docs/reference');
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('<title>Reference · Podcast Automation API</title>')]);
    expect((await api.get('/docs/assets/reference.js')).text).toContain('persistAuthorization: true');
    const links = [...(document.info.description as string).matchAll(/\((\/docs\/guides\/[^)]+)\)/g)].map(([, link]) => link ?? '');
    expect(links.length).toBeGreaterThan(3);
    const answers = await Promise.all(links.map(async (link) => [link, (await api.get(link)).status]));
    expect(answers).toEqual(links.map((link) => [link, 200]));
  });

  it('GET /docs/reference names the parameters of a path before those of the query', () => {
    for (const { spec } of operations()) {
      const places = ((spec.parameters ?? []) as Json[]).map((parameter) => parameter.in as string);
      expect(places).toEqual(['path', 'query', 'header'].flatMap((place) => places.filter((one) => one === place)));
    }
  });
});
