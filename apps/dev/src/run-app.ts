import { enableCompileCache } from 'node:module';
import { pathToFileURL } from 'node:url';
import { whenOrphaned } from '@app/processes';
import { build, partsOf } from './build.ts';
import { dataDir, hasDatabaseUrl, isServed } from './data-dir.ts';
import { BENCH_MAIN, COMPILE_CACHE, mainOf } from './workspace.ts';

/** `npm run api`, `npm run worker`: a further process, for DATABASE_URL or the database of a running `npm start`. */
export async function runApp(name: 'api' | 'worker', args: readonly string[]): Promise<undefined> {
  await build(partsOf(name));
  if (!hasDatabaseUrl() && !isServed(dataDir())) {
    throw new Error(
      `There is no database for the ${name}: set DATABASE_URL, or run "npm start", whose embedded one on ${dataDir()} it can use`,
    );
  }
  await become(mainOf(name), args);
}

/** `npm run bench` */
export async function runBench(args: readonly string[]): Promise<undefined> {
  await build();
  await become(BENCH_MAIN, args);
}

/** Turns this process into another program: one process, which gets the signals itself. */
export async function become(main: string, args: readonly string[]): Promise<undefined> {
  whenOrphaned(() => process.kill(process.pid, 'SIGTERM'));
  enableCompileCache(process.env['NODE_COMPILE_CACHE'] ?? COMPILE_CACHE);
  process.argv = [process.execPath, main, ...args];
  await import(pathToFileURL(main).href);
}
