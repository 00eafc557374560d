export { builder } from './testing/builder.js';
export { useDatabase, type TestDatabase } from './testing/use-database.js';
export { TestAuthority, type Issued, type Wanted } from './testing/certificates.js';
export { anMp4, fileType, movie, type Mp4 } from './testing/mp4.js';
export { TestDnsServer, type DnsAnswer, type Zone } from './testing/dns-server.js';
export { outboundAsking } from './testing/outbound.js';
export { slidingWindowOn } from './testing/sliding-window.js';
