import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, type Postgres as Server } from '@app/embedded-postgres';

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

  async stop(): Promise<void> {
    await this.server.stop();
    await rm(this.dir, { recursive: true, force: true });
  }
}
