import { request as httpRequest, type Agent, type ClientRequest } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { isIP } from 'node:net';
import { checkServerIdentity, type ConnectionOptions, type PeerCertificate, type SecureContext } from 'node:tls';
import { CalledOff, OutboundError, type OutboundResponse } from '@app/process';
import type { KeptConnections } from './kept-connections.js';
import { outboundError, type Phase } from './outbound-error.js';
import { ReceivedResponse } from './received-response.js';

/** A kept connection had been closed at the other end; the request may be sent again on a new one. */
export class StaleConnection extends Error {}

export type Address = { readonly host: string; readonly port: number };

export type ExchangeOptions = {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly keepConnection?: boolean;
  readonly decompress?: boolean;
  readonly confirm?: () => boolean | Promise<boolean>;
  /** `performance.now()` at which everything must be over. */
  readonly deadline: number;
  /** Milliseconds for connecting to this address. */
  readonly connectMs: number;
};

type Connections = {
  /** The agent that keeps connections; false for a new one. */
  readonly agent: Agent | false;
  readonly secureContext: SecureContext;
  readonly kept: KeptConnections;
};

/** Most bytes of a response's head. */
const MAX_HEAD_BYTES = 16 * 1024;

/** Most interim responses (1xx) to one request. */
const MAX_INTERIM = 8;

/** One request on one connection to one address that has been judged. It ends at its deadline. */
export class Exchange {
  /** Why this process ended the request; Node then reports only that it ended. */
  failure: OutboundError | undefined;
  private readonly request: ClientRequest;
  private readonly kept: KeptConnections;
  private readonly outcome = Promise.withResolvers<OutboundResponse>();
  private readonly timers: readonly NodeJS.Timeout[];
  private phase: Phase = 'connecting';
  private hasEnded = false;
  private hasLeft = false;
  private interim = 0;

  /**
   * Sends the request.
   * @throws OutboundError, {@link CalledOff}, {@link StaleConnection}
   */
  static send(url: URL, address: Address, options: ExchangeOptions, connections: Connections): Promise<OutboundResponse> {
    return new Exchange(url, address, options, connections).outcome.promise;
  }

  private constructor(
    private readonly url: URL,
    address: Address,
    private readonly options: ExchangeOptions,
    { agent, secureContext, kept }: Connections,
  ) {
    this.kept = kept;
    const { deadline, connectMs } = options;
    const secure = url.protocol === 'https:';
    const settings = { ...settingsFor(url, address, options), agent, secureContext };
    this.request = secure ? httpsRequest(settings) : httpRequest(settings);
    const connecting = setTimeout(() => this.phase === 'connecting' && this.late('connecting'), Math.max(0, connectMs));
    this.timers = [setTimeout(() => this.late(), Math.max(0, deadline - performance.now())), connecting];
    this.request.once('socket', (socket) => {
      // A kept connection: by then Node has noticed if it was closed meanwhile.
      if (!socket.connecting) return void setImmediate(() => this.connected());
      socket.once('connect', () => {
        clearTimeout(connecting);
        if (secure) this.phase = 'securing';
        else this.connected();
      });
      if (secure) socket.once('secureConnect', () => this.connected());
    });
    this.listen();
  }

  /** Nothing of it is late any more. */
  end(): void {
    this.hasEnded = true;
    this.timers.forEach(clearTimeout);
  }

  private listen(): void {
    this.request
      .on('information', () => ++this.interim > MAX_INTERIM && this.refuse())
      .once('upgrade', (_response, socket) => {
        socket.destroy();
        this.refuse();
      })
      .once('response', (response) => {
        const { url, options } = this;
        this.kept.note(response, { isLong: options.keepConnection === true });
        this.outcome.resolve(new ReceivedResponse(response, { url, exchange: this, decompress: options.decompress === true }));
      })
      .on('error', (cause) => this.fail(cause));
  }

  /** The connection is ready: the caller is asked whether the request still has a reason. */
  private connected(): void {
    this.phase = 'exchanging';
    const { confirm } = this.options;
    if (!confirm) return this.leave();
    Promise.resolve(confirm()).then(
      (still) => (still ? this.leave() : this.callOff(new CalledOff())),
      (error: unknown) => this.callOff(error as Error),
    );
  }

  private leave(): void {
    const { request, kept } = this;
    if (request.destroyed) return;
    if (request.reusedSocket && !(request.socket && kept.isGood(request.socket))) return this.callOff(new StaleConnection());
    this.hasLeft = true;
    this.request.end(this.options.body);
  }

  /**
   * Timers run before sockets are read: after a stall of this process, what has arrived in time is read first.
   * @param phase the only one that is late; any when it is left out
   */
  private late(phase?: Phase): void {
    setImmediate(() => {
      if (this.hasEnded || (phase !== undefined && this.phase !== phase)) return;
      this.destroy(new OutboundError(this.phase === 'connecting' ? 'connect_timeout' : 'timeout'));
    });
  }

  private destroy(error: OutboundError): void {
    this.failure ??= error;
    this.request.destroy(error);
  }

  private callOff(error: Error): void {
    this.outcome.reject(error);
    this.end();
    this.request.destroy();
  }

  private refuse(): void {
    const error = new OutboundError('bad_response');
    this.destroy(error);
    this.end(); // after an upgrade the request emits nothing more
    this.outcome.reject(error);
  }

  private fail(cause: Error): void {
    this.end();
    // A POST that has left is not sent again: it may have been processed (RFC 9110, 9.2.2).
    const mayRepeat = (this.options.method ?? 'GET') === 'GET' || !this.hasLeft;
    if (this.request.reusedSocket && isReset(cause) && mayRepeat) return this.outcome.reject(new StaleConnection());
    this.failure ??= outboundError(cause, this.phase); // also for a body that breaks
    this.outcome.reject(this.failure);
  }
}

function settingsFor(
  url: URL,
  { host, port }: Address,
  { method = 'GET', headers = {}, body, decompress = false }: ExchangeOptions,
): RequestOptions & Pick<ConnectionOptions, 'checkServerIdentity'> {
  const isLiteral = isIP(url.hostname) !== 0;
  return {
    method,
    host,
    port,
    path: `${url.pathname}${url.search}`,
    headers: {
      ...headers,
      Host: url.host,
      ...(decompress ? { 'Accept-Encoding': 'gzip, deflate, br' } : {}),
      ...(body ? { 'Content-Length': String(body.byteLength) } : {}),
    },
    maxHeaderSize: MAX_HEAD_BYTES,
    // Set here, so that NODE_TLS_REJECT_UNAUTHORIZED has no effect.
    rejectUnauthorized: true,
    servername: isLiteral ? '' : url.hostname,
    // Node checks the certificate against a name itself; for an address it would check the one that is connected to.
    ...(isLiteral
      ? { checkServerIdentity: (_: string, certificate: PeerCertificate) => checkServerIdentity(url.hostname, certificate) }
      : {}),
  };
}

function isReset(cause: unknown): boolean {
  return /^(ECONNRESET|EPIPE)$/.test((cause as NodeJS.ErrnoException | null)?.code ?? '');
}
