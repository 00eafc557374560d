import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, faults } from '../client.js';
import { aliceAndBob } from '../fixtures.js';
import { Stack, type Loaded, type Running } from '../stack.js';

let stack: Stack;
let seed: Loaded;
let started: Running[] = [];

beforeAll(async () => {
  stack = await Stack.create({ RATE_LIMIT_PER_MINUTE: '100000' });
});
afterAll(() => stack.destroy());
afterEach(async () => {
  await Promise.all(started.map((one) => one.stop()));
  started = [];
});

/** An api with users of its own. */
async function serve(env: NodeJS.ProcessEnv = {}): Promise<Client> {
  seed = await stack.load(aliceAndBob);
  const api = await stack.start('api', env);
  started.push(api);
  return new Client(api.baseUrl, seed.tokens['all']);
}

const REVISION = '2026-07-28';
const _meta = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

function send(client: Client, method: string, params: { name?: string; [name: string]: unknown } = {}) {
  const headers = { Accept: 'application/json, text/event-stream', 'MCP-Protocol-Version': REVISION, 'Mcp-Method': method, ...(params.name && { 'Mcp-Name': params.name }) }; // prettier-ignore
  return client.request('POST', '/mcp', { json: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }, headers });
}

const call = (client: Client, name: string, args: object = {}) => send(client, 'tools/call', { name, arguments: args });
const leftOf = ({ headers }: { headers: Headers }) => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);

describe('agents have the limits of the API (contract 14.5)', () => {
  it('each message counts as one request, a call too, and the limit answers as everywhere', async () => {
    const alice = await serve({ RATE_LIMIT_PER_MINUTE: '5' });
    const left = [await send(alice, 'tools/list'), await call(alice, 'getPodcasts'), await call(alice, 'dropTables'), await alice.get('/api/v1/token')].map(leftOf); // prettier-ignore
    expect(left).toEqual([4, 3, 2, 1]);
    expect((await call(alice, 'getPodcasts')).status).toBe(200);
    const refused = await call(alice, 'getPodcasts');
    expect([refused.status, faults(refused)[0]?.code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    const forbidden = new Client(alice.baseUrl, seed.tokens['read']);
    expect((await call(forbidden, 'deleteVideoWebhook')).status).toBe(429); // before the permission
  });

  it('an answer that is too large for a result says so', async () => {
    const alice = await serve();
    const episode = seed.episodes['e1'];
    const content =
      `WEBVTT\n\n${Array.from({ length: 100 }, (_, n) => `${n}:00:01.000 --> ${n}:00:02.000\n${'word '.repeat(2500)}\n`).join('\n')}`
        .replace(/^(\d):/gm, '0$1:')
        .replace(/> (\d):/g, '> 0$1:');
    expect((await alice.put(`/api/v1/episodes/${episode}/transcript`, { format: 'vtt', content })).status).toBe(201);
    expect((await call(alice, 'getEpisodeTranscript', { episode })).json.result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('more than 1000000 bytes') }],
    });
  });
});
