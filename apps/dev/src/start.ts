// @ts-check
/**
 * `npm start`: database, api and worker in the foreground, until it is told to stop (decisions 1).
 *
 * What a start holds it puts on a stack, and every way out (a signal, a fault, a taken port) takes it off again, last first:
 * processes, database, its URL, lock. Only kill -9 goes round that. Then the processes see their channel to us close and end,
 * the database's guard stops it, and the next start reads in the lock whom it has to wait for.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { environment, mainOf } from './app.mjs';
import { build } from './build.mjs';
import { dataDir, demoTokensFile, hasDatabaseUrl, lockFile, postgresDir, publishUrl, withdrawUrl } from './data-dir.mjs';
import { startPostgres } from './embedded-postgres.mjs';
import { Held, lock } from './lock.mjs';
import { end, ended, startOf, stopSignal } from './process.mjs';

/** Everything must be gone ten seconds after the signal; the processes take at most seven of them to finish their work. */
const STOP_MS = 9500;
const DRAIN_MS = 8000;
/** Milliseconds until a process that has died is started again: twice as long each time, until one has lived for a while. */
const RESTART = { first: 200, most: 5000, forgivenAfter: 10_000 };
/** What has never been ready and dies so many times in a row will not get better. */
const HOPELESS = 5;

/** Key of the demo episode that a newcomer uploads a transcript to (apps/admin/src/demo.ts). */
const DEMO_EPISODE = 'undo-is-a-promise';

/** @typedef {{ token: string, read_only_token: string, episode: string }} DemoTokens */

/** The end of the start, about which everything has been said. */
class Told extends Error {}

/**
 * @typedef {object} Course of one start
 * @property {AbortSignal} over aborts when everything has to end
 * @property {(error: unknown) => void} fail
 * @property {(step: (left: () => number) => unknown) => void} undo what to do at the end; `left` tells the milliseconds there are
 */

/** @returns {Promise<number>} exit status */
export async function start() {
  // Whoever reads our output may be gone before us; what is left to do then is to stop in good order.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const stopped = stopSignal();
  const failed = new AbortController();
  const over = AbortSignal.any([stopped, failed.signal]);
  /** @type {((left: () => number) => unknown)[]} */
  const steps = [];
  const awake = setInterval(() => {}, 60_000); // also while everything that we wait for is dead
  try {
    await run({ over, fail: (error) => failed.abort(error), undo: (step) => steps.unshift(step) });
    return 0;
  } catch (error) {
    if (stopped.aborted) return 0;
    if (error instanceof Told) return 1;
    throw error;
  } finally {
    failed.abort();
    const deadline = Date.now() + STOP_MS;
    for (const step of steps) {
      try {
        await step(() => deadline - Date.now());
      } catch (error) {
        say(String(error)); // and on with the rest
      }
    }
    clearInterval(awake);
  }
}

/** @param {Course} course */
async function run({ over, fail, undo }) {
  const dir = dataDir();
  const claim = await claimData(dir, over);
  undo(claim.release);
  withdrawUrl(dir); // of one that was killed
  if (hasDatabaseUrl()) claim.note({ database: 'elsewhere' });
  over.addEventListener('abort', () => claim.note({ brief: true })); // a next start waits for us
  await refuseTakenPorts();

  const database = hasDatabaseUrl() ? undefined : runDatabase(dir, { over, fail, undo });
  await Promise.all([database, build()]);
  await admin(['migrate'], over);

  /** @type {Record<string, import('./lock.mjs').Identity>} */
  const children = {};
  const born = (/** @type {string} */ name, /** @type {number} */ pid) => {
    children[name] = { pid, start: startOf(pid) };
    claim.note({ children: Object.values(children) });
  };
  const api = keepRunning('api', { over, fail, born });
  const worker = keepRunning('worker', { over, fail, born });
  undo(() => Promise.all([api.stop(), worker.stop()]));

  const ending = new Promise((_, reject) => over.addEventListener('abort', () => reject(over.reason)));
  const demo = api.ready.then(async ({ port }) => {
    const tokens = (await notedTokens(dir, port)) ?? (await demoTokens(dir, over));
    // Not earlier: what others write first would keep the demo data out.
    if (database) claim.note({ database: 'embedded' });
    return tokens;
  });
  const ready = Promise.all([api.ready, worker.ready, demo]);
  const [{ port }, , tokens] = await Promise.race([ready, ending]);
  greet(port, tokens);
  await ending;
}

/**
 * @param {string} dir
 * @param {AbortSignal} signal
 */
async function claimData(dir, signal) {
  try {
    const claim = await lock(lockFile(dir), { purpose: 'npm start', signal });
    // Processes of a start that was killed: they are about to notice it, and until then they hold the port.
    await Promise.all(
      claim.left.map(({ pid }) =>
        end(pid, [
          ['SIGTERM', DRAIN_MS],
          ['SIGKILL', 1000],
        ]),
      ),
    );
    return claim;
  } catch (error) {
    throw error instanceof Held ? new Error(`DATA_DIR ${dir} is ${error.message}`) : error;
  }
}

/** Before anything slow. What is wrong with the variables themselves is said with the rest of the environment's faults. */
async function refuseTakenPorts() {
  const { host } = address();
  /** @type {Map<number, string>} */
  const wanted = new Map();
  for (const [name, fallback] of Object.entries({ PORT: '3000', METRICS_PORT: '', WORKER_PORT: '' })) {
    const port = Number(process.env[name]?.trim() || fallback);
    if (!Number.isInteger(port) || port < 1 || port > 65_535) continue; // none, or any free one
    const other = wanted.get(port);
    if (other) throw new Error(`${other} and ${name} are both ${port}: set one of them to another`);
    wanted.set(port, name);
    const problem = await problemOf(port, host);
    if (problem === 'EADDRINUSE') throw new Error(`Port ${port} on ${host} is taken: stop what uses it, or set ${name} to another`);
    if (problem === 'EACCES') throw new Error(`Port ${port} on ${host} needs rights that this user does not have: set ${name} to another`);
    if (problem === 'EADDRNOTAVAIL' || problem === 'ENOTFOUND') throw new Error(`HOST ${host} is not an address of this machine`);
  }
}

/**
 * @param {number} port
 * @param {string} host
 * @returns {Promise<string | undefined>} the system's code of why nothing can listen there
 */
function problemOf(port, host) {
  const server = createServer();
  return new Promise((done) => {
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => done(error.code));
    server.listen({ port, host }, () => server.close(() => done(undefined)));
  });
}

function address() {
  return { port: Number(process.env.PORT?.trim() || 3000), host: process.env.HOST?.trim() || '127.0.0.1' };
}

/**
 * Runs the embedded server, and again when it has died: on the same port, so that its URL stays the same.
 *
 * @param {string} dir
 * @param {Course} course
 * @returns {Promise<void>} once it takes connections
 */
async function runDatabase(dir, { over, fail, undo }) {
  const launch = (/** @type {number | undefined} */ port) => startPostgres({ dir: postgresDir(dir), port, log: say, signal: over });
  const launched = launch(undefined);
  const watched = launched.then(async (server) => {
    for (;;) {
      await server.exited;
      if (over.aborted) return;
      say('PostgreSQL has ended; starting it again');
      await sleep(RESTART.first);
      server = current = await launch(server.port);
    }
  });
  watched.catch(fail);
  /** @type {import('./embedded-postgres.mjs').Postgres | undefined} */
  let current;
  undo(async (left) => {
    withdrawUrl(dir);
    await launched.then((server) => (current ??= server)).catch(() => {});
    await current?.stop({ within: left() });
    await watched.catch(() => {});
    await current?.stop({ within: left() }); // one that was being started again meanwhile
  });
  const server = await launched;
  publishUrl(dir, server.url);
}

/**
 * Keeps one process of a kind running.
 *
 * @param {'api' | 'worker'} name
 * @param {Pick<Course, 'over' | 'fail'> & { born: (name: string, pid: number) => void }} options
 */
function keepRunning(name, { over, fail, born }) {
  /** @type {PromiseWithResolvers<{ port: number }>} */
  const ready = Promise.withResolvers();
  /** @type {NodeJS.ProcessEnv} */
  const env = environment();
  let wasReady = false;
  let failures = 0;
  let delay = RESTART.first;
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;

  const launch = () => {
    if (over.aborted) return;
    const began = Date.now();
    child = spawn(process.execPath, [mainOf(name)], { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    if (child.pid) born(name, child.pid);
    child.on('message', (/** @type {{ type: string, port: number }} */ message) => {
      if (message.type !== 'ready') return;
      wasReady = true;
      if (message.port) env.PORT = String(message.port); // PORT=0 took a free one; a successor takes the same
      ready.resolve(message);
    });
    ended(child).then((status) => {
      if (over.aborted) return;
      failures += 1;
      if (!wasReady && failures >= HOPELESS) return fail(new Error(`The ${name} does not start`));
      if (Date.now() - began > RESTART.forgivenAfter) delay = RESTART.first;
      say(`The ${name} has ended (status ${status}); starting it again`);
      setTimeout(launch, delay);
      delay = Math.min(delay * 2, RESTART.most);
    }, fail);
  };
  launch();
  return {
    ready: ready.promise,
    stop: async () => {
      if (child?.pid && child.exitCode === null && child.signalCode === null)
        await end(child.pid, [
          ['SIGTERM', DRAIN_MS],
          ['SIGKILL', 500],
        ]);
    },
  };
}

/**
 * The tokens of an earlier start, if they still work: to ask the api takes no time, a command more than a second.
 *
 * @param {string} dir
 * @param {number} port
 * @returns {Promise<DemoTokens | undefined>}
 */
async function notedTokens(dir, port) {
  try {
    const { token, read_only_token, episodes } = JSON.parse(readFileSync(demoTokensFile(dir), 'utf8'));
    const answers = await Promise.all(
      [token, read_only_token].map((one) =>
        fetch(`${baseUrl(port)}/api/v1/token`, { headers: { Authorization: `Bearer ${one}` }, signal: AbortSignal.timeout(5000) }),
      ),
    );
    const episode = episodes[DEMO_EPISODE];
    return episode && answers.every(({ ok }) => ok) ? { token, read_only_token, episode } : undefined;
  } catch {
    return undefined; // nothing was noted, or what was noted is not what it was
  }
}

/**
 * Loads the demo data into an empty database.
 *
 * @param {string} dir
 * @param {AbortSignal} signal
 * @returns {Promise<DemoTokens | undefined>} tokens that work, unless the database is somebody else's
 */
async function demoTokens(dir, signal) {
  const { token, read_only_token, episodes } = JSON.parse(await admin(['fixtures', 'demo', '--tokens', demoTokensFile(dir)], signal));
  return token && { token, read_only_token, episode: episodes[DEMO_EPISODE] };
}

/**
 * Runs an operator's command, which says itself what is wrong.
 *
 * @param {readonly string[]} args
 * @param {AbortSignal} signal
 * @returns {Promise<string>} its answer
 */
async function admin(args, signal) {
  const child = spawn(process.execPath, [mainOf('admin'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    signal,
  });
  let answer = '';
  child.stdout?.on('data', (chunk) => (answer += chunk));
  const status = await ended(child);
  signal.throwIfAborted();
  if (status > 128) throw new Error(`admin ${args.join(' ')} was killed`);
  if (status !== 0) throw new Told();
  return answer;
}

/** @param {number} port */
function baseUrl(port) {
  const { host } = address();
  const reachable = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${reachable}:${port}`;
}

/**
 * @param {number} port
 * @param {DemoTokens | undefined} tokens
 */
function greet(port, tokens) {
  const base = baseUrl(port);
  const create = 'npm run -s admin -- token create --user ID --permission read --permission update';
  process.stdout.write(
    [
      '',
      `  Base URL    ${base}`,
      `  Docs        ${base}/docs`,
      ...(tokens
        ? [
            `  Demo token  ${tokens.token} (everything)`,
            `              ${tokens.read_only_token} (read only)`,
            `  Episode     ${tokens.episode} (to upload a transcript to)`,
          ]
        : [`  Token       the database has users already; make one with`, `              ${create}`]),
      `  Try it      curl -H 'Authorization: Bearer ${tokens?.token ?? 'TOKEN'}' ${base}/api/v1/podcasts`,
      '  Stop        Ctrl-C',
      '',
      '',
    ].join('\n'),
  );
}

/** @param {string} line */
function say(line) {
  process.stderr.write(`${line}\n`);
}
