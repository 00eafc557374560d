// @ts-check
/** Keeps node_modules in line with package-lock.json. Runs on Node 20, before anything is installed. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { lock } from './lock.mjs';
import { ended, startOf, whenOrphaned } from './process.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
/** Allows for a cold installation over a slow line. */
const INSTALL_TIMEOUT_MS = 30 * 60_000;
const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/** Runs `npm ci` if the installed packages differ from the lockfile. Concurrent processes install once. */
export async function install() {
  if (isInstalled()) return;
  const claim = await lock(join(ROOT, '.nx/install.lock'), { purpose: 'npm ci', timeoutMs: INSTALL_TIMEOUT_MS });
  try {
    claim.left.forEach(({ pid }) => killGroup(pid)); // an installation whose starter was killed
    if (!isInstalled()) await npmCi(claim);
  } finally {
    claim.release();
  }
}

/** Compares the lockfile with the record that npm writes into node_modules at the end of an installation. */
function isInstalled() {
  const wanted = packagesOf('package-lock.json');
  const found = packagesOf('node_modules/.package-lock.json');
  if (!wanted || !found) return false;
  for (const [path, { version, integrity, link, resolved, optional }] of Object.entries(wanted)) {
    if (!path.includes('node_modules/')) continue; // the root and the workspaces are sources
    const installed = found[path];
    if (!installed && optional) continue; // for another platform
    if (!installed || installed.version !== version || installed.integrity !== integrity || installed.link !== link) return false;
    if (link && (installed.resolved !== resolved || !existsSync(join(ROOT, path)))) return false;
  }
  return Object.keys(found).every((path) => path in wanted);
}

/** @type {(file: string) => Record<string, { version?: string, integrity?: string, link?: boolean, resolved?: string, optional?: boolean }> | undefined} */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(join(ROOT, file), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** @type {(claim: import('./lock.d.mts').Lock) => Promise<void>} */
async function npmCi(claim) {
  process.stderr.write('Installing the dependencies (npm ci)\n');
  // Use the npm that runs this script, with its own Node: the `node` on a script's PATH is in the folder that `npm ci` deletes.
  const { npm_execpath: npm, npm_node_execpath: node } = process.env;
  const [command = 'npm', ...first] = npm && node && existsSync(node) ? [node, npm] : ['npm'];
  // Development dependencies are needed by the build, also with NODE_ENV=production. stdout belongs to the command.
  const args = [...first, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  // A process group of its own: npm can take a minute to obey a signal, and does not pass it on to what it runs.
  const child = spawn(command, args, { cwd: ROOT, detached: true, stdio: ['ignore', 2, 2] });
  const { pid } = child;
  if (pid) claim.note({ children: [{ pid, start: startOf(pid) }] });
  let isInterrupted = false;
  const interrupt = () => {
    isInterrupted = true;
    if (pid) killGroup(pid); // a partial installation is replaced by the next one
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);
  whenOrphaned(interrupt);
  const status = await ended(child);
  for (const signal of SIGNALS) process.off(signal, interrupt);
  if (isInterrupted) throw new DOMException('interrupted', 'AbortError');
  if (status !== 0) throw new Error(`npm ci ended with status ${status}`);
}

/** @type {(leader: number) => void} */
function killGroup(leader) {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
