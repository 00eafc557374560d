// @ts-check
/** Keeps node_modules as package-lock.json says. Runs on Node 20, before anything is installed. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { lock } from './lock.mjs';

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
  const { release } = await lock(join(ROOT, '.nx/install.lock'), { purpose: 'npm ci', patience: PATIENCE_MS });
  try {
    if (!isInstalled()) await npmCi();
  } finally {
    release();
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

/** @returns {Promise<void>} */
function npmCi() {
  process.stderr.write('Installing the dependencies (npm ci)\n');
  // The npm that runs us, on its own Node: the `node` on the PATH of a script is in the folder that is about to go.
  const { npm_execpath: npm, npm_node_execpath: node } = process.env;
  const [command, ...first] = npm && node && existsSync(node) ? [node, npm] : ['npm'];
  // All of them also with NODE_ENV=production: the build needs them. stdout is the command's own.
  const args = [...first, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 2, 2] });
  const pass = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
  process.on('SIGINT', pass).on('SIGTERM', pass);
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('exit', (status, signal) => {
      process.off('SIGINT', pass).off('SIGTERM', pass);
      if (status === 0) done();
      else fail(new Error(`npm ci ended with ${signal ?? `status ${status}`}`));
    });
  });
}
