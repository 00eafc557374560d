import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, type Postgres as Server } from '@app/embedded-postgres';
import pg from 'pg';

/** A PostgreSQL of a suite's own, with durability as in production, that can be restarted where it listens. */
export class Postgres {
  private constructor(
    private readonly dir: string,
    private server: Server,
  ) {}

  static async start(): Promise<Postgres> {
    const dir = await mkdtemp(join(tmpdir(), 'podcast-automation-chaos-'));
    return new Postgres(dir, await startPostgres({ dir }));
  }

  get url(): string {
    return this.server.url;
  }

  /** The server's own process; its children are PostgreSQL's others. */
  get pid(): number {
    return this.server.pid;
  }

  async restart(): Promise<void> {
    const { port } = this.server;
    await this.server.stop();
    this.server = await startPostgres({ dir: this.dir, port });
  }

  /** Every process of it ends at once, as when the power fails; then it starts again where it was. */
  async crash(): Promise<void> {
    const { port } = this.server;
    this.kill();
    await this.server.exited;
    this.server = await startPostgres({ dir: this.dir, port });
  }

  /** Every process of it ends at once, and it stays away. */
  kill(): void {
    processesOf(this.pid).forEach((pid) => signal(pid, 'SIGKILL'));
  }

  /** A standby of this server, which waits for it with each commit: what one has accepted, the other has. */
  async standby(): Promise<Postgres> {
    const dir = await mkdtemp(join(tmpdir(), 'podcast-automation-standby-'));
    await onServer(this.url, async (query) => {
      await query(`SELECT pg_backup_start('standby', true)`);
      const { status, stderr } = spawnSync('cp', ['-a', join(this.dir, 'cluster'), join(this.dir, 'password'), dir]);
      if (status !== 0) throw new Error(`the cluster could not be copied: ${String(stderr)}`);
      const [row] = await query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop()');
      await writeFile(join(dir, 'cluster/backup_label'), row?.labelfile ?? '');
    });
    await writeFile(join(dir, 'cluster/standby.signal'), '');
    await rm(join(dir, 'cluster/postmaster.pid'), { force: true });
    const { uid, gid } = this.owner();
    for (const file of ['backup_label', 'standby.signal']) await chown(join(dir, 'cluster', file), uid, gid);
    const { hostname, port, username, password } = new URL(this.url);
    const primary = `host=${hostname} port=${port} user=${username} password=${password}`;
    const standby = new Postgres(dir, await startPostgres({ dir, settings: { primary_conninfo: primary } }));
    await this.execute(`ALTER SYSTEM SET synchronous_standby_names = '*'`);
    await this.execute('SELECT pg_reload_conf()');
    return standby;
  }

  /** Makes a standby the server that takes writes. */
  async promote(): Promise<void> {
    await this.execute('SELECT pg_promote(true, 120)');
  }

  execute(statement: string): Promise<unknown> {
    return onServer(this.url, (query) => query(statement));
  }

  /** The user and group that the server runs as. */
  owner(): { readonly uid: number; readonly gid: number } {
    const { uid, gid } = statSync(join(this.dir, 'cluster'));
    return { uid, gid };
  }

  async stop(): Promise<void> {
    await this.server.stop();
    await rm(this.dir, { recursive: true, force: true });
  }
}

type Query = <Row extends pg.QueryResultRow>(statement: string) => Promise<Row[]>;

/** Work on one connection. */
async function onServer<T>(url: string, work: (query: Query) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined); // a server that goes away fails the query under way
  await client.connect();
  try {
    return await work(async (statement) => (await client.query(statement)).rows);
  } finally {
    await client.end();
  }
}

/** PostgreSQL's server and its children. */
export function processesOf(server: number): number[] {
  const parentOf = (pid: string): number => {
    try {
      return Number(/\) \S+ (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
    } catch {
      return 0; // it has ended meanwhile
    }
  };
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === server);
  return [server, ...children.map(Number)];
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // it has ended meanwhile
  }
}
