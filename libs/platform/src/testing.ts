export { builder } from './testing/builder.js';
export { useDatabase, type TestDatabase } from './testing/use-database.js';
export { TestAuthority, type Issued, type Wanted } from './testing/certificates.js';
export { anMp4, fileType, movie, type Mp4 } from './testing/mp4.js';
