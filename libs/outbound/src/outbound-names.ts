import { promises as dns } from 'node:dns';
import { OutboundError, withDeadline } from '@app/process';
import { outboundError } from './exchange.js';
import { isPublicIPv4 } from './outbound-url.js';

/** Milliseconds until a question to one server is asked again, and how often it is asked. */
const ASK = { timeout: 2000, tries: 3 };

/** The system's servers are read anew after so many milliseconds: a process outlives its network. */
const FRESH_MS = 60_000;

/**
 * Looks names up over the DNS, without getaddrinfo: that would wait in one of four threads for a server that does not
 * answer, and everybody else behind it. The hosts file is not read: what stands there is not public.
 */
export class OutboundNames {
  /** The present one, and the one before it, whose questions may still wait. */
  private resolvers: readonly dns.Resolver[] = [];
  private readAt = 0;

  /** @param servers to ask instead of the system's, as `address:port` */
  constructor(private readonly servers?: readonly string[]) {}

  /**
   * The IPv4 addresses of a name, every one of them public: one that is not condemns the name.
   * @param budgetMs milliseconds for the look-up
   * @throws OutboundError `dns_error`, `address_refused`
   */
  async publicAddresses(name: string, budgetMs: number): Promise<readonly string[]> {
    const addresses = await this.lookUp(name, budgetMs);
    if (addresses.length === 0) throw new OutboundError('dns_error');
    if (!addresses.every(isPublicIPv4)) throw new OutboundError('address_refused');
    return addresses;
  }

  /** Ends questions that no server has answered: each keeps a process up to 14 s, beyond its look-up's deadline. */
  close(): void {
    for (const resolver of this.resolvers) resolver.cancel();
  }

  private async lookUp(name: string, budgetMs: number): Promise<string[]> {
    try {
      return await withDeadline(() => this.current().resolve4(name), { ms: budgetMs, late: () => new OutboundError('dns_error') });
    } catch (cause) {
      throw outboundError(cause, 'resolving');
    }
  }

  private current(): dns.Resolver {
    const [present] = this.resolvers;
    const now = performance.now();
    if (present && now - this.readAt <= FRESH_MS) return present;
    const resolver = new dns.Resolver(ASK);
    if (this.servers) resolver.setServers(this.servers);
    this.resolvers = [resolver, ...(present ? [present] : [])];
    this.readAt = now;
    return resolver;
  }
}
