/** The processes that are measured and those that measure: an own PostgreSQL, and processes that end with this one. */
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres, type Postgres } from '@app/embedded-postgres';
import { ended, endProcess } from '@app/processes';
import { seed, type Seeded } from './seed.ts';

const ROOT = join(import.meta.dirname, '../../..');
const mainOf = (app: 'api' | 'worker' | 'admin'): string => join(ROOT, 'apps', app, 'bundle/main.js');

const POOL_SIZE = 20;
/** Out of the way: what a limit of 60 does to a load is known. */
const RATE_LIMIT = 1_000_000_000;

type Database = { url: string } & Seeded;
export type BenchChild = { do: (name: string, task?: object) => Promise<any>; stop: () => Promise<void> };
export type Running = {
  pid: number;
  port: number;
  stop: () => Promise<void>;
  /** Resident bytes without garbage, of a process that loads collects-garbage.ts, before its timers make more. */
  bytesInUse: () => Promise<number>;
};

export class Stack {
  #stops: (() => Promise<unknown>)[] = [];
  #databases: Record<number, Promise<Database>> = {};
  #postgres: Promise<Postgres> | undefined;
  #environment = {} as NodeJS.ProcessEnv;
  readonly log: (line: string) => void;
  /** Holds databases, logs and certificates while the benchmark runs. */
  readonly dir = mkdtempSync(join(tmpdir(), 'podcast-automation-bench-'));
  readonly signal: AbortSignal;
  private readonly profile: string | undefined;

  /** @param [options.profile] directory for CPU profiles of the api */
  constructor({ signal, profile, log }: { signal: AbortSignal; profile?: string; log: (line: string) => void }) {
    this.signal = signal;
    this.profile = profile;
    this.log = log;
  }

  /** A database with so many podcasts, made when it is first asked for. */
  database(podcasts: number): Promise<Database> {
    return (this.#databases[podcasts] ??= this.#makeDatabase(podcasts));
  }

  async #makeDatabase(podcasts: number) {
    this.log(`a database with ${podcasts.toLocaleString('en')} podcasts`);
    const url = await this.emptyDatabase(`bench_${podcasts}`);
    return { url, ...(await seed(url, podcasts)) };
  }

  /** A database with nothing but the tables, or without them. */
  async emptyDatabase(name: string, isMigrated = true) {
    // Its settings are PostgreSQL's own: what it promises to keep, it keeps, for us and for what we are compared with.
    const postgres = await (this.#postgres ??= startPostgres({ dir: join(this.dir, 'postgres'), throwaway: true, signal: this.signal }));
    const url = await postgres.createDatabase(name);
    if (isMigrated) await this.admin(url, ['migrate']);
    return url;
  }

  /** Runs an operator's command. */
  async admin(url: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
    const child = spawn(process.execPath, [mainOf('admin'), ...args], {
      env: { ...this.#base(url), ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
      signal: this.signal,
    });
    if ((await ended(child)) !== 0) throw new Error(`admin ${args.join(' ')} failed`);
  }

  #base(url: string) {
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
   * @param [name] of its CPU profile
   */
  api({ url }: { url: string }, name: string = 'api', env: NodeJS.ProcessEnv = {}) {
    return this.#run(mainOf('api'), { env: { ...this.#base(url), ...env }, flags: this.#flags(name) });
  }

  /** @param name of its CPU profile */
  #flags(name: string) {
    const flags = ['--enable-source-maps'];
    if (this.profile) {
      mkdirSync(this.profile, { recursive: true });
      flags.push('--cpu-prof', `--cpu-prof-dir=${join(this.profile, name)}`);
    }
    return flags;
  }

  /** The worker as it is built. */
  worker({ url }: { url: string }, env: NodeJS.ProcessEnv) {
    return this.#run(mainOf('worker'), { env: { ...this.#base(url), ...env }, flags: this.#flags('worker') });
  }

  baseline({ url }: { url: string }) {
    return this.#run(join(import.meta.dirname, 'baseline.ts'), { env: this.#base(url) });
  }

  async #run(file: string, { env, flags = [] }: { env: NodeJS.ProcessEnv; flags?: string[] }): Promise<Running> {
    const output = openSync(join(this.dir, 'output.log'), 'a');
    const child = fork(file, { env, execArgv: flags, stdio: ['ignore', output, 'inherit', 'ipc'] });
    closeSync(output);
    const stop = this.#stopping(child, 10_000);
    const ready = new Promise<number>((resolve, reject) => {
      child.on('message', (message: { type?: string; port: number }) => {
        if (message.type === 'ready') resolve(message.port);
      });
      ended(child).then((status) => reject(new Error(`${file} has ended with status ${status}`)), reject);
      this.signal.addEventListener('abort', () => reject(this.signal.reason as Error), { once: true });
    });
    const bytesInUse = async () => {
      const told = once(child, 'message', { signal: AbortSignal.timeout(60_000) }) as Promise<[{ bytes: number }]>;
      child.kill('SIGUSR2');
      const [{ bytes }] = await told;
      return bytes;
    };
    return { pid: child.pid ?? 0, port: await ready, stop, bytesInUse };
  }

  /**
   * A server of the benchmark's own, to compare with.
   *
   * @param file beside this one; it tells its port when it is ready
   */
  server(file: string, env: NodeJS.ProcessEnv) {
    return this.#run(join(import.meta.dirname, file), { env: { ...process.env, ...env } });
  }

  /** A process that makes load (load.ts). */
  load() {
    return this.child('load.ts');
  }

  /** A process of the benchmark that does tasks by name (bench-child.ts). */
  child(file: string, database?: { url: string }, env: NodeJS.ProcessEnv = {}): BenchChild {
    const child = fork(join(import.meta.dirname, file), {
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: database ? { ...this.#base(database.url), ...env } : { ...process.env, ...env },
    });
    const stop = this.#stopping(child, 1000);
    const asked = new Map<number, PromiseWithResolvers<any>>();
    const failAll = (error: unknown) => asked.forEach(({ reject }) => reject(error));
    child.on('message', ({ id, result, error }: { id: number; result?: unknown; error?: string }) => {
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

  #stopping(child: ChildProcess, timeoutMs: number) {
    const stop = async () => {
      if (child.pid && child.exitCode === null && child.signalCode === null)
        await endProcess(child.pid, [
          ['SIGTERM', timeoutMs],
          ['SIGKILL', 1000],
        ]);
    };
    this.onClose(stop);
    return stop;
  }

  /** Ends something that a figure has started, at the latest when the benchmark ends. */
  onClose(stop: () => Promise<unknown>) {
    this.#stops.unshift(stop);
  }

  /** Between measurements: what they left behind is cleared up now, not in the middle of the next one. */
  async settle({ url }: { url: string }) {
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

/** @returns resident bytes */
export function memory(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const bytes = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024;
  return { now: bytes('VmRSS'), peak: bytes('VmHWM') };
}

/** Lets the peak begin anew. @param pid */
export function forgetPeak(pid: number) {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}
