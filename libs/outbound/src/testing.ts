export { TestAuthority, type Issued, type Wanted } from './testing/certificates.js';
export { TestDnsServer, type DnsAnswer, type Zone } from './testing/dns-server.js';
export { outboundAsking } from './testing/outbound.js';
