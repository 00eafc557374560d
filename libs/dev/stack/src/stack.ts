import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { execute, inSession, type Query } from '@app/database/testing/sql';
import type pg from 'pg';
import { noteProcess } from './diagnostics.ts';
import { databaseUrl } from './template.ts';
import { COMPILE_CACHE, ROOT } from './workspace.ts';

/** In the folder of the shared stack. */
const LOG = 'processes.log';

/** The answer of the operator's CLI to `fixtures load`. */
export type Loaded = {
  readonly users: Record<string, string>;
  readonly tokens: Record<string, string>;
  readonly podcasts: Record<string, string>;
  readonly episodes: Record<string, string>;
  readonly video_stocks: Record<string, string>;
};

/** Fixtures for the database of an environment, as the loader of a run takes them. */
export type FixtureOrder = { readonly environment: NodeJS.ProcessEnv; readonly fixtures: object };

export type Ended = { readonly status: number | null; readonly stdout: string; readonly stderr: string };

type StartOptions = { readonly maxFiles?: number; readonly log?: Writable };

/** A built process that runs until it is stopped. */
export type Running = {
  readonly pid: number;
  readonly baseUrl: string;
  /** Everything it wrote so far. */
  readonly output: () => string;
  readonly ended: Promise<number | null>;
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>;
};

/** The stack of a suite that also runs against a deployment: it neither starts nor configures processes. */
export type CallersStack = Pick<Stack, 'baseUrl' | 'load' | 'admin' | 'query' | 'session' | 'uploadsDir' | 'destroy'>;

/** Where the database of a stack is created and dropped, or the deployment that was there before. */
type Origin = { readonly serverUrl: string } | Deployment;

/** @property dataDir where it keeps uploads */
type Deployment = { readonly baseUrl: string; readonly dataDir: string };

/** The deployment that the callers' suites of a run share, and what they need to load fixtures. */
export type SharedDeployment = Deployment & Pick<Stack, 'databaseUrl' | 'environment'>;

/**
 * A database of its own and the built processes on it, as an operator would run them: everything goes through
 * environment, command line and HTTP.
 */
export class Stack {
  readonly databaseUrl: string;
  /** A folder for whatever a suite writes; it goes with the stack. */
  readonly dir: string;
  /** Variables of every process of this stack. */
  readonly environment: NodeJS.ProcessEnv;
  private readonly origin: Origin;
  private readonly running: Pick<Running, 'stop'>[] = [];

  // Jest's global set-up loads this file without its transformation, in which fields cannot be parameters.
  private constructor(databaseUrl: string, dir: string, environment: NodeJS.ProcessEnv, origin: Origin) {
    this.databaseUrl = databaseUrl;
    this.dir = dir;
    this.environment = environment;
    this.origin = origin;
  }

  /**
   * For suites that only talk HTTP: the stack that they share, or the deployment at `E2E_BASE_URL`. Its database is the
   * one of `DATABASE_URL` or of `DATA_DIR`, since users and tokens are made by the operator's CLI.
   */
  static async forCallers(): Promise<CallersStack> {
    const dir = await mkdtemp(join(tmpdir(), 'podcast-automation-e2e-'));
    const baseUrl = process.env['E2E_BASE_URL']?.replace(/(?<!\/)\/+$/, '');
    if (!baseUrl) {
      const { databaseUrl, environment, ...deployment } = await asked<SharedDeployment>('callers');
      noteProcess({ name: 'api and worker of all callers', output: () => readFileSync(join(deployment.dataDir, LOG), 'utf8') });
      return new Stack(databaseUrl, dir, environment, deployment);
    }
    const dataDir = resolve(ROOT, process.env['DATA_DIR'] || '.data');
    const url = process.env['DATABASE_URL'] || (await readFile(join(dataDir, 'database-url'), 'utf8')).trim();
    // A command that neither encrypts nor decrypts works with any key.
    const key = process.env['ENCRYPTION_KEY'] || randomBytes(32).toString('base64');
    const env = {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      DATABASE_URL: url,
      DATA_DIR: dir,
      ENCRYPTION_KEY: key,
      TZ: 'UTC',
    };
    const stack = new Stack(url, dir, env, { baseUrl, dataDir });
    await stack.refuseTightLimit(baseUrl);
    return stack;
  }

  /** Starts what the suites of callers share, and keeps its log where they find it. */
  static async shared(): Promise<{ readonly stack: Stack; readonly deployment: SharedDeployment }> {
    const stack = await Stack.create({ RATE_LIMIT_PER_MINUTE: '100000' });
    const { databaseUrl, environment, dir } = stack;
    const log = createWriteStream(join(dir, LOG));
    try {
      const [{ baseUrl }] = await Promise.all([stack.start('api', {}, { log }), stack.start('worker', {}, { log })]);
      return { stack, deployment: { baseUrl, dataDir: dir, databaseUrl, environment } };
    } catch (error) {
      await stack.destroy();
      throw error;
    }
  }

  /**
   * @param env variables of every process, beside those that are needed
   * @param serverUrl the server that gets the database; that of all suites unless given
   */
  static async create(env: NodeJS.ProcessEnv = {}, serverUrl = process.env['TEST_DATABASE_URL']): Promise<Stack> {
    if (serverUrl === undefined) throw new Error('TEST_DATABASE_URL is not set: run the suites through nx');
    const name = `e2e_${randomUUID().replaceAll('-', '')}`;
    const template = serverUrl === process.env['TEST_DATABASE_URL'] ? process.env['E2E_TEMPLATE_DATABASE'] : undefined;
    await execute(serverUrl, template === undefined ? `CREATE DATABASE ${name}` : `CREATE DATABASE ${name} TEMPLATE ${template}`);
    const url = databaseUrl(serverUrl, name);
    const dir = await mkdtemp(join(tmpdir(), 'podcast-automation-e2e-'));
    const key = randomBytes(32).toString('base64');
    const common = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: COMPILE_CACHE, DATABASE_URL: url, DATA_DIR: dir, PORT: '0', TZ: 'UTC' };
    const stack = new Stack(url, dir, { ...common, ENCRYPTION_KEY: key, ...env }, { serverUrl });
    if (template === undefined) await stack.admin('migrate');
    return stack;
  }

  /** Stops what was started here and drops the database that was created here. */
  async destroy(): Promise<void> {
    await Promise.all(this.running.map((one) => one.stop()));
    if ('serverUrl' in this.origin) {
      await execute(this.origin.serverUrl, `DROP DATABASE IF EXISTS ${new URL(this.databaseUrl).pathname.slice(1)} WITH (FORCE)`);
    }
    await rm(this.dir, { recursive: true, force: true });
  }

  /** Suites send more than 60 requests a minute as one user; a tight limit alone would fail each. */
  private async refuseTightLimit(baseUrl: string): Promise<void> {
    const { tokens } = await this.load({ users: [{ key: 'asking', name: 'Asking', tokens: [{ key: 'asking', permissions: [] }] }] });
    const { status, headers } = await fetch(`${baseUrl}/api/v1/token`, { headers: { Authorization: `Bearer ${tokens['asking']}` } });
    if (status !== 200) throw new Error(`${baseUrl} does not know a token of ${new URL(this.databaseUrl).pathname}: is that its database?`);
    const quota = Number(/q=(\d+)/.exec(headers.get('ratelimit-policy') ?? '')?.[1]);
    if (quota < 10_000) throw new Error(`${baseUrl} allows ${quota} requests a minute: start it with RATE_LIMIT_PER_MINUTE=100000`);
  }

  /** Of the deployment that a suite of callers talks to. */
  get baseUrl(): string {
    if ('baseUrl' in this.origin) return this.origin.baseUrl;
    throw new Error('This stack has the processes that it starts.');
  }

  /** The folder of uploads; undefined if the deployment keeps them where this process cannot read them. */
  get uploadsDir(): string | undefined {
    const folder = join('serverUrl' in this.origin ? this.dir : this.origin.dataDir, 'uploads');
    return existsSync(folder) ? folder : undefined;
  }

  /** Runs a command of the operator's CLI. @returns its answer */
  async admin<T = Record<string, unknown>>(...args: string[]): Promise<T> {
    const { status, stdout, stderr } = await this.adminEnded(args);
    if (status !== 0) throw new Error(`admin ${args.join(' ')}: ${stderr}`);
    return JSON.parse(stdout) as T;
  }

  /** The same, also when it fails. @param env beside the stack's own */
  adminEnded(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
    return this.command('apps/admin/bundle/main.js', args, env);
  }

  /** Runs a command that exists in a checkout only, such as `fixtures demo`. */
  developmentCommand(...args: string[]): Promise<Ended> {
    return this.command('apps/dev/src/main.ts', args);
  }

  private async command(main: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
    const child = spawn(process.execPath, [join(ROOT, main), ...args], {
      env: { ...this.environment, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => (stdout += String(chunk)));
    child.stderr.on('data', (chunk) => (stderr += String(chunk)));
    const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
    return { status, stdout, stderr };
  }

  /** Loads fixtures: through the loader of the run, or where there is none by the operator's command. */
  async load(content: { readonly users?: readonly object[]; readonly podcasts?: readonly object[] }): Promise<Loaded> {
    // The same file is loaded once only, and a deployment may have seen it before.
    const users = [...(content.users ?? []), { key: randomUUID(), name: 'Makes the file new' }];
    const fixtures = { ...content, users };
    if (process.env['E2E_FIXTURE_LOADER'] !== undefined) return asked<Loaded>('', { environment: this.environment, fixtures });
    const file = join(this.dir, `${randomUUID()}.json`);
    await writeFile(file, JSON.stringify(fixtures));
    return this.admin<Loaded>('fixtures', 'load', file);
  }

  /**
   * Starts a process and waits until it says that it is ready.
   * @param maxFiles file descriptors that it may have
   * @param log takes what it writes, beside its `output`
   */
  async start(app: 'api' | 'worker', env: NodeJS.ProcessEnv = {}, { maxFiles, log }: StartOptions = {}): Promise<Running> {
    const limit = maxFiles === undefined ? '' : `ulimit -n ${maxFiles} && `;
    const child = spawn('sh', ['-c', `${limit}exec "$0" "$1"`, process.execPath, join(ROOT, `apps/${app}/bundle/main.js`)], {
      env: { ...this.environment, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    let output = '';
    if (log) for (const written of [child.stdout, child.stderr]) written?.pipe(log, { end: false });
    child.stdout?.on('data', (chunk) => (output += String(chunk)));
    child.stderr?.on('data', (chunk) => (output += String(chunk)));
    noteProcess({ name: `${app} (pid ${child.pid})`, output: () => output });
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      return ended;
    };
    this.running.push({ stop }); // also one that never becomes ready
    const port = await ready(child, () => output);
    return { pid: child.pid ?? 0, baseUrl: `http://127.0.0.1:${port}`, output: () => output, ended, stop };
  }

  /** A look into the database, for what no route tells. */
  query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return execute<Row>(this.databaseUrl, text, values);
  }

  /** Several looks over one connection. */
  session<T>(work: (query: Query) => Promise<T>): Promise<T> {
    return inSession(this.databaseUrl, work);
  }
}

/** Asks the set-up of the run, which outlives its suites. */
async function asked<T>(path: string, order?: FixtureOrder): Promise<T> {
  const answer = await fetch(new URL(path, process.env['E2E_FIXTURE_LOADER']), { method: 'POST', body: JSON.stringify(order ?? {}) });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`The set-up of the run answers ${answer.status}: ${text}`);
  return JSON.parse(text) as T;
}

function ready(child: ChildProcess, output: () => string): Promise<number> {
  return new Promise((resolve, reject) => {
    child.on('message', (message: { type: string; port?: number }) => {
      if (message.type === 'ready') resolve(message.port ?? 0);
    });
    child.once('exit', (status) => reject(new Error(`the process ended with status ${status} before it was ready:\n${output()}`)));
  });
}
