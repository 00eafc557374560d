import { createServer, type Server } from 'node:https';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Issued } from '@app/certificates';

/** A request that a receiver got whole. */
export type Received = {
  readonly at: number;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The raw bytes, as text. */
  readonly body: string;
  readonly event: { readonly id: string; readonly type: string; readonly createdAt: string; readonly data: Record<string, unknown> };
};

export type Behaviour = (request: IncomingMessage, response: ServerResponse, received: Received) => void;

/** A webhook destination on loopback: keeps requests and answers as told; at first challenges, and 200. */
export class Receiver {
  readonly received: Received[] = [];
  connections = 0;

  private constructor(
    private readonly server: Server,
    private behaviour: Behaviour,
  ) {}

  static async listen(certificate: Issued, behaviour: Behaviour = obliging): Promise<Receiver> {
    const server = createServer(certificate);
    const receiver = new Receiver(server, behaviour);
    server.on('connection', () => (receiver.connections += 1));
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        const received = {
          at: Date.now(),
          path: request.url ?? '',
          headers: request.headers,
          body,
          event: JSON.parse(body) as Received['event'],
        };
        receiver.received.push(received);
        receiver.behaviour(request, response, received);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  behave(behaviour: Behaviour): void {
    this.behaviour = behaviour;
  }

  /** The events of a type so far. */
  of(type: string): Received[] {
    return this.received.filter(({ event }) => event.type === type);
  }

  /** Waits until so many of a type have come. */
  async until(type: string, count: number, timeoutMs = 60_000): Promise<Received[]> {
    for (const deadline = Date.now() + timeoutMs; ;) {
      const found = this.of(type);
      if (found.length >= count) return found;
      if (Date.now() > deadline) throw new Error(`${found.length} of ${count} ${type} came in ${timeoutMs} ms`);
      await sleep(20);
    }
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** Echoes challenges and says 200 to everything. */
export const obliging: Behaviour = (_request, response, { event }) => {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(event.type === 'webhook.verification' ? { challenge: event.data['challenge'] } : { ok: true }));
};

/** Echoes challenges, and answers everything else with a status. */
export const answering =
  (status: number): Behaviour =>
  (request, response, received) => {
    if (received.event.type === 'webhook.verification') obliging(request, response, received);
    else response.writeHead(status).end();
  };
