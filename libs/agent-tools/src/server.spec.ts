import { expect, it } from '@jest/globals';
import { InMemoryTransport, type JSONRPCMessage } from '@modelcontextprotocol/server';
import { ArgumentError } from './requests.js';
import { agentServer, type Call } from './server.js';
import type { Tool } from './tools.js';

const TOOL: Tool = {
  name: 'getToken',
  title: 'Show the token',
  description: 'Show the token.',
  inputSchema: { type: 'object', properties: {}, required: [], additionalProperties: false },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  permission: null,
  method: 'GET',
  path: '/api/v1/token',
  parameters: [],
  takesBody: false,
};

/** A client of a server with one tool, after the handshake. */
async function connected(call: Call) {
  const server = agentServer({ version: '1.2.3', tools: [TOOL], call });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const answers = new Map<unknown, (answer: unknown) => void>();
  ours.onmessage = (message) => answers.get((message as { readonly id?: unknown }).id)?.(message);
  await Promise.all([ours.start(), server.connect(theirs)]);
  const ask = (id: number, of: { readonly method: string; readonly params: object }) =>
    new Promise((resolve) => {
      answers.set(id, resolve);
      void ours.send({ jsonrpc: '2.0', id, ...of } as JSONRPCMessage);
    });
  const tell = (method: string, params: object = {}) => ours.send({ jsonrpc: '2.0', method, params } as JSONRPCMessage);
  const client = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  await ask(1, { method: 'initialize', params: client });
  await tell('notifications/initialized');
  return { ask, tell, close: () => server.close() };
}

/** The answer of a server with one tool to one request. */
async function answerTo(method: string, params: object): Promise<unknown> {
  const { ask, close } = await connected(({ name }, { fault }) =>
    fault === undefined ? Promise.resolve({ status: 200, headers: {}, body: name }) : Promise.reject(new ArgumentError(fault as string)),
  );
  const answer = await ask(2, { method, params });
  await close();
  return answer;
}

it('a tool is listed with its marks, and that it reaches nothing but this service', async () => {
  expect(await answerTo('tools/list', {})).toMatchObject({
    result: { tools: [{ name: 'getToken', annotations: { title: 'Show the token', readOnlyHint: true, openWorldHint: false } }] },
  });
});

it('invalid arguments return a result that the agent can read, not an error of the protocol', async () => {
  expect(await answerTo('tools/call', { name: 'getToken', arguments: { fault: 'episode is required.' } })).toMatchObject({
    result: { isError: true, content: [{ type: 'text', text: 'episode is required.' }] },
  });
  expect(await answerTo('tools/call', { name: 'getToken', arguments: {} })).toMatchObject({ result: { content: [{ text: 'getToken' }] } });
});

it('a tool that the token does not have is an error of the protocol', async () => {
  expect(await answerTo('tools/call', { name: 'deleteToken', arguments: {} })).toMatchObject({ error: { code: -32_602 } });
});

it('a call that the client cancels gives up its request to the API', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<AbortSignal>();
  const { ask, tell, close } = await connected((_tool, _args, signal) => (begin(signal), new Promise<never>(() => undefined)));
  void ask(2, { method: 'tools/call', params: { name: 'getToken' } });
  const signal = await begun;
  const givenUp = new Promise((resolve) => void signal.addEventListener('abort', () => resolve('given up')));
  await tell('notifications/cancelled', { requestId: 2 });
  expect(await givenUp).toBe('given up');
  await close();
});
