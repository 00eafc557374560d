import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endProcess, guardOf, isTrueWithin } from '@app/processes';
import getPort from 'get-port';
import { environment, give, nameFor, type Account } from './account.ts';

export const HOST = '127.0.0.1';

/** Allows for crash recovery on a busy machine. */
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 8000;
const MAX_LOG_BYTES = 10 * 1024 * 1024;
const MAX_START_ATTEMPTS = 20;

type LaunchOptions = {
  readonly account: Account;
  readonly binaries: string;
  readonly port: number;
  readonly settings: Readonly<Record<string, string | number>>;
  readonly env: NodeJS.ProcessEnv;
  /** Directories to delete once the server has stopped. */
  readonly temporary: readonly string[];
  readonly signal?: AbortSignal | undefined;
};

type Server = {
  readonly pid: number;
  readonly port: number;
  readonly exited: Promise<void>;
  readonly stop: (options?: { readonly timeoutMs?: number }) => Promise<void>;
};

type Failure = { readonly problem: string };

/** Starts the server, on the given port or a free one. */
export async function launchOnPort(home: string, options: Omit<LaunchOptions, 'port'> & { port?: number | undefined }): Promise<Server> {
  for (let attempt = 1; ; attempt += 1) {
    const server = await launch(home, { ...options, port: options.port ?? (await getPort({ host: HOST })) });
    if (!('problem' in server)) return server;
    // Another process took the port meanwhile, or the port of a server that has just ended is still in use.
    if (attempt === MAX_START_ATTEMPTS || !/could not (bind|create any TCP)|shared memory block/.test(server.problem)) {
      throw new Error(`PostgreSQL does not start: ${server.problem} (see ${join(home, 'postgres.log')})`);
    }
    await sleep(250, undefined, { signal: options.signal });
  }
}

async function launch(home: string, options: LaunchOptions): Promise<Server | Failure> {
  const { port, temporary, signal } = options;
  const log = openLog(home, options.account);
  const child = spawnServer(home, log.descriptor, options);
  closeSync(log.descriptor);
  let problem: string | undefined;
  let isRunning = true;
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', (error) => {
      problem = error.message;
      resolve();
    });
  });
  const { pid } = child;
  if (pid === undefined) {
    await ended;
    return { problem: problem ?? 'it cannot be run' };
  }
  const guard = guardOf(pid, temporary);
  const exited = ended.then(() => {
    isRunning = false;
    return guard.end(); // nothing of the server is left when its end is told
  });
  const stop: Server['stop'] = async ({ timeoutMs = STOP_TIMEOUT_MS } = {}) => {
    child.ref();
    // SIGINT ends the connections and writes a checkpoint. SIGQUIT leaves recovery to the next start.
    if (isRunning) await endProcess(pid, [['SIGINT', Math.max(0, timeoutMs - 1500)], ['SIGQUIT', 1000], ['SIGKILL', 500]]); // prettier-ignore
    await exited;
  };
  await isTrueWithin(START_TIMEOUT_MS, () => !isRunning || signal?.aborted === true || isReady(home, pid));
  if (isRunning && isReady(home, pid) && !signal?.aborted) {
    child.unref(); // a process that forgets to stop the server can end; then the guard stops it
    return { pid, port, stop, exited };
  }
  await stop();
  signal?.throwIfAborted();
  return { problem: log.lastError() ?? problem ?? 'it is not ready in time' };
}

function spawnServer(home: string, output: number, { account, binaries, port, settings, env }: LaunchOptions): ChildProcess {
  const cluster = join(home, 'cluster');
  const all = {
    listen_addresses: HOST,
    port,
    unix_socket_directories: '',
    max_connections: 200,
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...settings,
  };
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return spawn(join(binaries, 'bin/postgres'), ['-D', nameFor(account, cluster), ...args], {
    ...account,
    cwd: cluster,
    env: { ...environment(), ...env },
    detached: true,
    stdio: ['ignore', output, output],
  });
}

function openLog(home: string, account: Account): { readonly descriptor: number; readonly lastError: () => string | undefined } {
  const file = join(home, 'postgres.log');
  if (existsSync(file) && statSync(file).size > MAX_LOG_BYTES) rmSync(file);
  const descriptor = openSync(file, 'a', 0o600);
  give(account, file);
  const from = statSync(file).size;
  const lastError = () => {
    const text = readFileSync(file).subarray(from).toString();
    return /(?:FATAL|PANIC|error):\s*(.*)/.exec(text)?.[1] ?? (text.trim().split('\n').at(-1) || undefined);
  };
  return { descriptor, lastError };
}

/**
 * The server writes into postmaster.pid whether it accepts connections, as a primary or as a standby. Until it does,
 * the file may be of a previous server.
 */
function isReady(home: string, pid: number): boolean {
  try {
    const lines = readFileSync(join(home, 'cluster/postmaster.pid'), 'utf8').split('\n');
    return Number(lines[0]) === pid && ['ready', 'standby'].includes(lines[7]?.trim() ?? '');
  } catch {
    return false;
  }
}
