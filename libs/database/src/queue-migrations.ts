/** Imported when needed. A CommonJS package imported so by its name would have no named exports in a bundle. */
export { runMigrations } from 'bullmq';
