export { builder } from './testing/builder.js';
export { anMp4, fileType, movie, type Mp4 } from './testing/mp4.js';
export { useDatabase, type TestDatabase } from './testing/use-database.js';
