import { parseArgs } from 'node:util';
import { endProcess, lock, LockHeldError, startOf, stopSignal, type Identity, type Lock } from '@app/processes';
import { build, pages, services } from '../build.ts';
import { dataDir, hasDatabaseUrl, lockFile, withdrawUrl } from '../data-dir.ts';
import { AlreadyReported, runAdminCommand } from './admin-command.ts';
import { runDatabase } from './database.ts';
import { findDemoTokens } from './demo-tokens.ts';
import { greet } from './greeting.ts';
import { refuseTakenPorts } from './ports.ts';
import type { StartContext } from './start-context.ts';
import { DRAIN_TIMEOUT_MS, supervise, type Supervised } from './supervisor.ts';

/** Everything must have ended ten seconds after the signal. */
const STOP_TIMEOUT_MS = 9500;

/**
 * `npm start`: database, api and worker in the foreground until told to stop (contract 1.2).
 *
 * Resources are released in reverse order, whatever the reason for the end. Only SIGKILL prevents that. Then the
 * processes notice that their channel has closed and end, the guard stops the database, and the next start waits for
 * those named in the lock.
 *
 * @returns the exit status
 */
export async function start(args: string[]): Promise<number> {
  const { receiver } = parseArgs({ args, options: { receiver: { type: 'boolean', default: false } } }).values;
  // The reader of our output may have ended already. Stop gracefully all the same.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const stopped = stopSignal();
  const failed = new AbortController();
  const steps: ((leftMs: () => number) => unknown)[] = [];
  const context: StartContext = {
    ending: AbortSignal.any([stopped, failed.signal]),
    fail: (error) => failed.abort(error),
    onEnd: (step) => steps.unshift(step),
    say: (line) => process.stderr.write(`${line}\n`),
  };
  const keepAlive = setInterval(() => undefined, 60_000); // while everything we wait for is dead
  try {
    await run(context, { receiver });
    return 0;
  } catch (error) {
    if (stopped.aborted) return 0;
    if (error instanceof AlreadyReported) return 1;
    throw error;
  } finally {
    failed.abort();
    await release(steps, context.say);
    clearInterval(keepAlive);
  }
}

async function run(context: StartContext, options: { receiver: boolean }): Promise<void> {
  const { ending, onEnd } = context;
  const dir = dataDir();
  const claim = await claimData(dir, ending);
  onEnd(claim.release);
  withdrawUrl(dir); // left behind by a start that was killed
  if (hasDatabaseUrl()) claim.note({ database: 'elsewhere' });
  ending.addEventListener('abort', () => claim.note({ brief: true })); // the next start waits for this one
  await refuseTakenPorts();

  await Promise.all([hasDatabaseUrl() ? undefined : runDatabase(dir, context), build(services())]);
  // Beside the migrations and the starts of the processes, which leave a processor idle.
  const built = build(pages());
  built.catch(context.fail);
  // Loaded when it is asked for: its imports exist only after a build.
  const receiver = options.receiver ? await (await import('./receiver.ts')).runReceiver(dir, context) : undefined;
  await runAdminCommand(['migrate'], ending);

  const { api, worker } = runProcesses(context, claim, receiver?.environment);
  const ended = new Promise<never>((_, reject) => ending.addEventListener('abort', () => reject(ending.reason as Error)));
  const demo = findDemoTokens(dir, api, ending).then((tokens) => {
    // Not earlier: data that others write first would prevent the demo data from being loaded.
    if (!hasDatabaseUrl()) claim.note({ database: 'embedded' });
    return tokens;
  });
  const [{ port }, tokens] = await Promise.race([Promise.all([api.ready, demo, worker.ready, built]), ended]);
  greet(port, tokens, await receiver?.register(port, tokens));
  await ended;
}

/** Runs api and worker, and notes their processes in the lock: the next start ends them if this one is killed. */
function runProcesses(context: StartContext, claim: Lock, env: NodeJS.ProcessEnv | undefined): { api: Supervised; worker: Supervised } {
  const children: Record<string, Identity> = {};
  const born = (name: string, pid: number) => {
    children[name] = { pid, start: startOf(pid) };
    claim.note({ children: Object.values(children) });
  };
  const api = supervise('api', context, { born, env });
  const worker = supervise('worker', context, { born, env });
  context.onEnd(() => Promise.all([api.stop(), worker.stop()]));
  return { api, worker };
}

/** Locks the data folder, and ends the processes of a start that was killed, which still hold the port. */
async function claimData(dir: string, signal: AbortSignal): Promise<Lock> {
  try {
    const claim = await lock(lockFile(dir), { purpose: 'npm start', signal });
    await Promise.all(claim.left.map(({ pid }) => endProcess(pid, [['SIGTERM', DRAIN_TIMEOUT_MS], ['SIGKILL', 1000]]))); // prettier-ignore
    return claim;
  } catch (error) {
    throw error instanceof LockHeldError ? new Error(`DATA_DIR ${dir} is ${error.message}`) : error;
  }
}

async function release(steps: readonly ((leftMs: () => number) => unknown)[], say: (line: string) => void): Promise<void> {
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  for (const step of steps) {
    try {
      await step(() => deadline - Date.now());
    } catch (error) {
      say(String(error)); // and continue with the rest
    }
  }
}
