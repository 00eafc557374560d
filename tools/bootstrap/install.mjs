// @ts-check
/** Keeps node_modules as package-lock.json says. Runs on Node 20, before anything is installed. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { lock } from './lock.mjs';
import { startOf, whenOrphaned } from './process.mjs';

const ROOT = resolve(import.meta.dirname, '..');
/** A cold installation on a slow line; whoever waits for another's does not give up earlier. */
const PATIENCE_MS = 30 * 60_000;

/**
 * Runs `npm ci` when what is installed is not what the lockfile says. Two processes at once install once.
 *
 * @returns {Promise<void>}
 */
export async function install() {
  if (isInstalled()) return;
  const claim = await lock(join(ROOT, '.nx/install.lock'), { purpose: 'npm ci', patience: PATIENCE_MS });
  try {
    claim.left.forEach(({ pid }) => killGroup(pid, 'SIGKILL')); // of an installation that was killed
    if (!isInstalled()) await npmCi(claim);
  } finally {
    claim.release();
  }
}

/** Compares the lockfile with the note that npm leaves in node_modules as its last act. */
function isInstalled() {
  const wanted = packagesOf('package-lock.json');
  const found = packagesOf('node_modules/.package-lock.json');
  if (!wanted || !found) return false;
  for (const [path, { version, integrity, link, resolved, optional }] of Object.entries(wanted)) {
    if (!path.includes('node_modules/')) continue; // the root and the workspaces: sources, not installed
    const installed = found[path];
    if (!installed && optional) continue; // for another platform
    if (!installed || installed.version !== version || installed.integrity !== integrity || installed.link !== link) return false;
    if (link && (installed.resolved !== resolved || !existsSync(join(ROOT, path)))) return false;
  }
  return Object.keys(found).every((path) => path in wanted);
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, integrity?: string, link?: boolean, resolved?: string, optional?: boolean }> | undefined}
 */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(join(ROOT, file), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/**
 * @param {import('./lock.mjs').Lock} claim
 * @returns {Promise<void>}
 */
function npmCi(claim) {
  process.stderr.write('Installing the dependencies (npm ci)\n');
  // The npm that runs us, on its own Node: the `node` on the PATH of a script is in the folder that is about to go.
  const { npm_execpath: npm, npm_node_execpath: node } = process.env;
  const [command, ...first] = npm && node && existsSync(node) ? [node, npm] : ['npm'];
  // All of them also with NODE_ENV=production: the build needs them. stdout is the command's own.
  const args = [...first, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  // A group of its own, since npm can take most of a minute to obey, and what it runs does not hear of it at all.
  const child = spawn(command, args, { cwd: ROOT, detached: true, stdio: ['ignore', 2, 2] });
  if (child.pid) claim.note({ children: [{ pid: child.pid, start: startOf(child.pid) }] });
  let interrupted = false;
  const interrupt = () => {
    interrupted = true;
    if (child.pid) killGroup(child.pid, 'SIGKILL'); // nothing is lost: a half installation is made anew
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt).on('SIGHUP', interrupt);
  whenOrphaned(interrupt);
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('exit', (status, signal) => {
      process.off('SIGINT', interrupt).off('SIGTERM', interrupt).off('SIGHUP', interrupt);
      if (interrupted) fail(new DOMException('interrupted', 'AbortError'));
      else if (status === 0) done();
      else fail(new Error(`npm ci ended with ${signal ?? `status ${status}`}`));
    });
  });
}

/**
 * @param {number} leader
 * @param {NodeJS.Signals} signal
 */
function killGroup(leader, signal) {
  try {
    process.kill(-leader, signal);
  } catch {
    // gone already
  }
}
