import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

export type Bridge = { readonly url: string; readonly close: () => void };

async function bridge(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  close = () => undefined as void,
): Promise<Bridge> {
  const server: Server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/mcp`, close: () => (server.close(), server.closeAllConnections(), close()) };
}

/** Passes every request on as it is, with a token: the conformance suite sends none. */
export function withToken(baseUrl: string, token: string): Promise<Bridge> {
  const { hostname, port } = new URL(baseUrl);
  return bridge((request, response) => {
    const headers = { ...request.headers, authorization: `Bearer ${token}` };
    const sent = httpRequest({ hostname, port, path: request.url, method: request.method, headers, setHost: false });
    sent.on('response', (answer) => answer.pipe(response.writeHead(answer.statusCode ?? 0, answer.headers)));
    sent.on('error', () => response.destroy());
    response.once('close', () => sent.destroy());
    request.pipe(sent);
  });
}

type Message = { jsonrpc: '2.0'; id?: string | number; method?: string; params?: { protocolVersion?: string; _meta?: object } };

const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bridge', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** A process that speaks the protocol over its stdin and stdout. */
class StdioServer {
  private readonly waiting = new Map<number, (answer: Message) => void>();
  private count = 0;

  constructor(private readonly child: ChildProcess) {
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const answer = JSON.parse(line) as Message;
      this.waiting.get(Number(answer.id))?.(answer);
    });
  }

  /** @returns undefined for a notification, which has no answer */
  async send(message: Message): Promise<Message | undefined> {
    const { id, ...rest } = message;
    if (id === undefined) return void this.child.stdin?.write(`${JSON.stringify(rest)}\n`);
    const own = (this.count += 1); // clients count for themselves, and several share the process
    const answered = new Promise<Message>((resolve) => this.waiting.set(own, resolve));
    this.child.stdin?.write(`${JSON.stringify({ ...rest, id: own })}\n`);
    const answer = await answered;
    this.waiting.delete(own);
    return { ...answer, id };
  }
}

/**
 * Serves what a command says over stdin and stdout by HTTP, which the conformance suite needs. A client of a revision
 * with a handshake gets a process of its own, which its session names; all others share one.
 */
export function overStdio(command: readonly string[], env: NodeJS.ProcessEnv): Promise<Bridge> {
  const children: ChildProcess[] = [];
  const sessions = new Map<string, StdioServer>();
  const open = (session: string): StdioServer => {
    const child = spawn(process.execPath, command, { env, stdio: ['pipe', 'pipe', 'inherit'] });
    children.push(child);
    const opened = new StdioServer(child);
    sessions.set(session, opened);
    // The first message that is no question about revisions decides the revision of a connection.
    if (session === '') void opened.send({ jsonrpc: '2.0', id: 0, method: 'tools/list', params: { _meta: ENVELOPE } });
    return opened;
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== 'POST') return void response.writeHead(405, { Allow: 'POST' }).end();
    const message = JSON.parse(await text(request)) as Message;
    const session = message.method === 'initialize' ? `s${sessions.size}` : String(request.headers['mcp-session-id'] ?? '');
    const answered = await (sessions.get(session) ?? open(session)).send(message);
    const headers = { 'Content-Type': 'application/json', ...(session && { 'Mcp-Session-Id': session }) };
    response.writeHead(answered ? 200 : 202, headers).end(answered && JSON.stringify(answered));
  };
  return bridge(
    (request, response) => void answer(request, response).catch(() => response.destroy()),
    () => children.forEach((child) => child.kill()),
  );
}
