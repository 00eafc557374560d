import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The root of the repository. */
export const ROOT = resolve(import.meta.dirname, '../../../..');

/** The text of a file, by its path from the root. */
export const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
