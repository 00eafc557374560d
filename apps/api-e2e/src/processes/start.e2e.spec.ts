import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createClient } from '@app/client';
import { execute } from '@app/database/testing/sql';
import { until } from '@app/process/testing/until';
import { guardChild } from '@app/processes';
import { noteProcess } from '@app/stack';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import getPort from 'get-port';
import { type Json } from '../client.js';

// `npm start` as a newcomer meets it (contract 1.2): the real command, a folder of its own, a free port.

/** A start compiles, makes a database and loads the demo: minutes on a busy machine. A test starts at most twice. */
const START_TIMEOUT_MS = 300_000;
jest.setTimeout(3 * START_TIMEOUT_MS);

const ROOT = resolve(import.meta.dirname, '../../../..');

describe('npm start, running', () => {
  let running: Start;
  let second: Start | undefined;
  let early: Ran;

  beforeAll(async () => {
    const dir = folder();
    writeFileSync(join(dir, 'database-url'), 'postgres://killed@127.0.0.1:1/start\n');
    running = await start({ dir });
    await until(() => existsSync(join(dir, 'lock')));
    early = await npmRun(['admin', '--', 'user', 'create', '--name', 'Early'], { DATA_DIR: dir }).ended;
    await running.isReady();
  });
  afterAll(() => [second, running].forEach((one) => one && discard(one)));

  it('npm start prints a base URL, a docs URL, a token and a curl line that work', async () => {
    const { output, port } = running;
    const [, token] = /Demo token +(pat_[\w-]{43})/.exec(output()) ?? [];
    const [, curl] = /(curl .*)/.exec(output()) ?? [];

    expect(output()).toContain(`Base URL    http://127.0.0.1:${port}\n`);
    expect((await fetch(`http://127.0.0.1:${port}/docs`)).status).toBe(200);
    expect(curl).toContain(`Bearer ${token}`);
    const { data } = JSON.parse(execFileSync('sh', ['-c', `${curl} -sS`], { encoding: 'utf8' })) as { data: object[] };
    expect(data.length).toBeGreaterThan(0);
  });

  it('npm start prints a link that signs in to the console with the demo token; the console is there by then', async () => {
    const { output, port, tokens } = running;
    const [, link = ''] = /Console +(http\S+)/.exec(output()) ?? [];
    expect(link).toBe(`http://127.0.0.1:${port}/console/#token=${tokens()[0]}`);
    const page = await fetch(link);
    expect(page.status).toBe(200);
    const [, asset = ''] = /<script[^>]* src="([^"]+)"/.exec(await page.text()) ?? [];
    expect((await fetch(new URL(asset, link))).status).toBe(200);
  });

  it('npm start refuses a second start on its DATA_DIR, in one line', async () => {
    const refused = await start({ dir: running.dir });

    expect(await refused.exit()).toBe(1);
    expect(refused.said()).toEqual([expect.stringMatching(/^DATA_DIR .* is in use by process \d+ \(npm start\)$/)]);
  });

  it('npm start refuses a taken port, in one line', async () => {
    const refused = await start({ port: running.port });

    expect(await refused.exit()).toBe(1);
    expect(refused.said()).toEqual([`Port ${running.port} on 127.0.0.1 is taken: stop what uses it, or set PORT to another`]);
    discard(refused);
  });

  it('npm start keeps an operator’s command waiting until it can be served, with the demo data first', () => {
    expect(early).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.parse(early.stdout)).toMatchObject({ name: 'Early' });
    expect(running.tokens()).toHaveLength(2);
  });

  it('npm run api and npm run worker add a process beside npm start', async () => {
    const [port, workerPort] = [await getPort({ host: '127.0.0.1' }), await getPort({ host: '127.0.0.1' })];
    const more = [
      npmRun(['api'], { DATA_DIR: running.dir, PORT: String(port) }),
      npmRun(['worker'], { DATA_DIR: running.dir, WORKER_PORT: String(workerPort) }),
    ];
    await until(async () => (await isHealthy(port)) && (await isHealthy(workerPort)));
    const headers = { authorization: `Bearer ${running.tokens()[0]}` };
    expect((await fetch(`http://127.0.0.1:${port}/api/v1/podcasts`, { headers })).status).toBe(200);
    for (const { pid } of more) process.kill(-pid, 'SIGINT');
    expect((await Promise.all(more.map(({ ended }) => ended))).map(({ status }) => status)).toEqual([0, 0]);
  });

  it('npm start serves a file that is named from where the operator is', async () => {
    const elsewhere = folder();
    writeFileSync(join(elsewhere, 'one.json'), JSON.stringify({ users: [{ key: 'one', name: 'One' }] }));
    const load = ['admin', '--prefix', ROOT, '--', 'fixtures', 'load', 'one.json'];
    expect(await npmRun(load, { DATA_DIR: running.dir }, elsewhere).ended).toMatchObject({ status: 0, stderr: '' });
    rmSync(elsewhere, { recursive: true });
  });

  it('npm start starts an api, a worker and a database again that die', async () => {
    const before = { api: running.find('apps/api/'), worker: running.find('apps/worker/'), postgres: running.find('bin/postgres') };
    for (const pid of Object.values(before)) process.kill(pid, 'SIGKILL');

    await until(() =>
      ['apps/api/', 'apps/worker/', 'bin/postgres'].every((name) => running.processes().some(({ args }) => args.includes(name))),
    );
    await until(() => isHealthy(running.port));
    expect(Object.values(before).filter(isAlive)).toEqual([]);
  });

  it('npm start serves the operator’s commands beside it', () => {
    expect(admin(running.dir, ['user', 'create', '--name', 'Somebody'])).toMatchObject({ name: 'Somebody' });
  });

  it('npm start stops on Ctrl-C, also an impatient one, leaves nothing behind, and keeps the data and the token', async () => {
    const processes = running.processes();
    process.kill(-running.pid, 'SIGINT');
    process.kill(-running.pid, 'SIGINT');

    expect(await running.exit()).toBe(0);
    expect(processes.filter(({ pid }) => isAlive(pid))).toEqual([]);
    expect(['lock', 'database-url'].filter((name) => existsSync(join(running.dir, name)))).toEqual([]);

    second = await start({ dir: running.dir });
    await second.isReady();
    expect(second.tokens()).toEqual(running.tokens());
    expect(await second.status(running.tokens()[0])).toBe(200);

    const successors = second.processes();
    process.kill(second.pid, 'SIGTERM'); // to npm alone
    expect(await second.exit()).toBe(0);
    expect(successors.filter(({ pid }) => isAlive(pid))).toEqual([]);
  });
});

describe('npm start, ending', () => {
  const started: Start[] = [];
  const begin = async (options?: Parameters<typeof start>[0]) => {
    const one = await start(options);
    started.push(one);
    return one;
  };
  afterEach(() => started.splice(0).forEach(discard));

  it('a killed npm start is no obstacle to the next one, and leaves nothing behind', async () => {
    const first = await begin();
    await first.isReady();
    const processes = first.processes();
    process.kill(readHolder(first.dir), 'SIGKILL'); // the starter itself

    const second = await begin({ dir: first.dir, port: first.port });
    await second.isReady();
    expect(processes.filter(({ pid }) => isAlive(pid))).toEqual([]);
    expect(await second.status(first.tokens()[0])).toBe(200);

    const successors = second.processes();
    process.kill(second.pid, 'SIGKILL'); // npm, of whose end nobody is told
    await until(() => successors.every(({ pid }) => !isAlive(pid)));
  });

  it('npm start prints a token that works also when it was stopped before it could note one', async () => {
    const first = await begin();
    const users = async () => execute(readFileSync(join(first.dir, 'database-url'), 'utf8'), 'SELECT 1 FROM users');
    await until(async () => (await users().catch(() => [])).length > 0); // no server yet, or no table
    process.kill(-first.pid, 'SIGINT');
    expect(await first.exit()).toBe(0);

    rmSync(join(first.dir, 'demo-tokens.json'), { force: true }); // had it been quicker than we are
    const second = await begin({ dir: first.dir });
    await second.isReady();
    expect(await second.status(second.tokens()[0])).toBe(200);
  });

  it('npm start names every fault of the environment in one message', async () => {
    const wrong = await begin({ env: { RATE_LIMIT_PER_MINUTE: 'many', WEBHOOK_TIMEOUT_MS: '5' } });

    expect(await wrong.exit()).toBe(1);
    const faults = wrong.said().filter((line) => line.includes('must be'));
    expect(faults).toEqual([expect.stringContaining('RATE_LIMIT_PER_MINUTE'), expect.stringContaining('WEBHOOK_TIMEOUT_MS')]);
  });

  it('an operator’s command without npm start runs the database for itself', () => {
    const dir = folder();
    const { id } = admin(dir, ['user', 'create', '--name', 'Somebody']) as { id: string };

    expect(admin(dir, ['token', 'list', '--user', id])).toEqual({ tokens: [] });
    expect(existsSync(join(dir, 'postgres/cluster/postmaster.pid'))).toBe(false);
    rmSync(dir, { recursive: true });
  });
});

describe('npm run bench', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'npm run bench ends at a %s with all that it has started, in the middle of its work',
    async (name) => {
      const bench = npmRun(['bench', '--', '--only', 'migrations'], {});
      let processes: Process[] = [];
      await until(() => (processes = descendants(bench.pid)).some(({ args }) => args.includes('bench_migrations')));
      // A terminal signals the group, others npm alone.
      process.kill(name === 'SIGINT' ? -bench.pid : bench.pid, name);
      expect((await bench.ended).status).not.toBe(0);
      await until(() => processes.every(({ pid }) => !isAlive(pid)));
    },
  );
});

describe('npm start with a DATABASE_URL', () => {
  const server = process.env['TEST_DATABASE_URL'] ?? '';
  const name = `start_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(server);
  const env = { DATABASE_URL: '', ENCRYPTION_KEY: randomBytes(32).toString('base64') };
  let running: Start;

  beforeAll(async () => {
    url.pathname = `/${name}`;
    env.DATABASE_URL = url.href;
    await execute(server, `CREATE DATABASE ${name}`);
    running = await start({ env });
    await running.isReady();
  });
  afterAll(async () => {
    discard(running);
    await execute(server, `DROP DATABASE ${name} WITH (FORCE)`);
  });

  it('npm start with a DATABASE_URL prints a token that works', async () => {
    expect(await running.status(running.tokens()[0])).toBe(200);
    expect(await execute(env.DATABASE_URL, 'SELECT name FROM users')).toHaveLength(1);
  });

  it('npm start with a DATABASE_URL leaves it to nobody: an operator’s command without it is told so at once', async () => {
    const { dir } = running;
    expect(existsSync(join(dir, 'database-url'))).toBe(false);
    expect(await npmRun(['admin', '--', 'user', 'create', '--name', 'X'], { DATA_DIR: dir }).ended).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^\S+ is in use by process \d+ \(npm start\) with another database: set DATABASE_URL, too\n$/),
    });
  });
});

describe('npm start -- --receiver', () => {
  let running: Start;
  const events = () => [...running.output().matchAll(/^\{"name":"receiver".*$/gm)].map(([line]): Json => JSON.parse(line));
  const verifications = () => events().filter(({ event }) => event.type === 'webhook.verification');

  beforeAll(async () => {
    running = await start({ args: ['--receiver'] });
    await running.isReady();
  });
  afterAll(() => discard(running));

  it('npm start -- --receiver receives the notifications of the demo user, registered and verified', async () => {
    expect(running.output()).toContain('Receiver    https://hooks.example.com/ (registered for the demo user)\n');
    await until(() => verifications().length > 0);
    expect(verifications()[0]).toMatchObject({ verified: true, answered: 200 });
  });

  const demoUser = () => createClient({ baseUrl: `http://127.0.0.1:${running.port}`, token: running.tokens()[0] ?? '' });

  it('npm start -- --receiver prints the event of a file that is no video, verified (docs/webhooks.md)', async () => {
    const client = demoUser();
    const [podcast] = (await client.GET('/api/v1/podcasts')).data.data;
    const { id: upload_id } = await client.upload(Buffer.from('no video'), { filename: 'README.md' });
    const body = { podcast_id: podcast?.id ?? '', client_key: 'no-video', upload_id };
    const { data: stock } = (await client.POST('/api/v1/video-stocks', { body })).data;
    const failed = await until(() => events().find(({ event }) => event.type === 'video_stock.failed'));
    expect(failed).toMatchObject({ verified: true, answered: 200, event: { data: { id: stock.id, status: 'failed' } } });
  });

  it('npm start -- --receiver answers the challenge of a registration that somebody else makes', async () => {
    const before = verifications().length;
    const client = demoUser();
    await client.PUT('/api/v1/video-webhook', { body: { url: 'https://hooks.example.com/again' } });
    await until(() => verifications().length > before);
    expect(verifications().at(-1)).toMatchObject({ path: '/again', verified: false, answered: 200 });
    await until(async () => (await client.GET('/api/v1/video-webhook')).data.data?.active);
  });
});

it.each(['api', 'worker'])('npm run %s says in one line that there is no database', async (name) => {
  const dir = folder();
  expect(await npmRun([name], { DATA_DIR: dir }).ended).toEqual({
    status: 1,
    stdout: '',
    stderr: `There is no database for the ${name}: set DATABASE_URL, or run "npm start", whose embedded one on ${dir} it can use\n`,
  });
  rmSync(dir, { recursive: true });
});

type Process = { readonly pid: number; readonly parent: number; readonly args: string };
type Start = Awaited<ReturnType<typeof start>>;
type StartOptions = { dir?: string; port?: number; env?: NodeJS.ProcessEnv; args?: readonly string[] };

/** Types `npm start`, in a process group of its own as a terminal would. */
async function start({ dir = folder(), port, env = {}, args = [] }: StartOptions = {}) {
  const chosen = port ?? (await getPort({ host: '127.0.0.1' }));
  const npm = spawn('npm', ['start', '--', ...args], {
    cwd: ROOT,
    detached: true,
    env: { ...surroundings(), DATA_DIR: dir, PORT: String(chosen), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  guardChild(npm, [dir]);
  const pid = npm.pid ?? 0;
  let text = '';
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
  const exited = exitOf(npm);
  const output = () => text;
  noteProcess({ name: `npm start (pid ${pid})`, output });
  const processes = () => descendants(pid);
  return {
    dir,
    port: chosen,
    pid,
    output,
    processes,
    exit: () => exited,
    /** Its output beside npm and the processes' logs. */
    said: () =>
      output()
        .split('\n')
        .filter((line) => line.trim() !== '' && !/^(npm|>|{)/.test(line)),
    tokens: () =>
      output()
        .match(/pat_[\w-]{43}/g)
        ?.slice(0, 2) ?? [],
    find: (name: string) => processes().find(({ args }) => args.includes(name))?.pid ?? 0,
    status: async (token = '') =>
      (await fetch(`http://127.0.0.1:${chosen}/api/v1/podcasts`, { headers: { authorization: `Bearer ${token}` } })).status,
    isReady: async () => {
      await until(() => text.includes('Try it') || npm.exitCode !== null, START_TIMEOUT_MS);
      if (npm.exitCode !== null) throw new Error(`npm start ended: ${text}`);
    },
  };
}

/** Ends what a test has left running, and its data. */
function discard({ pid, dir, processes }: Start): void {
  for (const { pid: one } of processes()) signal(one, 'SIGKILL');
  signal(-pid, 'SIGKILL');
  rmSync(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

function admin(dir: string, args: string[]): object {
  const answer = execFileSync('npm', ['run', '-s', 'admin', '--', ...args], {
    cwd: ROOT,
    env: { ...surroundings(), DATA_DIR: dir },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return JSON.parse(answer) as object;
}

type Ran = { readonly status: number | null; readonly stdout: string; readonly stderr: string };

/** Types `npm run -s …`, in a process group of its own. */
function npmRun(args: readonly string[], env: NodeJS.ProcessEnv, cwd = ROOT): { readonly pid: number; readonly ended: Promise<Ran> } {
  const npm = spawn('npm', ['run', '-s', ...args], {
    cwd,
    detached: true,
    env: { ...surroundings(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  npm.stdout.on('data', (chunk) => (stdout += String(chunk)));
  npm.stderr.on('data', (chunk) => (stderr += String(chunk)));
  const ended = new Promise<Ran>((done) => npm.once('close', (status) => done({ status, stdout, stderr })));
  return { pid: npm.pid ?? 0, ended };
}

/** Of our own environment, what a shell would have. */
function surroundings(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, TMPDIR };
}

const folder = () => mkdtempSync(join(tmpdir(), 'podcast-automation-start-'));

const readHolder = (dir: string) => (JSON.parse(readFileSync(join(dir, 'lock'), 'utf8')) as { pid: number }).pid;

/** The living processes, without those that have ended and whom nobody has asked how. */
function alive(): Process[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => {
    const [, pid, parent, stat, args] = /^ *(\d+) +(\d+) +(\S+) +(.*)$/.exec(line) ?? [];
    return args === undefined || stat?.startsWith('Z') ? [] : [{ pid: Number(pid), parent: Number(parent), args }];
  });
}

const isAlive = (pid: number) => alive().some((one) => one.pid === pid);

/** A process and what it has started, and they, and so on. */
function descendants(pid: number, all = alive()): Process[] {
  const children = all.filter(({ parent }) => parent === pid);
  return [...all.filter((one) => one.pid === pid), ...children.flatMap((child) => descendants(child.pid, all))];
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // gone already
  }
}

async function isHealthy(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((done) => child.once('exit', (code) => done(code)));
}
