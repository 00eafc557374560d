import { join } from 'node:path';

/** The workspace. */
export const ROOT = join(import.meta.dirname, '../../../..');

/** Shared with `npm start`: a process that finds its code compiled there starts sooner. */
export const COMPILE_CACHE = join(ROOT, 'node_modules/.cache/node-compile');
