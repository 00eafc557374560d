#!/usr/bin/env node
// @ts-check
/**
 * Behind every npm script: `node tools/run.mjs <start|test|api|worker|admin|bench> [args...]`. Sees to the dependencies and
 * to the right Node, then hands over. Until it has, nothing but Node 20 and its own modules may be needed.
 */
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { install } from './install.mjs';
import { ended, whenOrphaned } from './process.mjs';

const ROOT = resolve(import.meta.dirname, '..');
/** Since when Node can do all that the processes and tools need. */
const LEAST_NODE = [22, 12];

/** @type {Record<string, (args: string[]) => Promise<number | void>>} a number is the exit status */
const COMMANDS = {
  start: async () => (await import('./start.mjs')).start(),
  test: async (args) => (await import('./test.mjs')).test(args),
  bench: async (args) => (await import('./bench.mjs')).bench(args),
  api: async (args) => (await import('./app.mjs')).runApp('api', args),
  worker: async (args) => (await import('./app.mjs')).runApp('worker', args),
  admin: async (args) => (await import('./app.mjs')).runAdmin(args),
};

const [name = '', ...args] = process.argv.slice(2);
try {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new Error(`Usage: node tools/run.mjs <${Object.keys(COMMANDS).join('|')}> [arguments]`);
  await install();
  const status = isNodeRecent() ? await command(args) : await onProjectNode();
  if (status !== undefined) process.exit(status);
} catch (error) {
  // As asked. To end `npm start` is no failure of it, at whatever moment.
  if (error instanceof Error && error.name === 'AbortError') process.exit(name === 'start' ? 0 : 130);
  // What a person can act on is thrown as a plain Error with words for them, or comes from the system with a code.
  const expected = error instanceof Error && (error.constructor === Error || 'code' in error);
  process.stderr.write(`${expected ? error.message : error instanceof Error ? error.stack : error}\n`);
  process.exit(1);
}

function isNodeRecent() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = LEAST_NODE;
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}

/** Runs the same command on the Node that is among the dependencies. The first `npm start` after a clone comes this way. */
function onProjectNode() {
  const child = spawn(join(ROOT, 'node_modules/.bin/node'), process.argv.slice(1), { stdio: 'inherit' });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => child.kill(signal));
  whenOrphaned(() => child.kill('SIGTERM'));
  return ended(child);
}
