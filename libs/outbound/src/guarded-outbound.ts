import { isIP } from 'node:net';
import type { OnApplicationShutdown } from '@nestjs/common';
import {
  CalledOff,
  Outbound,
  OutboundError,
  type OutboundRequest,
  type OutboundResponse,
  type UrlFault,
  type UrlRules,
} from '@app/process';
import type { ConnectTo } from './connect-to.js';
import { Connections, Exchange, StaleConnection, type Address, type ExchangeOptions } from './exchange.js';
import { OutboundNames } from './outbound-names.js';
import { HTTPS_ONLY, judgeUrl } from './outbound-url.js';

/** Most addresses of one name that are tried in turn. */
const MAX_ADDRESSES = 4;

/**
 * The only way out of the process. A name is looked up once for every request, every address is judged, and the
 * connection goes to a judged address while SNI, certificate and Host stay the name's. No proxy variable, redirect,
 * kept connection or variable of the environment bypasses that: a kept connection is found by the address that was
 * judged just now.
 */
export class GuardedOutbound extends Outbound implements OnApplicationShutdown {
  /** Pairs `host:port` that need not be public. */
  private readonly exempt: ReadonlySet<string>;
  private readonly connections = new Connections();

  constructor(
    private readonly connectTo: ConnectTo = new Map(),
    private readonly names = new OutboundNames(),
  ) {
    super();
    this.exempt = new Set(connectTo.keys());
  }

  onApplicationShutdown(): void {
    this.connections.close();
    this.names.close();
  }

  override judge(raw: string, rules: UrlRules = HTTPS_ONLY): URL | UrlFault {
    return judgeUrl(raw, rules, this.exempt);
  }

  override async check(url: URL, budgetMs: number): Promise<void> {
    await this.addresses(url, budgetMs);
  }

  override async request(url: URL, options: OutboundRequest): Promise<OutboundResponse> {
    if (options.confirm && !(await options.confirm())) throw new CalledOff();
    const deadline = performance.now() + options.timeoutMs;
    const judged = this.judge(url.href, options.rules);
    if (typeof judged === 'string') throw new OutboundError('address_refused');
    return this.toAny(judged, options, deadline);
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

  /**
   * A kept connection may have been closed at the other end while the request was on its way: then a new one is used.
   */
  private async exchange(url: URL, address: Address, options: ExchangeOptions): Promise<OutboundResponse> {
    try {
      return await Exchange.send(url, address, options, this.connections);
    } catch (error) {
      if (!(error instanceof StaleConnection)) throw error;
      return Exchange.send(url, address, { ...options, isNew: true }, this.connections);
    }
  }
}
