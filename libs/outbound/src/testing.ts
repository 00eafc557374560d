export { TestAuthority } from './testing/certificates.js';
export { TestDnsServer } from './testing/dns-server.js';
export { outboundAsking } from './testing/outbound.js';
