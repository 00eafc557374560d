import { connectTo } from '../connect-to.js';
import { OutboundNames } from '../outbound-names.js';
import { GuardedOutbound } from '../guarded-outbound.js';
import type { TestDnsServer } from './dns-server.js';

/**
 * The guarded client as it is, asking a DNS server of the test.
 *
 * @param pairs as `OUTBOUND_CONNECT_TO` has them
 */
export function outboundAsking(dns: TestDnsServer, pairs?: string): GuardedOutbound {
  return new GuardedOutbound(connectTo(pairs), new OutboundNames([dns.address]));
}
