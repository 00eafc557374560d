import { join, resolve } from 'node:path';

/** The folder of the repository. */
export const ROOT = resolve(import.meta.dirname, '../../..');

/** Where Node caches compiled code, which saves a tenth of the start-up time of every process after the first. */
export const COMPILE_CACHE = join(ROOT, 'node_modules/.cache/node-compile');

type App = 'api' | 'worker' | 'admin';

export const mainOf = (app: App): string => join(ROOT, 'apps', app, 'bundle/main.js');

/** The entry of the development commands that run as processes of their own. */
export const DEV_MAIN = join(import.meta.dirname, 'main.ts');

export const BENCH_MAIN = join(ROOT, 'apps/bench/src/main.ts');

/** The environment in which an app is started. */
export const environment = (): NodeJS.ProcessEnv => ({ NODE_COMPILE_CACHE: COMPILE_CACHE, ...process.env });
