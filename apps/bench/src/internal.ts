import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const LIBS = join(import.meta.dirname, '../../../libs');

/**
 * A module inside a lib, as it is built. Benchmarks measure single steps that no lib exports.
 * @param file relative to the lib's dist
 */
export const internal = (lib: string, file: string): Promise<any> => import(pathToFileURL(join(LIBS, lib, 'dist', file)).href);
