import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

const ROOT = join(import.meta.dirname, '../../..');

/** What the operator's CLI answers to `fixtures load`. */
export type Loaded = {
  readonly users: Record<string, string>;
  readonly tokens: Record<string, string>;
  readonly podcasts: Record<string, string>;
  readonly episodes: Record<string, string>;
};

export type Ended = { readonly status: number | null; readonly stdout: string; readonly stderr: string };

/** A built process that runs until it is stopped. */
export type Running = {
  readonly pid: number;
  readonly baseUrl: string;
  /** Everything it wrote so far. */
  readonly output: () => string;
  readonly ended: Promise<number | null>;
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>;
};

/**
 * A database of its own and the built processes on it, as an operator would run them: everything goes through environment,
 * command line and HTTP.
 */
export class Stack {
  private readonly running: Running[] = [];

  private constructor(
    readonly databaseUrl: string,
    private readonly serverUrl: string,
    private readonly dir: string,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  /** @param env variables of every process, beside those that are needed */
  static async create(env: NodeJS.ProcessEnv = {}): Promise<Stack> {
    const serverUrl = process.env['TEST_DATABASE_URL'];
    if (serverUrl === undefined) throw new Error('TEST_DATABASE_URL is not set: run the suites through nx');
    const name = `e2e_${randomUUID().replaceAll('-', '')}`;
    await sql(serverUrl, `CREATE DATABASE ${name}`);
    const url = new URL(serverUrl);
    url.pathname = `/${name}`;
    const dir = await mkdtemp(join(tmpdir(), 'podcast-automation-e2e-'));
    const stack = new Stack(url.href, serverUrl, dir, {
      PATH: process.env['PATH'],
      DATABASE_URL: url.href,
      DATA_DIR: dir,
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      PORT: '0',
      TZ: 'UTC',
      ...env,
    });
    await stack.admin('migrate');
    return stack;
  }

  /** Stops what runs and drops the database. */
  async destroy(): Promise<void> {
    await Promise.all(this.running.map((one) => one.stop()));
    await sql(this.serverUrl, `DROP DATABASE IF EXISTS ${new URL(this.databaseUrl).pathname.slice(1)} WITH (FORCE)`);
    await rm(this.dir, { recursive: true, force: true });
  }

  /** Runs a command of the operator's CLI. @returns its answer */
  async admin<T = Record<string, unknown>>(...args: string[]): Promise<T> {
    const { status, stdout, stderr } = await this.adminEnded(...args);
    if (status !== 0) throw new Error(`admin ${args.join(' ')}: ${stderr}`);
    return JSON.parse(stdout) as T;
  }

  async adminEnded(...args: string[]): Promise<Ended> {
    const child = spawn(process.execPath, [join(ROOT, 'apps/admin/dist/main.js'), ...args], {
      env: this.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => (stdout += String(chunk)));
    child.stderr.on('data', (chunk) => (stderr += String(chunk)));
    const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
    return { status, stdout, stderr };
  }

  async load(fixtures: object): Promise<Loaded> {
    const file = join(this.dir, `${randomUUID()}.json`);
    await writeFile(file, JSON.stringify(fixtures));
    return this.admin<Loaded>('fixtures', 'load', file);
  }

  /** Starts a process and waits until it says that it is ready. */
  async start(app: 'api' | 'worker', env: NodeJS.ProcessEnv = {}): Promise<Running> {
    const child = spawn(process.execPath, [join(ROOT, `apps/${app}/dist/main.js`)], {
      env: { ...this.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    let output = '';
    child.stdout?.on('data', (chunk) => (output += String(chunk)));
    child.stderr?.on('data', (chunk) => (output += String(chunk)));
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const port = await ready(child, () => output);
    const running: Running = {
      pid: child.pid ?? 0,
      baseUrl: `http://127.0.0.1:${port}`,
      output: () => output,
      ended,
      stop: (signal = 'SIGTERM') => {
        if (child.exitCode === null && child.signalCode === null) child.kill(signal);
        return ended;
      },
    };
    this.running.push(running);
    return running;
  }

  /** A look into the database, for what no route tells. */
  async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.databaseUrl });
    await client.connect();
    try {
      return (await client.query<Row>(text, values)).rows;
    } finally {
      await client.end();
    }
  }
}

function ready(child: ChildProcess, output: () => string): Promise<number> {
  return new Promise((resolve, reject) => {
    child.on('message', (message: { type: string; port?: number }) => {
      if (message.type === 'ready') resolve(message.port ?? 0);
    });
    child.once('exit', (status) => reject(new Error(`the process ended with status ${status} before it was ready:\n${output()}`)));
  });
}

async function sql(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
