import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Deployment } from './deployment.js';

export type Reading = { readonly at: number; readonly app: string; readonly megabytes: number; readonly files: number };

const EVERY_MS = 5000;

/** Follows memory and open files of the processes that are never killed, and the connections of the database. */
export class Resources {
  readonly readings: Reading[] = [];
  mostConnections = 0;
  private readonly rest: { readonly connections: number; readonly files: number }[] = [];

  constructor(
    private readonly databaseUrl: string,
    private readonly deployment: Deployment,
  ) {}

  async run(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      for (const { app, pid } of this.deployment.elders) this.readings.push({ at: Date.now(), app, ...readingOf(pid) });
      this.mostConnections = Math.max(this.mostConnections, await this.connections().catch(() => 0)); // it may be away
      await sleep(EVERY_MS);
    }
  }

  /** Notes what is open while nobody is hostile. */
  async noteRest(): Promise<void> {
    const files = this.deployment.elders.reduce((sum, { pid }) => sum + readingOf(pid).files, 0);
    this.rest.push({ connections: await this.connections(), files });
  }

  /** Resources opened between the first and the last rest, and not closed. */
  leaked(): { readonly connections: number; readonly files: number } {
    const [first, last] = [this.rest[0]!, this.rest.at(-1)!];
    return { connections: last.connections - first.connections, files: last.files - first.files };
  }

  /** Connections of all processes together. */
  private async connections(): Promise<number> {
    const client = new pg.Client({ connectionString: this.databaseUrl, connectionTimeoutMillis: 2000, query_timeout: 2000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ n: number }>(
        'SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      );
      return rows[0]?.n ?? 0;
    } finally {
      await Promise.race([client.end().catch(() => undefined), sleep(1000)]); // a frozen server does not say goodbye
    }
  }
}

function readingOf(pid: number): { megabytes: number; files: number } {
  const megabytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  return { megabytes: Math.round(megabytes), files: readdirSync(`/proc/${pid}/fd`).length };
}
