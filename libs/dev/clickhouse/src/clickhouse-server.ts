import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { guardChild } from '@app/processes';
import getPort from 'get-port';

/** The engine of ClickHouse as a library, which `.ci/run` installs: half a gigabyte, so not a dependency. */
const CHDB = process.env['TEST_CHDB'] ?? join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'podcast-automation/chdb');

/** Whether the engine is installed; without it, suites on ClickHouse say that they did not run. */
export const hasClickHouse = existsSync(join(CHDB, 'node_modules/chdb/package.json'));
if (!hasClickHouse) console.info(`${CHDB} has no chdb (npm install --prefix ${CHDB} chdb@3.4.0): nothing is tried on ClickHouse.`);

const START_TIMEOUT_MS = 60_000;
const DATABASE = 'podcasts';
const PASSWORD = 'p@ss/word';

/** The faults of the front besides its answers. */
export type Order = { readonly loseAnswers: number };

/** ClickHouse's own engine behind enough of its HTTP interface for the official client, in a process of its own. */
export class ClickHouseServer {
  readonly port: number;
  private readonly dir: string;
  private child: ChildProcess;

  private constructor(port: number, dir: string, child: ChildProcess) {
    [this.port, this.dir, this.child] = [port, dir, child];
  }

  /** @param config of the server, in XML */
  static async start(config?: string): Promise<ClickHouseServer> {
    const [port, dir] = [await getPort({ host: '127.0.0.1' }), await mkdtemp(join(tmpdir(), 'podcast-automation-clickhouse-'))];
    if (config !== undefined) await writeFile(join(dir, 'config.xml'), config);
    return new ClickHouseServer(port, dir, await launch(port, dir));
  }

  /** For `DOWNLOADS_URL`. */
  get url(): string {
    return `http://default:${encodeURIComponent(PASSWORD)}@127.0.0.1:${this.port}/${DATABASE}`;
  }

  /** The rows of a statement. */
  async rows<Row>(statement: string): Promise<Row[]> {
    const headers = { Authorization: `Basic ${Buffer.from(`default:${PASSWORD}`).toString('base64')}` };
    const answer = await fetch(`http://127.0.0.1:${this.port}/`, { method: 'POST', headers, body: `${statement} FORMAT JSONEachRow` });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    return text.split('\n').flatMap((line) => (line === '' ? [] : (JSON.parse(line) as Row)));
  }

  /** Its next so many inserts are done, and the client never learns of it. */
  loseAnswers(count: number): void {
    this.child.send({ loseAnswers: count } satisfies Order);
  }

  /** It goes without warning, and keeps what it has acknowledged. */
  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGKILL');
    await ended;
  }

  /** It takes connections, and answers nothing until {@link goOn}. */
  hang(): void {
    this.child.kill('SIGSTOP');
  }

  goOn(): void {
    this.child.kill('SIGCONT');
  }

  async restart(): Promise<void> {
    await this.kill();
    this.child = await launch(this.port, this.dir);
  }

  async destroy(): Promise<void> {
    await this.kill();
    await rm(this.dir, { recursive: true, force: true });
  }
}

async function launch(port: number, dir: string): Promise<ChildProcess> {
  const config = join(dir, 'config.xml');
  const child = fork(
    join(import.meta.dirname, 'front.ts'),
    [join(CHDB, 'node_modules/chdb'), join(dir, 'data'), String(port), DATABASE, PASSWORD, ...(existsSync(config) ? [config] : [])],
    {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  );
  guardChild(child);
  await new Promise<void>((resolve, reject) => {
    const deadline = setTimeout(() => reject(new Error('ClickHouse does not start')), START_TIMEOUT_MS);
    child.once('message', () => (clearTimeout(deadline), resolve()));
    child.once('exit', () => (clearTimeout(deadline), reject(new Error('ClickHouse has ended'))));
  });
  return child;
}
