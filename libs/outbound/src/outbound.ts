import { Agent as HttpAgent, request as httpRequest, type ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest, type RequestOptions } from 'node:https';
import { isIP } from 'node:net';
import type { Transform } from 'node:stream';
import { checkServerIdentity, createSecureContext, type ConnectionOptions, type PeerCertificate, type SecureContext } from 'node:tls';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { ConnectTo } from './connect-to.js';
import { OutboundError, outboundError, type Phase } from './outbound-error.js';
import { OutboundNames } from './outbound-names.js';
import { HTTPS_ONLY, judgeUrl, type UrlRules } from './outbound-url.js';

export type OutboundRequest = {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Milliseconds for everything together: look-up, connecting, head and body. */
  readonly timeoutMs: number;
  /** Which URLs may be asked, redirected ones too. HTTPS on port 443 alone unless said otherwise. */
  readonly rules?: UrlRules;
  /** How many redirects are followed; each is judged anew. None unless said otherwise. */
  readonly redirects?: number;
  /** Asks for a compressed body and inflates it; what is read is counted after inflating. */
  readonly decompress?: boolean;
  /**
   * Asked at first, and again once the connection stands, right before the first byte of the request leaves: looking up,
   * connecting and shaking hands take time in which the request may have lost its reason. `false` calls it off.
   */
  readonly confirm?: () => boolean | Promise<boolean>;
};

/** The head of an answer. Its body is either read or thrown away: until then it holds a connection. */
export type OutboundResponse = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** What answered, after redirects. */
  readonly url: URL;
  /** The body whole. @throws OutboundError `response_too_large` above `limit` bytes; `timeout`, `connection_reset`, `bad_response` */
  read(limit: number): Promise<Buffer>;
  /** Lets the body end by itself if it is short, so that the connection can be used again, and cuts it off if not. */
  discard(): void;
};

/** Bytes of an answer's head, and bytes of a body that nobody wants to read but that may end by themselves. */
const HEAD_BYTES = 16 * 1024;
const DISCARDED_BYTES = 64 * 1024;

/** Interim answers (1xx) to one request. */
const MOST_INTERIM = 8;

/** Milliseconds for which a connection is kept for the next request to the same address and name; less where the server says so. */
const IDLE_MS = 4000;

/** Milliseconds that an unwanted body has to end by itself. */
const DISCARDED_MS = 500;

/** Addresses of one name that are tried in turn. */
const MOST_ADDRESSES = 4;

/**
 * The only way out of the process. A name is looked up once for every request, every address is judged, and the connection goes
 * to a judged address while SNI, certificate and Host stay the name's. No proxy variable, no redirect, no kept connection and no
 * switch of the environment gets round that: a kept one is found again by the address that was judged just now.
 */
export class Outbound implements OnApplicationShutdown {
  /** Pairs `host:port` that need not be public. */
  readonly exempt: ReadonlySet<string>;
  private readonly secure: HttpsAgent;
  private readonly plain: HttpAgent;
  private context: SecureContext | undefined;
  /** Kept connections, since when. The agent's own timer is late when this process is busy, and the server's is not. */
  private readonly idleSince = new WeakMap<object, number>();

  constructor(
    private readonly connectTo: ConnectTo = new Map(),
    private readonly names = new OutboundNames(),
  ) {
    // Agents of our own: the global ones follow proxy variables when NODE_USE_ENV_PROXY says so.
    const kept = { keepAlive: true, maxFreeSockets: 4096, timeout: IDLE_MS, scheduling: 'lifo' as const };
    this.secure = new HttpsAgent({ ...kept, maxCachedSessions: 4096 });
    this.plain = new HttpAgent(kept);
    for (const agent of [this.secure, this.plain]) agent.on('free', (socket: object) => this.idleSince.set(socket, performance.now()));
    this.exempt = new Set(connectTo.keys());
  }

  onApplicationShutdown(): void {
    this.secure.destroy();
    this.plain.destroy();
  }

  /**
   * Judges a URL and looks its name up, without asking anything of the destination.
   * @throws OutboundError `address_refused`, `dns_error`
   */
  async check(url: URL, budgetMs: number): Promise<void> {
    await this.addresses(url, budgetMs);
  }

  /** @throws OutboundError for everything that keeps an answer's head from coming; {@link CalledOff} */
  async request(url: URL, options: OutboundRequest): Promise<OutboundResponse> {
    if (options.confirm && !(await options.confirm())) throw new CalledOff();
    const deadline = performance.now() + options.timeoutMs;
    const { rules = HTTPS_ONLY, redirects = 0 } = options;
    let target = url;
    for (let followed = 0; ; followed += 1) {
      const judged = judgeUrl(target.href, rules, this.exempt);
      if (typeof judged === 'string') throw new OutboundError('address_refused');
      const response = await this.toAny(judged, options, deadline);
      const location = redirects > 0 && isRedirect(response.status) ? response.headers.location : undefined;
      if (location === undefined) return response;
      response.discard();
      if (followed === redirects || !URL.canParse(location, judged.href)) throw new OutboundError('bad_response');
      target = new URL(location, judged);
    }
  }

  /** A name may have several addresses: the next is tried while none has been connected to. */
  private async toAny(url: URL, options: OutboundRequest, deadline: number): Promise<OutboundResponse> {
    const addresses = (await this.addresses(url, deadline - performance.now())).slice(0, MOST_ADDRESSES);
    for (const [index, address] of addresses.entries()) {
      const left = deadline - performance.now();
      const untried = addresses.length - index;
      try {
        return await this.exchange(url, address, { ...options, deadline, connectMs: left / untried });
      } catch (error) {
        const connected = !(error instanceof OutboundError && (error.code === 'connection_refused' || error.code === 'connect_timeout'));
        if (connected || untried === 1) throw error;
      }
    }
    throw new OutboundError('dns_error');
  }

  private async addresses(url: URL, budgetMs: number): Promise<readonly Address[]> {
    const port = Number(url.port) || (url.protocol === 'http:' ? 80 : 443);
    const instead = this.connectTo.get(`${url.hostname}:${port}`);
    if (instead) return [instead];
    if (isIP(url.hostname)) return [{ host: url.hostname, port }]; // judged with the URL
    return (await this.names.publicAddresses(url.hostname, budgetMs)).map((host) => ({ host, port }));
  }

  /** A kept connection may have been closed at the other end while the request was on its way: then a new one is taken. */
  private async exchange(url: URL, address: Address, options: Exchange): Promise<OutboundResponse> {
    try {
      return await this.send(url, address, options);
    } catch (error) {
      if (!(error instanceof StaleConnection)) throw error;
      return this.send(url, address, { ...options, fresh: true });
    }
  }

  private send(url: URL, { host, port }: Address, options: Exchange): Promise<OutboundResponse> {
    const { method = 'GET', headers = {}, body, decompress = false, confirm, fresh = false, deadline, connectMs } = options;
    const secure = url.protocol === 'https:';
    const literal = isIP(url.hostname) !== 0;
    return new Promise((resolve, reject) => {
      const settings: RequestOptions & Pick<ConnectionOptions, 'secureContext' | 'checkServerIdentity'> = {
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
        agent: fresh ? false : secure ? this.secure : this.plain,
        maxHeaderSize: HEAD_BYTES,
        // Said here, so that NODE_TLS_REJECT_UNAUTHORIZED says nothing.
        rejectUnauthorized: true,
        // Whom we trust is the same for all: read once, not for every connection.
        secureContext: (this.context ??= createSecureContext()),
        servername: literal ? '' : url.hostname,
        // Of a name Node sees to it itself; of an address it would judge the one that is connected to.
        ...(literal
          ? { checkServerIdentity: (_: string, certificate: PeerCertificate) => checkServerIdentity(url.hostname, certificate) }
          : {}),
      };
      const request = secure ? httpsRequest(settings) : httpRequest(settings);
      let left = false;
      const leave = () => {
        if (request.destroyed) return;
        left = true;
        request.end(body);
      };
      const callOff = (error: Error) => {
        reject(error);
        watch.end();
        request.destroy();
      };
      const connected = () => {
        if (!confirm) leave();
        else Promise.resolve(confirm()).then((still) => (still ? leave() : callOff(new CalledOff())), callOff);
      };
      request.once('socket', (socket) => {
        const since = request.reusedSocket ? (this.idleSince.get(socket) ?? 0) : Infinity;
        if (performance.now() - since > IDLE_MS) callOff(new StaleConnection());
      });
      const watch = new Watch(request, { deadline, connectMs, secure, connected });
      let interim = 0;
      const refuse = () => {
        const error = new OutboundError('bad_response');
        watch.fail(error);
        reject(error); // after an upgrade the request has nothing more to say
      };
      request
        .on('information', () => ++interim > MOST_INTERIM && refuse())
        .once('upgrade', (_response, socket) => {
          socket.destroy();
          refuse();
        })
        .once('response', (response) => resolve(new Answer(response, { url, watch, decompress })))
        .on('error', (cause) => {
          watch.end();
          // What may have been done must not be done twice (RFC 9110, 9.2.2): for a POST, only what has not left is sent again.
          const again = method === 'GET' || !left;
          if (request.reusedSocket && isReset(cause) && again) return reject(new StaleConnection());
          watch.failure ??= outboundError(cause, watch.phase); // of a body that breaks, too
          reject(watch.failure);
        });
    });
  }
}

/** A request that its caller has called off before it left. */
export class CalledOff extends Error {}

type Address = { readonly host: string; readonly port: number };

type Exchange = OutboundRequest & { readonly deadline: number; readonly connectMs: number; readonly fresh?: boolean };

class StaleConnection extends Error {}

/** Follows a request through its phases and ends it at its deadline. */
class Watch {
  phase: Phase = 'connecting';
  /** Why we ended it ourselves; what Node reports then is only that it ended. */
  failure: OutboundError | undefined;
  private readonly timers: NodeJS.Timeout[] = [];
  private ended = false;

  constructor(
    private readonly request: ClientRequest,
    { deadline, connectMs, secure, connected }: { deadline: number; connectMs: number; secure: boolean; connected: () => void },
  ) {
    this.timers.push(setTimeout(() => this.late(), Math.max(0, deadline - performance.now())));
    const connecting = setTimeout(() => this.phase === 'connecting' && this.late('connecting'), Math.max(0, connectMs));
    this.timers.push(connecting);
    request.once('socket', (socket) => {
      if (!socket.connecting) {
        setImmediate(() => this.exchange(connected)); // that it was closed meanwhile is known by then
        return;
      }
      socket.once('connect', () => {
        clearTimeout(connecting);
        if (secure) this.phase = 'securing';
        else this.exchange(connected);
      });
      if (secure) socket.once('secureConnect', () => this.exchange(connected));
    });
  }

  private exchange(connected: () => void): void {
    this.phase = 'exchanging';
    connected();
  }

  fail(error: OutboundError): void {
    this.failure ??= error;
    this.request.destroy(error);
  }

  end(): void {
    this.ended = true;
    this.timers.forEach(clearTimeout);
  }

  /**
   * Timers run before sockets are read: after a stall of this process, what has arrived in time is read first.
   * @param phase the only one that is late; any when it is left out
   */
  private late(phase?: Phase): void {
    setImmediate(() => {
      if (this.ended || (phase !== undefined && this.phase !== phase)) return;
      this.fail(new OutboundError(this.phase === 'connecting' ? 'connect_timeout' : 'timeout'));
    });
  }
}

class Answer implements OutboundResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly url: URL;
  private readonly watch: Watch;
  private readonly decompress: boolean;
  private broken: unknown;

  constructor(
    private readonly response: IncomingMessage,
    { url, watch, decompress }: { url: URL; watch: Watch; decompress: boolean },
  ) {
    this.status = response.statusCode ?? 0;
    this.headers = response.headers;
    this.url = url;
    this.watch = watch;
    this.decompress = decompress;
    response.on('error', (cause) => (this.broken = cause)).once('close', () => watch.end());
  }

  read(limit: number): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const inflating = this.decompress ? inflater(this.headers['content-encoding']) : undefined;
      const stop = (error: OutboundError) => {
        this.response.destroy();
        inflating?.destroy();
        reject(error);
      };
      const broke = (cause: unknown) => stop(this.watch.failure ?? outboundError(cause, 'exchanging'));
      if (this.broken !== undefined) return broke(this.broken);
      this.response.once('error', broke);
      inflating?.once('error', (cause) => stop(new OutboundError('bad_response', { cause })));
      const chunks: Buffer[] = [];
      let size = 0;
      (inflating ? this.response.pipe(inflating) : this.response)
        .on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > limit) stop(new OutboundError('response_too_large'));
          else chunks.push(chunk);
        })
        .once('end', () => resolve(Buffer.concat(chunks)));
    });
  }

  discard(): void {
    let size = 0;
    this.response.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > DISCARDED_BYTES) this.response.destroy();
    });
    const impatient = setTimeout(() => this.response.destroy(), DISCARDED_MS).unref();
    this.response.once('close', () => clearTimeout(impatient));
  }
}

const INFLATERS: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
};

function inflater(encoding = ''): Transform | undefined {
  return Object.hasOwn(INFLATERS, encoding.toLowerCase()) ? INFLATERS[encoding.toLowerCase()]?.() : undefined;
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

function isReset(cause: unknown): boolean {
  return /^(ECONNRESET|EPIPE)$/.test((cause as NodeJS.ErrnoException | null)?.code ?? '');
}
