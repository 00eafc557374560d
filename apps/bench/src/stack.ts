// @ts-check
/** What is measured, and what it is measured with: a PostgreSQL of our own, and processes that end when this one does. */
import { fork, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { mainOf } from '../app.mjs';
import { startPostgres } from '../embedded-postgres.mjs';
import { end, ended } from '../process.mjs';
import { seed } from './seed.mjs';

const POOL_SIZE = 20;
/** Out of the way: what a limit of 60 does to a load is known. */
const RATE_LIMIT = 1_000_000_000;

/** @typedef {{ url: string } & import('./seed.mjs').Seeded} Database */
/** @typedef {{ do: (name: string, task?: object) => Promise<any>, stop: () => Promise<void> }} Hand */
/** @typedef {{ pid: number, port: number, stop: () => Promise<void> }} Running */

export class Stack {
  /** @type {(() => Promise<unknown>)[]} */
  #stops = [];
  /** @type {Record<number, Promise<Database>>} */
  #databases = {};
  /** @type {Promise<import('../embedded-postgres.mjs').Postgres> | undefined} */
  #postgres;
  #environment = /** @type {NodeJS.ProcessEnv} */ ({});

  /**
   * @param {object} options
   * @param {AbortSignal} options.signal
   * @param {string} [options.profile] directory for CPU profiles of the api
   * @param {(line: string) => void} options.log
   */
  constructor({ signal, profile, log }) {
    this.signal = signal;
    this.profile = profile;
    this.log = log;
    this.dir = mkdtempSync(join(tmpdir(), 'podcast-automation-bench-'));
  }

  /**
   * A database with so many podcasts, made when it is first asked for.
   *
   * @param {number} podcasts
   * @returns {Promise<Database>}
   */
  database(podcasts) {
    return (this.#databases[podcasts] ??= this.#makeDatabase(podcasts));
  }

  /** @param {number} podcasts */
  async #makeDatabase(podcasts) {
    this.log(`a database with ${podcasts.toLocaleString('en')} podcasts`);
    const url = await this.emptyDatabase(`bench_${podcasts}`);
    return { url, ...(await seed(url, podcasts)) };
  }

  /**
   * A database with nothing but the tables.
   *
   * @param {string} name
   */
  async emptyDatabase(name) {
    // Its settings are PostgreSQL's own: what it promises to keep, it keeps, for us and for what we are compared with.
    const postgres = await (this.#postgres ??= startPostgres({ dir: join(this.dir, 'postgres'), throwaway: true, signal: this.signal }));
    const url = await postgres.createDatabase(name);
    const child = spawn(process.execPath, [mainOf('admin'), 'migrate'], {
      env: { ...this.#base(url) },
      stdio: ['ignore', 'ignore', 'inherit'],
      signal: this.signal,
    });
    if ((await ended(child)) !== 0) throw new Error('the database cannot be migrated');
    return url;
  }

  /** @param {string} url */
  #base(url) {
    const { PATH, HOME } = process.env;
    this.#environment.ENCRYPTION_KEY ??= randomBytes(32).toString('base64');
    return {
      PATH,
      HOME,
      TZ: 'UTC',
      NODE_ENV: 'production',
      DATABASE_URL: url,
      DATABASE_POOL_SIZE: String(POOL_SIZE),
      DATA_DIR: join(this.dir, 'data'),
      RATE_LIMIT_PER_MINUTE: String(RATE_LIMIT),
      LOG_LEVEL: 'info',
      PORT: '0',
      ...this.#environment,
    };
  }

  /**
   * The api as it is built, logging into a file.
   *
   * @param {{ url: string }} database
   * @param {string} [name] of its CPU profile
   * @param {NodeJS.ProcessEnv} [env]
   */
  api({ url }, name = 'api', env = {}) {
    return this.#run(mainOf('api'), { env: { ...this.#base(url), ...env }, flags: this.#flags(name) });
  }

  /** @param {string} name of its CPU profile */
  #flags(name) {
    const flags = ['--enable-source-maps'];
    if (this.profile) {
      mkdirSync(this.profile, { recursive: true });
      flags.push('--cpu-prof', `--cpu-prof-dir=${join(this.profile, name)}`);
    }
    return flags;
  }

  /**
   * The worker as it is built.
   *
   * @param {{ url: string }} database
   * @param {NodeJS.ProcessEnv} env
   */
  worker({ url }, env) {
    return this.#run(mainOf('worker'), { env: { ...this.#base(url), ...env }, flags: this.#flags('worker') });
  }

  /**
   * @param {{ url: string }} database
   * @param {{ prepared?: boolean }} [options]
   */
  baseline({ url }, { prepared = false } = {}) {
    return this.#run(join(import.meta.dirname, 'baseline.mjs'), { env: { ...this.#base(url), PREPARED: prepared ? '1' : '0' } });
  }

  /**
   * @param {string} file
   * @param {{ env: NodeJS.ProcessEnv, flags?: string[] }} options
   * @returns {Promise<Running>}
   */
  async #run(file, { env, flags = [] }) {
    const output = openSync(join(this.dir, 'output.log'), 'a');
    const child = fork(file, { env, execArgv: flags, stdio: ['ignore', output, 'inherit', 'ipc'] });
    closeSync(output);
    const stop = this.#stopping(child, 10_000);
    const ready = new Promise((resolve, reject) => {
      child.on('message', (/** @type {{ type?: string, port: number }} */ message) => {
        if (message.type === 'ready') resolve(message.port);
      });
      ended(child).then((status) => reject(new Error(`${file} has ended with status ${status}`)), reject);
      this.signal.addEventListener('abort', () => reject(this.signal.reason), { once: true });
    });
    return { pid: child.pid ?? 0, port: await ready, stop };
  }

  /**
   * A server of the benchmark's own, to compare with.
   *
   * @param {string} file beside this one; it tells its port when it is ready
   * @param {NodeJS.ProcessEnv} env
   */
  server(file, env) {
    return this.#run(join(import.meta.dirname, file), { env: { ...process.env, ...env } });
  }

  /** A process that makes load (load.mjs). */
  load() {
    return this.hand('load.mjs');
  }

  /**
   * A process of the benchmark that does tasks by name (hand.mjs).
   *
   * @param {string} file
   * @param {{ url: string }} [database]
   * @param {NodeJS.ProcessEnv} [env]
   * @returns {Hand}
   */
  hand(file, database, env = {}) {
    const child = fork(join(import.meta.dirname, file), {
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: database ? { ...this.#base(database.url), ...env } : { ...process.env, ...env },
    });
    const stop = this.#stopping(child, 1000);
    /** @type {Map<number, PromiseWithResolvers<any>>} */
    const asked = new Map();
    const failAll = (/** @type {unknown} */ error) => asked.forEach(({ reject }) => reject(error));
    child.on('message', (/** @type {{ id: number, result?: unknown, error?: string }} */ { id, result, error }) => {
      const one = asked.get(id);
      asked.delete(id);
      if (error === undefined) one?.resolve(result);
      else one?.reject(new Error(error));
    });
    child.once('exit', () => failAll(new Error('the load has ended')));
    this.signal.addEventListener('abort', () => failAll(this.signal.reason), { once: true });
    let ids = 0;
    return {
      stop,
      do: (name, task = {}) => {
        this.signal.throwIfAborted();
        const id = (ids += 1);
        const one = Promise.withResolvers();
        asked.set(id, one);
        child.send({ id, name, task });
        return one.promise;
      },
    };
  }

  /**
   * @param {import('node:child_process').ChildProcess} child
   * @param {number} patience milliseconds
   */
  #stopping(child, patience) {
    const stop = async () => {
      if (child.pid && child.exitCode === null && child.signalCode === null)
        await end(child.pid, [
          ['SIGTERM', patience],
          ['SIGKILL', 1000],
        ]);
    };
    this.#stops.unshift(stop);
    return stop;
  }

  /**
   * Between measurements: what they left behind is cleared up now, not in the middle of the next one.
   *
   * @param {{ url: string }} database
   */
  async settle({ url }) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('VACUUM');
    await client.query('CHECKPOINT');
    await client.end();
  }

  /** The last things that went wrong in the processes that were measured. */
  complaints() {
    const file = join(this.dir, 'output.log');
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    return lines.filter((line) => line.includes('"level":"error"')).slice(-3);
  }

  async close() {
    for (const stop of this.#stops) await stop();
    await (await this.#postgres?.catch(() => undefined))?.stop();
    rmSync(this.dir, { recursive: true, force: true });
  }
}

/** Whether this machine tells how much memory a process uses and has used. */
export const tellsMemory = process.platform === 'linux';

/**
 * @param {number} pid
 * @returns {{ now: number, peak: number }} resident bytes
 */
export function memory(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const bytes = (/** @type {string} */ field) => Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024;
  return { now: bytes('VmRSS'), peak: bytes('VmHWM') };
}

/** Lets the peak begin anew. @param {number} pid */
export function forgetPeak(pid) {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}
