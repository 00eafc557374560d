import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment, give, nameFor, type Account } from './account.ts';
import { endOrphans } from './take-over.ts';

/** The only role: a superuser of a server that nobody else uses. */
export const ROLE = 'postgres';

type ClusterOptions = {
  readonly account: Account;
  readonly binaries: string;
  readonly log: (line: string) => void;
  readonly throwaway: boolean;
  readonly signal?: AbortSignal | undefined;
};

/** Creates the data directory unless it exists. */
export async function makeCluster(home: string, options: ClusterOptions): Promise<void> {
  const cluster = join(home, 'cluster');
  await removePartialClusters(home);
  if (existsSync(cluster)) return;

  options.log('Making a PostgreSQL database (once)');
  const partial = mkdtempSync(join(home, 'cluster.'));
  const password = join(home, 'password');
  writeFileSync(password, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
  give(options.account, partial, password);
  const { status, output } = await runInitdb(partial, options);
  if (status !== 0) {
    rmSync(partial, { recursive: true, force: true });
    options.signal?.throwIfAborted();
    throw new Error(`There is no embedded PostgreSQL without initdb, and that says: ${output.trim()} (or set DATABASE_URL)`);
  }
  renameSync(partial, cluster);
}

/** Removes what interrupted initdbs left. An initdb whose starter was killed may still run. */
async function removePartialClusters(home: string): Promise<void> {
  for (const partial of readdirSync(home).filter((name) => name.startsWith('cluster.'))) {
    await endOrphans(join(home, partial));
    rmSync(join(home, partial), { recursive: true, force: true, maxRetries: 20, retryDelay: 20 });
  }
}

function runInitdb(directory: string, options: ClusterOptions): Promise<{ status: number | null; output: string }> {
  const { account, binaries, throwaway, signal } = options;
  const name = nameFor(account, directory);
  const args = [
    ...['-D', name, '-U', ROLE, '--auth=scram-sha-256', `--pwfile=${name}/../password`],
    // The same text order on every machine, whatever its locales.
    ...['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--no-instructions'],
    ...(throwaway ? ['--no-sync'] : []),
  ];
  const child = spawn(join(binaries, 'bin/initdb'), args, {
    ...account,
    cwd: directory,
    env: environment(),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  return new Promise((resolve) => {
    let output = '';
    child.stdout.on('data', (chunk) => (output += String(chunk)));
    child.stderr.on('data', (chunk) => (output += String(chunk)));
    child.once('error', (error) => (output += error.message));
    child.once('close', (status) => resolve({ status, output }));
  });
}
