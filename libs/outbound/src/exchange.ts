import { Agent as HttpAgent, request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest, type RequestOptions } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { checkServerIdentity, createSecureContext, type ConnectionOptions, type PeerCertificate, type SecureContext } from 'node:tls';
import { CalledOff, codeOf, OutboundError, type OutboundCode, type OutboundRequest, type OutboundResponse } from '@app/process';
import { ReceivedResponse } from './received-response.js';

/** A kept connection had been closed at the other end; the request may be sent again on a new one. */
export class StaleConnection extends Error {}

export type Address = { readonly host: string; readonly port: number };

export type ExchangeOptions = Omit<OutboundRequest, 'timeoutMs' | 'rules'> & {
  /** Uses no kept connection. */
  readonly isNew?: boolean;
  /** `performance.now()` at which everything must be over. */
  readonly deadline: number;
  /** Milliseconds for connecting to this address. */
  readonly connectMs: number;
};

type AgentSettings = { readonly agent: HttpAgent | false; readonly secureContext: SecureContext };

/** Most bytes of a response's head. */
const MAX_HEAD_BYTES = 16 * 1024;

/** Most interim responses (1xx) to one request. */
const MAX_INTERIM = 8;

/**
 * Milliseconds for which a connection is kept for the next request to the same address and name, where the server says
 * nothing.
 */
const IDLE_TIMEOUT_MS = 4000;

/** Most milliseconds for which one is kept where the server keeps it, and how long before the server it is closed. */
const MAX_IDLE_TIMEOUT_MS = 60_000;
const MARGIN_MS = 1000;

/**
 * Connections that are kept for longer than {@link IDLE_TIMEOUT_MS}: each takes some 40 kB. Only deliveries keep
 * theirs: a user has one destination, but feeds from as many hosts as the user likes.
 */
const MAX_LONG_KEPT = 1024;

/** One request on one connection to one address that has been judged. It ends at its deadline. */
export class Exchange {
  /** Why this process ended the request; Node then reports only that it ended. */
  private failure: OutboundError | undefined;
  private readonly request: ClientRequest;
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
    private readonly connections: Connections,
  ) {
    const { deadline, connectMs } = options;
    const secure = url.protocol === 'https:';
    const settings = { ...settingsFor(url, address, options), ...connections.settingsFor(url, options) };
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

  failureOf(cause: unknown): OutboundError {
    return (this.failure ??= outboundError(cause, this.phase));
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
        this.connections.note(response, { isLong: options.keepConnection === true });
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
    const { request, connections } = this;
    if (request.destroyed) return;
    if (request.reusedSocket && !(request.socket && connections.isGood(request.socket))) return this.callOff(new StaleConnection());
    this.hasLeft = true;
    request.end(this.options.body);
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
    this.outcome.reject(this.failureOf(cause));
  }
}

/**
 * The connections of this process, and until when those that are kept may be used. An agent's own timer is late when
 * this process is busy, the server's is not.
 */
export class Connections {
  private readonly secure: HttpsAgent;
  private readonly plain: HttpAgent;
  private context: SecureContext | undefined;
  private readonly goodUntil = new WeakMap<object, number>();
  private readonly promisedMs = new WeakMap<object, number>();
  private readonly longKept = new Set<Socket>();

  constructor() {
    // Agents of our own: the global ones follow proxy variables when NODE_USE_ENV_PROXY says so.
    const options = { keepAlive: true, maxFreeSockets: 4096, timeout: IDLE_TIMEOUT_MS, scheduling: 'lifo' as const };
    this.secure = new HttpsAgent({ ...options, maxCachedSessions: 4096 });
    this.plain = new HttpAgent(options);
    for (const agent of [this.secure, this.plain]) agent.on('free', (socket: Socket) => this.keep(socket));
  }

  close(): void {
    this.secure.destroy();
    this.plain.destroy();
  }

  settingsFor({ protocol }: URL, { isNew }: Pick<ExchangeOptions, 'isNew'>): AgentSettings {
    this.context ??= createSecureContext(); // read once, not for every connection
    return { agent: !isNew && (protocol === 'https:' ? this.secure : this.plain), secureContext: this.context };
  }

  /** Notes for how long the server keeps the connection of a response: a TLS handshake costs more than a request. */
  note({ headers, socket }: IncomingMessage, { isLong }: { readonly isLong: boolean }): void {
    const seconds = /(?:^|[\s,])timeout=(\d+)/i.exec(String(headers['keep-alive']))?.[1];
    const maxMs = isLong ? MAX_IDLE_TIMEOUT_MS : IDLE_TIMEOUT_MS;
    if (seconds !== undefined) this.promisedMs.set(socket, Math.min(Number(seconds) * 1000 - MARGIN_MS, maxMs));
  }

  isGood(socket: object): boolean {
    return performance.now() <= (this.goodUntil.get(socket) ?? -Infinity);
  }

  private keep(socket: Socket): void {
    const promised = this.promisedMs.get(socket) ?? IDLE_TIMEOUT_MS;
    const isLong = promised > IDLE_TIMEOUT_MS && this.keepsLong(socket);
    if (isLong) socket.setTimeout(promised); // instead of the agent's
    this.goodUntil.set(socket, performance.now() + (isLong ? promised : Math.min(promised, IDLE_TIMEOUT_MS)));
  }

  private keepsLong(socket: Socket): boolean {
    if (this.longKept.has(socket)) return true;
    if (this.longKept.size >= MAX_LONG_KEPT) return false;
    this.longKept.add(socket);
    socket.once('close', () => this.longKept.delete(socket));
    return true;
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
  return /^(ECONNRESET|EPIPE)$/.test(codeOf(cause) ?? '');
}

/** Node's and c-ares' codes of faults of this machine: no descriptors, ports, buffers, memory or name servers. */
const LOCAL_FAULTS = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EADDRNOTAVAIL', 'ENETDOWN', 'EFILE']);

/** How far a request had come when it broke. */
export type Phase = 'resolving' | 'connecting' | 'securing' | 'exchanging';

/** Names what broke by Node's error code and by when it happened: in a handshake every failure but a reset is TLS's. */
export function outboundError(cause: unknown, phase: Phase): OutboundError {
  if (cause instanceof OutboundError) return cause;
  const code = codeOf(cause) ?? '';
  // c-ares reports name servers that it cannot reach as refusing, also when it gets no socket.
  const isLocal = LOCAL_FAULTS.has(code) || (phase === 'resolving' && code === 'ECONNREFUSED');
  return new OutboundError(codeFor(code, phase), { cause, isLocal });
}

function codeFor(code: string, phase: Phase): OutboundCode {
  if (phase === 'resolving') return 'dns_error';
  if (phase === 'connecting') return code === 'ETIMEDOUT' ? 'connect_timeout' : 'connection_refused';
  if (code === 'ECONNRESET' || code === 'EPIPE' || code === 'ECONNABORTED') return 'connection_reset';
  if (code === 'ETIMEDOUT') return 'timeout';
  if (phase === 'securing' || code.startsWith('ERR_SSL') || code === 'EPROTO') return 'tls_error';
  return code === 'HPE_HEADER_OVERFLOW' ? 'response_too_large' : 'bad_response';
}
