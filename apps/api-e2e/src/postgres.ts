import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { chown, mkdtemp, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Issued } from '@app/certificates';
import { startPostgres, type Postgres as Server } from '@app/embedded-postgres';
import { execute, inSession } from '@app/database/testing/sql';
import { until } from '@app/process/testing/until';

/** A PostgreSQL of a suite's own, with durability as in production, that can be restarted where it listens. */
export class Postgres {
  private constructor(
    private readonly dir: string,
    private server: Server,
    private readonly env: NodeJS.ProcessEnv,
    private readonly settings: Readonly<Record<string, string>> = {},
  ) {}

  /** @param [env] that of a clock, for instance */
  static async start(env: NodeJS.ProcessEnv = {}): Promise<Postgres> {
    const dir = await mkdtemp(join(tmpdir(), 'podcast-automation-chaos-'));
    return new Postgres(dir, await startPostgres({ dir, env }), env);
  }

  /** A standby that streams from this server. It is copied while this one is stopped for a moment. */
  async startReplica(): Promise<Postgres> {
    const dir = await mkdtemp(join(tmpdir(), 'podcast-automation-replica-'));
    const { port } = this.server;
    await this.server.stop();
    execFileSync('cp', ['-a', `${this.dir}/.`, dir]); // with the owner of the files
    this.server = await startPostgres({ dir: this.dir, port, env: this.env });
    await writeFile(join(dir, 'cluster/standby.signal'), '');
    const { hostname, username, password } = new URL(this.server.url);
    const settings = { primary_conninfo: `host=${hostname} port=${port} user=${username} password=${password}`, hot_standby: 'on' };
    return new Postgres(dir, await startPostgres({ dir, settings, env: this.env }), this.env, settings);
  }

  get url(): string {
    return this.server.url;
  }

  /** Takes connections over TLS too from now on, and shows this certificate. */
  async useTls({ cert, key }: Issued): Promise<void> {
    const cluster = join(this.dir, 'cluster');
    const { uid, gid } = await stat(cluster);
    for (const [name, text] of [
      ['server.crt', cert],
      ['server.key', key],
    ] as const) {
      const file = join(cluster, name);
      await writeFile(file, text, { mode: 0o600 });
      await chown(file, uid, gid);
    }
    // A new session gets the time of the server, an old one keeps its own.
    const loaded = async () => JSON.stringify(await this.execute('SELECT pg_conf_load_time()'));
    const before = await loaded();
    await this.execute('ALTER SYSTEM SET ssl = on');
    await this.execute('SELECT pg_reload_conf()');
    await until(async () => (await loaded()) !== before);
  }

  /** The server's own process; its children are PostgreSQL's others. */
  get pid(): number {
    return this.server.pid;
  }

  async restart(): Promise<void> {
    const { port } = this.server;
    await this.server.stop();
    this.server = await startPostgres({ dir: this.dir, port, settings: this.settings, env: this.env });
  }

  /** Ends every process of the server at once, as a crash of its machine does. `restart` starts it again. */
  async crash(): Promise<void> {
    const processes = processesOf(this.server.pid);
    processes.forEach((pid) => signal(pid, 'SIGKILL'));
    await this.server.exited;
  }

  /**
   * Leaves no room for a table that is empty: its file is `/dev/full`, where the kernel fails every write as on a full
   * disk.
   * @returns makes room again
   */
  async fillDisk(databaseUrl: string, table: string): Promise<() => Promise<void>> {
    const [row] = await inSession(databaseUrl, async (query) => {
      await query('CHECKPOINT'); // or what is still to be flushed would be flushed there
      return query<{ path: string }>(`SELECT pg_relation_filepath('${table}') AS path`);
    });
    const file = join(this.dir, 'cluster', row!.path);
    // Sessions keep files open.
    const endSessions = () =>
      this.execute(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${new URL(databaseUrl).pathname.slice(1)}'`);
    await rename(file, `${file}.kept`);
    await symlink('/dev/full', file);
    await endSessions();
    return async () => {
      await rename(`${file}.kept`, file);
      await endSessions();
    };
  }

  /** Makes a standby take writes, as an operator does whose primary is lost. */
  async promote(): Promise<void> {
    await this.execute('SELECT pg_promote()');
  }

  /** It can be restarted. */
  stopServer(): Promise<void> {
    return this.server.stop();
  }

  /** Runs a statement as the superuser. */
  execute(statement: string): Promise<unknown> {
    return execute(this.url, statement);
  }

  async stop(): Promise<void> {
    await this.server.stop();
    await rm(this.dir, { recursive: true, force: true });
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
