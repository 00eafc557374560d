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
/** @typedef {'product' | 'all'} Extent */
const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * Installs what a command needs and is not there: the packages that build and run the product, or all. Concurrent
 * processes install once.
 * @param {Extent} extent
 */
export async function install(extent) {
  if (isInstalled(extent)) return;
  const claim = await lock(join(ROOT, '.nx/install.lock'), { purpose: 'npm ci', timeoutMs: INSTALL_TIMEOUT_MS });
  try {
    claim.left.forEach(({ pid }) => killGroup(pid)); // an installation whose starter was killed
    if (isInstalled(extent)) return;
    // `npm ci` deletes everything first: what a running `npm start` may still load is kept, and the rest added.
    if (isInstalled('product')) await npm(claim, ['install', '--no-save', '--include=dev']);
    // `dependencies` are what builds and runs the product, also with NODE_ENV=production; `devDependencies` all that
    // only tests it.
    else await npm(claim, ['ci', extent === 'all' ? '--include=dev' : '--omit=dev']);
  } finally {
    claim.release();
  }
}

/**
 * Compares the lockfile with the record that npm writes into node_modules at the end of an installation.
 * @param {Extent} extent
 */
function isInstalled(extent) {
  const wanted = packagesOf('package-lock.json');
  const found = packagesOf('node_modules/.package-lock.json');
  if (!wanted || !found) return false;
  for (const [path, { version, integrity, link, resolved, optional, dev }] of Object.entries(wanted)) {
    if (!path.includes('node_modules/')) continue; // the root and the workspaces are sources
    const installed = found[path];
    if (!installed && (optional || (dev && extent === 'product'))) continue; // for another platform, or for tests
    if (!installed || installed.version !== version || installed.integrity !== integrity || installed.link !== link) return false;
    if (link && (installed.resolved !== resolved || !existsSync(join(ROOT, path)))) return false;
  }
  return Object.keys(found).every((path) => path in wanted);
}

/**
 * @type {(file: string) => Record<string, { version?: string, integrity?: string, link?: boolean, resolved?: string,
 *   optional?: boolean, dev?: boolean }> | undefined}
 */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(join(ROOT, file), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** @type {(claim: import('./lock.d.mts').Lock, how: readonly string[]) => Promise<void>} */
async function npm(claim, how) {
  process.stderr.write(`Installing the dependencies (npm ${how.join(' ')})\n`);
  // Use the npm that runs this script, with its own Node: the `node` on a script's PATH is in the folder that `npm ci`
  // deletes.
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  const [command = 'npm', ...first] = script && node && existsSync(node) ? [node, script] : ['npm'];
  // stdout belongs to the command.
  const args = [...first, ...how, '--no-audit', '--no-fund', '--loglevel=error'];
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
  if (status !== 0) throw new Error(`npm ${how[0]} ended with status ${status}`);
}

/** @type {(leader: number) => void} */
function killGroup(leader) {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
