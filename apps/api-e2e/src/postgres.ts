import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './stack.js';

type Server = {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly stop: (options?: { within?: number }) => Promise<void>;
};
type Tools = {
  readonly startPostgres: (options: { dir: string; port?: number; settings?: Record<string, string | number> }) => Promise<Server>;
};

/** A PostgreSQL of a suite's own, with durability as in production, that can be restarted where it listens. */
export class Postgres {
  private constructor(
    private readonly dir: string,
    private server: Server,
  ) {}

  static async start(): Promise<Postgres> {
    const dir = await mkdtemp(join(tmpdir(), 'podcast-automation-chaos-'));
    return new Postgres(dir, await launch(dir));
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
    this.server = await launch(this.dir, port);
  }

  async stop(): Promise<void> {
    await this.server.stop();
    await rm(this.dir, { recursive: true, force: true });
  }
}

/** By the tool that `npm start` uses. */
async function launch(dir: string, port?: number): Promise<Server> {
  const { startPostgres } = (await import(join(ROOT, 'tools/embedded-postgres.mjs'))) as Tools;
  return startPostgres({ dir, port });
}
