import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, type Postgres as Server } from '@app/embedded-postgres';

/** A PostgreSQL of a suite's own, with durability as in production, that can be restarted where it listens. */
export class Postgres {
  private constructor(
    private readonly dir: string,
    private server: Server,
    private readonly settings: Readonly<Record<string, string>> = {},
  ) {}

  static async start(): Promise<Postgres> {
    const dir = await mkdtemp(join(tmpdir(), 'podcast-automation-chaos-'));
    return new Postgres(dir, await startPostgres({ dir }));
  }

  /** A standby that streams from this server. It is copied while this one is stopped for a moment. */
  async startReplica(): Promise<Postgres> {
    const dir = await mkdtemp(join(tmpdir(), 'podcast-automation-replica-'));
    const { port } = this.server;
    await this.server.stop();
    execFileSync('cp', ['-a', `${this.dir}/.`, dir]); // with the owner of the files
    this.server = await startPostgres({ dir: this.dir, port });
    await writeFile(join(dir, 'cluster/standby.signal'), '');
    const { hostname, username, password } = new URL(this.server.url);
    const settings = { primary_conninfo: `host=${hostname} port=${port} user=${username} password=${password}`, hot_standby: 'on' };
    return new Postgres(dir, await startPostgres({ dir, settings }), settings);
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
    this.server = await startPostgres({ dir: this.dir, port, settings: this.settings });
  }

  /** It can be restarted. */
  stopServer(): Promise<void> {
    return this.server.stop();
  }

  async stop(): Promise<void> {
    await this.server.stop();
    await rm(this.dir, { recursive: true, force: true });
  }
}
