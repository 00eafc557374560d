import { spawn } from 'node:child_process';
import { startPostgres } from '@app/embedded-postgres';
import { ended, lock, LockHeldError, stopSignal, type Lock } from '@app/processes';
import { build, services } from './build.ts';
import { dataDir, hasDatabaseUrl, isServed, lockFile, postgresDir, publishUrl, withdrawUrl } from './data-dir.ts';
import { become } from './run-app.ts';
import { DEV_MAIN, environment, mainOf } from './workspace.ts';

/** How long a command waits for another process that starts or stops the embedded database. */
const DATABASE_TIMEOUT_MS = 60_000;

/**
 * `npm run admin`: runs an operator's command. If no database is running, the embedded one runs for as long as the
 * command.
 * @returns its exit status; undefined if this process has become the command
 */
export async function runAdmin(args: readonly string[]): Promise<number | undefined> {
  await build(services());
  // npm has changed to the workspace. File arguments are relative to where the command was typed; DATA_DIR is not.
  process.env['DATA_DIR'] = dataDir();
  if (process.env['npm_lifecycle_event'] === 'admin') process.chdir(process.env['INIT_CWD'] ?? '.');
  const main = isDevelopmentCommand(args) ? DEV_MAIN : mainOf('admin');
  if (hasDatabaseUrl() || !needsDatabase(args) || isServed(dataDir())) return become(main, args);

  const stopped = stopSignal();
  const claim = await claimUnlessServed(dataDir(), stopped);
  if (!claim) return runToEnd(main, args, { signal: stopped });
  let postgres;
  try {
    postgres = await startPostgres({ dir: postgresDir(dataDir()), log: (line) => process.stderr.write(`${line}\n`), signal: stopped });
    publishUrl(dataDir(), postgres.url);
    // `npm start` migrates before others may use the database; here nobody else does.
    const failed = args[0] === 'migrate' ? 0 : await runToEnd(mainOf('admin'), ['migrate'], { stdout: 'ignore', signal: stopped });
    return failed || (await runToEnd(main, args, { signal: stopped }));
  } finally {
    withdrawUrl(dataDir());
    await postgres?.stop();
    claim.release();
  }
}

/** Commands that exist in a checkout only, and not in the image of the operator's command line. */
function isDevelopmentCommand([first, second]: readonly string[]): boolean {
  return first === 'webhook' || (first === 'fixtures' && second === 'demo');
}

function needsDatabase(args: readonly string[]): boolean {
  const [first = 'help'] = args;
  return !['help', 'webhook'].includes(first) && !args.some((word) => ['--help', '-h', '--version'].includes(word));
}

/** Waits for the data's holder: a starting `npm start` soon serves the command, a stopping one releases the lock. */
async function claimUnlessServed(dir: string, signal: AbortSignal): Promise<Lock | undefined> {
  for (const deadline = Date.now() + DATABASE_TIMEOUT_MS; ;) {
    try {
      return await lock(lockFile(dir), { purpose: 'npm run admin', brief: true, timeoutMs: 50, signal });
    } catch (error) {
      if (isServed(dir)) return undefined;
      if (!(error instanceof LockHeldError)) throw error;
      if (error.holder.database === 'elsewhere') throw new Error(`${dir} is ${error.message} with another database: set DATABASE_URL, too`);
      if (Date.now() > deadline) throw new Error(`${dir} is ${error.message}`);
    }
  }
}

type RunOptions = { readonly stdout?: 'inherit' | 'ignore'; readonly signal: AbortSignal };

function runToEnd(main: string, args: readonly string[], { stdout = 'inherit', signal }: RunOptions): Promise<number> {
  return ended(spawn(process.execPath, [main, ...args], { env: environment(), stdio: ['inherit', stdout, 'inherit'], signal }));
}
