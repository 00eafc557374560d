import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP } from 'node:net';
import { createSecureContext, type SecureContext } from 'node:tls';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { ConnectTo } from './connect-to.js';
import { CalledOff, Exchange, IDLE_TIMEOUT_MS, StaleConnection, type Address, type ExchangeOptions } from './exchange.js';
import { OutboundError } from './outbound-error.js';
import { OutboundNames } from './outbound-names.js';
import type { OutboundResponse } from './received-response.js';
import { HTTPS_ONLY, judgeUrl, type UrlRules } from './outbound-url.js';

export type OutboundRequest = {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Milliseconds for everything together: look-up, connecting, head and body. */
  readonly timeoutMs: number;
  /** Which URLs are allowed, redirected ones too. Only HTTPS on port 443 by default. */
  readonly rules?: UrlRules;
  /** How many redirects are followed, each judged like a first request. None by default. */
  readonly redirects?: number;
  /** Accepts a compressed body and inflates it; limits count inflated bytes. */
  readonly decompress?: boolean;
  /**
   * Asked first, and again when the connection is ready, right before the first byte of the request leaves: the request may have
   * lost its reason meanwhile. `false` calls it off.
   */
  readonly confirm?: () => boolean | Promise<boolean>;
};

/** Most addresses of one name that are tried in turn. */
const MAX_ADDRESSES = 4;

/**
 * The only way out of the process. A name is looked up once for every request, every address is judged, and the connection goes
 * to a judged address while SNI, certificate and Host stay the name's. No proxy variable, redirect, kept connection or variable of the
 * environment bypasses that: a kept connection is found by the address that was judged just now.
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
    const kept = { keepAlive: true, maxFreeSockets: 4096, timeout: IDLE_TIMEOUT_MS, scheduling: 'lifo' as const };
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

  /** @throws OutboundError when no response head arrives; {@link CalledOff} */
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
    const addresses = (await this.addresses(url, deadline - performance.now())).slice(0, MAX_ADDRESSES);
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

  /** A kept connection may have been closed at the other end while the request was on its way: then a new one is used. */
  private async exchange(url: URL, address: Address, options: ExchangeOptions): Promise<OutboundResponse> {
    const secureContext = (this.context ??= createSecureContext()); // read once, not for every connection
    const idleSince = (socket: object) => this.idleSince.get(socket) ?? 0;
    try {
      const agent = url.protocol === 'https:' ? this.secure : this.plain;
      return await Exchange.send(url, address, options, { agent, secureContext, idleSince });
    } catch (error) {
      if (!(error instanceof StaleConnection)) throw error;
      return Exchange.send(url, address, options, { agent: false, secureContext, idleSince });
    }
  }
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}
