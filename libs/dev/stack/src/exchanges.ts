import { subscribe, unsubscribe, type ChannelListener } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Exchange } from './diagnostics.ts';

const MAX_BODY_BYTES = 8000;

/** The channels of undici, which is Node's `fetch` (https://undici.nodejs.org/#/docs/api/DiagnosticsChannel.md). */
type FetchRequest = { readonly method: string; readonly origin: string; readonly path: string };
type OfFetch = {
  readonly request: FetchRequest;
  readonly response: { readonly statusCode: number; readonly headers: readonly Buffer[] };
  readonly chunk: Buffer;
  readonly error: Error;
};
type OfHttp = { readonly request: ClientRequest; readonly response: IncomingMessage; readonly error: Error };

/**
 * Records every request that this process sends with `fetch` or `node:http`, whatever client sends it, without a
 * difference to the request. A request that gets no answer is recorded, too.
 */
export class ExchangeRecorder {
  private readonly pending = new WeakMap<object, Exchange>();
  private readonly listeners: readonly (readonly [channel: string, listener: ChannelListener])[];

  /** @param note is told of each request when it begins; the exchange changes as the answer comes */
  constructor(private readonly note: (exchange: Exchange) => void) {
    const listeners = {
      ...fetchListeners((request) => this.exchangeOf(request, request.method, `${request.origin}${request.path}`)),
      ...httpListeners((request) =>
        this.exchangeOf(request, request.method, `${request.protocol}//${request.getHeader('host')?.toString()}${request.path}`),
      ),
    };
    this.listeners = Object.entries(listeners).map(([channel, listener]) => [channel, listener as ChannelListener]);
  }

  start(): void {
    for (const [channel, listener] of this.listeners) subscribe(channel, listener);
  }

  stop(): void {
    for (const [channel, listener] of this.listeners) unsubscribe(channel, listener);
  }

  private exchangeOf(request: object, method: string, url: string): Exchange {
    const known = this.pending.get(request);
    if (known) return known;
    const exchange: Exchange = { method, url, outcome: 'no answer yet', requestId: null, body: '' };
    this.pending.set(request, exchange);
    this.note(exchange);
    return exchange;
  }
}

const fetchListeners = (exchangeOf: (request: FetchRequest) => Exchange) => ({
  'undici:request:create': ({ request }: OfFetch) => void exchangeOf(request),
  'undici:request:headers': ({ request, response: { statusCode, headers } }: OfFetch) => {
    const at = headers.findIndex((name, index) => index % 2 === 0 && String(name).toLowerCase() === 'x-request-id');
    Object.assign(exchangeOf(request), { outcome: String(statusCode), requestId: at < 0 ? null : String(headers[at + 1]) });
  },
  'undici:request:bodyChunkReceived': ({ request, chunk }: OfFetch) => append(exchangeOf(request), chunk),
  'undici:request:error': ({ request, error }: OfFetch) => fail(exchangeOf(request), error),
});

const httpListeners = (exchangeOf: (request: ClientRequest) => Exchange) => ({
  'http.client.request.start': ({ request }: OfHttp) => void exchangeOf(request),
  'http.client.response.finish': ({ request, response }: OfHttp) => {
    const exchange = exchangeOf(request);
    Object.assign(exchange, { outcome: String(response.statusCode), requestId: response.headers['x-request-id'] ?? null });
    // To listen for data would start its flow.
    const push = response.push.bind(response);
    response.push = (chunk: unknown, encoding?: BufferEncoding) => {
      if (chunk instanceof Uint8Array) append(exchange, chunk);
      return push(chunk, encoding);
    };
  },
  'http.client.request.error': ({ request, error }: OfHttp) => fail(exchangeOf(request), error),
});

function append(exchange: Exchange, chunk: Uint8Array): void {
  if (exchange.body.length < MAX_BODY_BYTES) exchange.body += Buffer.from(chunk).toString();
}

function fail(exchange: Exchange, error: Error): void {
  exchange.outcome = exchange.outcome === 'no answer yet' ? `no answer: ${error.message}` : `${exchange.outcome}, then ${error.message}`;
}
