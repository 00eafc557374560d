export { builder } from './testing/builder.js';
export { useDatabase, type TestDatabase } from './testing/use-database.js';
export { TestAuthority, type Issued, type Wanted } from './testing/certificates.js';
