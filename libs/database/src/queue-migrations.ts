/** Imported when it is needed. A CommonJS package that is imported so by its own name would have no named exports in a bundle. */
export { runMigrations } from 'bullmq';
