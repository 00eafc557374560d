import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { endProcess, startOf } from '@app/processes';

/** Stops the server that runs on a directory, if there is one, also when another process started it. */
export async function takeOver(dir: string): Promise<void> {
  const cluster = join(dir, 'cluster');
  const file = join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n', 1)[0]);
  if (worksIn(pid, realpathSync(cluster))) {
    await endProcess(pid, [
      ['SIGINT', 5000],
      ['SIGQUIT', 7000],
      ['SIGKILL', 2000],
    ]);
  }
  if (!existsSync(file)) return;

  // The server was killed. PostgreSQL refuses to start while any process has the pid in the file, even an unrelated
  // one.
  rmSync(file, { force: true });
  // It also refuses while a process of the old server lives. A busy one does not notice that its parent is gone.
  await endOrphans(cluster);
}

/** Ends the PostgreSQL processes that work in a directory and have no server. */
export async function endOrphans(directory: string): Promise<void> {
  if (process.platform !== 'linux') return;
  const path = realpathSync(directory);
  const orphans = readdirSync('/proc')
    .map(Number)
    .filter((pid) => worksIn(pid, path));
  await Promise.all(orphans.map((pid) => endProcess(pid, [['SIGKILL', 2000]])));
}

/** Whether the process is PostgreSQL or initdb on this data directory, not another one with the same pid. */
function worksIn(pid: number, cluster: string): boolean {
  if (startOf(pid) === undefined) return false;
  try {
    if (process.platform === 'linux') {
      // The command line is no evidence: under root it names /proc/self/cwd.
      return readlinkSync(`/proc/${pid}/cwd`) === cluster && /^(postgres|initdb)/.test(readFileSync(`/proc/${pid}/comm`, 'utf8'));
    }
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes(`-D ${cluster}`);
  } catch {
    return false; // it has ended, or belongs to another user
  }
}
