// @ts-check
/** `npm run api`, `npm run worker` and `npm run admin`. */
import { spawn } from 'node:child_process';
import { enableCompileCache } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './build.mjs';
import { dataDir, hasDatabaseUrl, isServed, lockFile, postgresDir, publishUrl, withdrawUrl } from './data-dir.mjs';
import { startPostgres } from './embedded-postgres.mjs';
import { Held, lock } from './lock.mjs';
import { ended, stopSignal, whenOrphaned } from './process.mjs';

const ROOT = resolve(import.meta.dirname, '..');
/** How long an operator's command waits for another process that starts or stops the embedded server. */
const PATIENCE_MS = 60_000;

/** Where Node keeps what it has compiled: a tenth off the start of every process after the first. */
const COMPILED = join(ROOT, 'node_modules/.cache/node-compile');

/** The environment in which an app is started. */
export const environment = () => ({ NODE_COMPILE_CACHE: COMPILED, ...process.env });

/** @param {'api' | 'worker' | 'admin'} name */
export const mainOf = (name) => join(ROOT, 'apps', name, 'dist/main.js');

/**
 * Runs one more process of a kind, for `DATABASE_URL` or the embedded server that `npm start` runs on DATA_DIR.
 *
 * @param {'api' | 'worker'} name
 * @param {readonly string[]} args
 */
export async function runApp(name, args) {
  await build();
  if (!hasDatabaseUrl() && !isServed(dataDir())) {
    throw new Error(
      `There is no database for the ${name}: set DATABASE_URL, or run "npm start", whose embedded one on ${dataDir()} it can use`,
    );
  }
  await become(name, args);
}

/**
 * Runs an operator's command. Without a database to ask, the embedded one runs for as long as the command does.
 *
 * @param {readonly string[]} args
 * @returns {Promise<number | void>} its exit status, unless this process has become it
 */
export async function runAdmin(args) {
  await build();
  // npm has changed to the workspace; files are meant from where the command was typed, and DATA_DIR as everywhere.
  process.env.DATA_DIR = dataDir();
  if (process.env.npm_lifecycle_event === 'admin') process.chdir(process.env.INIT_CWD ?? '.');
  if (hasDatabaseUrl() || !needsDatabase(args) || isServed(dataDir())) return become('admin', args);

  const stopped = stopSignal();
  const claim = await claimUnlessServed(dataDir(), stopped);
  if (!claim) return runToEnd(args, { signal: stopped });
  let postgres;
  try {
    postgres = await startPostgres({ dir: postgresDir(dataDir()), log: (line) => process.stderr.write(`${line}\n`), signal: stopped });
    publishUrl(dataDir(), postgres.url);
    // Nobody else brings this database up to date; `npm start` does it before anything can ask.
    const migrated = args[0] === 'migrate' ? 0 : await runToEnd(['migrate'], { stdout: 'ignore', signal: stopped });
    return migrated || (await runToEnd(args, { signal: stopped }));
  } finally {
    withdrawUrl(dataDir());
    await postgres?.stop();
    claim.release();
  }
}

/** @param {readonly string[]} args */
function needsDatabase(args) {
  const first = args[0];
  return first !== undefined && first !== 'help' && first !== 'webhook' && !args.some((word) => word === '--help' || word === '-h');
}

/**
 * Waits for whoever holds the data: an `npm start` that is starting serves us in a moment, one that is stopping lets go.
 *
 * @param {string} dir
 * @param {AbortSignal} signal
 */
async function claimUnlessServed(dir, signal) {
  for (const deadline = Date.now() + PATIENCE_MS; ;) {
    try {
      return await lock(lockFile(dir), { purpose: 'npm run admin', brief: true, patience: 50, signal });
    } catch (error) {
      if (isServed(dir)) return undefined;
      if (!(error instanceof Held)) throw error;
      if (error.holder.database === 'elsewhere') throw new Error(`${dir} is ${error.message} with another database: set DATABASE_URL, too`);
      if (Date.now() > deadline) throw new Error(`${dir} is ${error.message}`);
    }
  }
}

/**
 * Becomes the app: one process, which gets the signals itself.
 *
 * @param {'api' | 'worker' | 'admin'} name
 * @param {readonly string[]} args
 */
async function become(name, args) {
  whenOrphaned(() => process.kill(process.pid, 'SIGTERM'));
  enableCompileCache(process.env.NODE_COMPILE_CACHE ?? COMPILED);
  process.argv = [process.execPath, mainOf(name), ...args];
  await import(pathToFileURL(mainOf(name)).href);
}

/**
 * @param {readonly string[]} args
 * @param {{ stdout?: 'inherit' | 'ignore', signal: AbortSignal }} options
 */
function runToEnd(args, { stdout = 'inherit', signal }) {
  return ended(spawn(process.execPath, [mainOf('admin'), ...args], { env: environment(), stdio: ['inherit', stdout, 'inherit'], signal }));
}
