import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client as Agent, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client, faults } from './client.js';
import { aliceAndBob, SRT } from './fixtures.js';
import { Stack, type CallersStack, type Loaded } from './stack.js';

let stack: CallersStack;
let seed: Loaded;
let anyone: Client;

beforeAll(async () => {
  stack = await Stack.forCallers();
  seed = await stack.load(aliceAndBob);
  anyone = new Client(stack.baseUrl);
});
afterAll(() => stack.destroy());

const REVISIONS = ['2026-07-28', '2025-11-25'] as const;
type Revision = (typeof REVISIONS)[number];

/** The official client, with one of Alice's tokens. */
async function agent(revision: Revision, token = 'all'): Promise<Agent> {
  const mode = revision === '2026-07-28' ? { pin: revision } : ('legacy' as const);
  const connected = new Agent({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const authProvider = { token: () => Promise.resolve(seed.tokens[token]!) };
  await connected.connect(new StreamableHTTPClientTransport(new URL(`${anyone.baseUrl}/mcp`), { authProvider }));
  return connected;
}

const call = (named: Agent, name: string, args: object = {}) => named.callTool({ name, arguments: { ...args } });

/** A message as it is sent without a library. */
const post = (message: unknown, { token = seed.tokens['all'], headers = {} }: { token?: string; headers?: Record<string, string> } = {}) =>
  anyone.request('POST', '/mcp', { json: message, token, headers: { Accept: 'application/json, text/event-stream', ...headers } });

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
const callOf = (name: string, args: object = {}) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });

describe.each(REVISIONS)('agents over HTTP, revision %s (contract 14.5)', (revision) => {
  let alice: Agent;
  beforeAll(async () => {
    alice = await agent(revision);
  });
  afterAll(() => alice.close());

  it('every operation of the OpenAPI document that takes JSON is a tool under its operation id', async () => {
    const { paths } = (await anyone.get('/openapi.json')).json as {
      paths: Record<string, Record<string, { operationId: string; security: object[]; requestBody?: { content: object } }>>;
    };
    const operations = Object.values(paths).flatMap((item) => Object.entries(item));
    const expected = operations.filter(
      ([method, { security, requestBody }]) =>
        method !== 'head' && security.length > 0 && (!requestBody || 'application/json' in requestBody.content),
    );
    const { tools } = await alice.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(expected.map(([, { operationId }]) => operationId).sort());
  });

  it('a token sees the tools that its permissions allow', async () => {
    const reader = await agent(revision, 'read');
    const nobody = await agent(revision, 'none');
    const { tools } = await reader.listTools();
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
    expect((await nobody.listTools()).tools.map(({ name }) => name)).toEqual(['getToken', 'getPodcasts']);
    await Promise.all([reader.close(), nobody.close()]);
  });

  it('a call answers as the operation does, with its ETag, and a refusal is a result that names codes', async () => {
    const episode = seed.episodes['e1'];
    expect((await call(alice, 'putEpisodeTranscript', { episode, content: SRT })).structuredContent).toMatchObject({
      data: { segment_count: 2 },
    });
    const read = await call(alice, 'getEpisodeTranscript', { episode });
    expect(read.structuredContent).toMatchObject({ data: { segments: [{ text: 'Hello' }, { text: 'there' }] } });
    expect(read.content[1]).toEqual({ type: 'text', text: expect.stringMatching(/^ETag: "/) });
    const refused = await call(alice, 'putEpisodeTranscript', { episode, content: SRT, 'If-Match': '"another"' });
    expect(refused).toMatchObject({ isError: true, structuredContent: { errors: [{ code: 'precondition_failed' }] } });
    const foreign = await call(alice, 'getEpisode', { episode: seed.episodes['foreign'] });
    expect(foreign).toMatchObject({ isError: true, structuredContent: { errors: [{ code: 'not_owner' }] } });
  });

  it('an unknown argument of a call is refused by the operation itself, with the names that it has', async () => {
    const unknown = await call(alice, 'getPodcasts', { page: 2 });
    expect(unknown.structuredContent).toMatchObject({
      errors: [{ field: 'page', code: 'unknown_parameter', allowed: ['after', 'first'] }],
    });
    const field = await call(alice, 'putVideoWebhook', { url: 'https://hooks.example.com/', titel: 'x' });
    expect(field.structuredContent).toMatchObject({ errors: [{ field: 'titel', code: 'unknown_field' }] });
  });
});

describe('what /mcp refuses (contract 14.5)', () => {
  it.each([
    ['no token', () => ({ headers: { Authorization: '' } }), 401, 'token_missing'],
    ['a token that nobody has', () => ({ token: `pat_${'x'.repeat(43)}` }), 401, 'token_invalid'],
  ])('an agent with %s gets 401', async (_, sent, status, code) => {
    const refused = await post(LIST, sent());
    expect([refused.status, faults(refused)[0]?.code]).toEqual([status, code]);
    expect(refused.headers.get('www-authenticate')).toContain('Bearer');
  });

  it('a call that needs a permission which the token lacks is 403', async () => {
    const refused = await post(callOf('deleteVideoWebhook'), { token: seed.tokens['read'] });
    expect([refused.status, refused.json.errors]).toEqual([
      403,
      [expect.objectContaining({ code: 'permission_missing', required: 'delete' })],
    ]);
  });

  it.each([
    ['no JSON', { body: '{' }, 400, -32_700],
    ['a batch', { json: [LIST, LIST] }, 400, -32_600],
    ['another media type', { body: 'x', headers: { 'Content-Type': 'text/plain' } }, 415, -32_600],
    ['a body above 1,000,000 bytes', { json: callOf('putEpisodeTranscript', { content: 'x'.repeat(1_000_000) }) }, 413, -32_600],
    ['a body of very many members', { json: callOf('getPodcasts', { first: Array(60_000).fill(1) }) }, 413, -32_600],
    ['a body of very many levels', { body: `${'['.repeat(100)}${']'.repeat(100)}` }, 400, -32_700],
  ])('%s gets a status of the protocol', async (_, sent, status, code) => {
    const headers = { 'Content-Type': 'application/json', ...('headers' in sent ? sent.headers : {}) };
    const refused = await anyone.request('POST', '/mcp', { ...sent, token: seed.tokens['all'], headers });
    expect([refused.status, refused.json.error?.code]).toEqual([status, code]);
  });

  it.each(['GET', 'DELETE', 'PUT'])('%s is 405, since there are no sessions', async (method) => {
    const refused = await anyone.request(method, '/mcp', { token: seed.tokens['all'] });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('a tool that does not exist is an error of the protocol', async () => {
    expect((await post(callOf('dropTables'))).text).toContain('-32602');
  });

  it.each([
    ['a dot segment', { episode: '..' }],
    ['nothing', {}],
    ['an object', { episode: { id: 'x' } }],
  ])('%s in place of an id makes no request', async (_, args) => {
    expect((await post(callOf('deleteEpisodeTranscript', args))).text).toContain('"isError":true');
  });

  it('an argument cannot add a header to the request', async () => {
    const episode = seed.episodes['e2'];
    const injected = `"x"\r\nAuthorization: Bearer ${seed.tokens['bob']}`;
    expect((await post(callOf('deleteEpisodeTranscript', { episode, 'If-Match': injected }))).text).toContain('printable ASCII');
    const path = await post(callOf('getEpisode', { episode: `${episode}/transcript?x=1#` }));
    expect(path.text).toContain('not_found');
  });
});

/** A request with a Host of its own, which fetch does not let callers write. */
function statusOf(headers: Record<string, string>): Promise<number> {
  const { hostname, port } = new URL(anyone.baseUrl);
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ hostname, port, path: '/mcp', method: 'POST', headers: { Authorization: `Bearer ${seed.tokens['all']}`, 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers } }); // prettier-ignore
    sent.once('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.once('error', reject);
    sent.end(JSON.stringify(LIST));
  });
}

describe('on a loopback HOST (contract 14.5)', () => {
  it.each([
    [{ Host: 'evil.example' }, 403],
    [{ Host: 'localhost.evil.example:3000' }, 403],
    [{ Origin: 'https://evil.example' }, 403],
    [{ Origin: 'null' }, 403],
    [{ Origin: 'http://localhost:5173' }, 200],
    [{ Host: 'localhost:3000' }, 200],
    [{}, 200],
  ])('%j is answered with %i', async (headers, status) => {
    expect(await statusOf(headers as Record<string, string>)).toBe(status);
  });
});
