#!/usr/bin/env node
// @ts-check
/**
 * The entry of every npm script: `node tools/bootstrap/run.mjs <command> [arguments...]`. Installs the dependencies if
 * necessary and runs the command (apps/dev) on a Node that executes TypeScript. Until then it needs Node 20 alone.
 */
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { install } from './install.mjs';
import { ended, whenOrphaned } from './process.mjs';

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
const [name = '', ...args] = process.argv.slice(2);
// Ending `npm start` is not a failure, also before what stops it in order listens.
if (name === 'start') for (const signal of SIGNALS) process.on(signal, () => process.listenerCount(signal) === 1 && process.exit(0));

const ROOT = resolve(import.meta.dirname, '../..');
/** TypeScript, which Node 20 cannot read: named here and imported only by a Node that can. */
const COMMANDS = join(ROOT, 'apps/dev/src/commands.ts');

try {
  await install(['start', 'api', 'worker', 'admin'].includes(name) ? 'product' : 'all');
  const status = process.features.typescript ? await runCommand() : await runOnProjectNode();
  if (status !== undefined) process.exit(status);
} catch (error) {
  // Interrupted. Ending `npm start` is not a failure, at whatever moment.
  if (error instanceof Error && error.name === 'AbortError') process.exit(name === 'start' ? 0 : 130);
  // Errors that a person can act on are plain Errors, or system errors with a code. Others are bugs and need a stack
  // trace.
  const isExpected = error instanceof Error && (error.constructor === Error || 'code' in error);
  process.stderr.write(`${isExpected ? error.message : error instanceof Error ? error.stack : error}\n`);
  process.exit(1);
}

/** @returns {Promise<number | undefined>} */
async function runCommand() {
  const { enableCompileCache } = await import('node:module'); // not in Node 20
  enableCompileCache(join(ROOT, 'node_modules/.cache/node-compile'));
  const { run } = await import(COMMANDS);
  return run(name, args);
}

/** Runs the same command on the Node among the dependencies. The first `npm start` after a clone takes this path. */
function runOnProjectNode() {
  const child = spawn(join(ROOT, 'node_modules/.bin/node'), process.argv.slice(1), { stdio: 'inherit' });
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  whenOrphaned(() => child.kill('SIGTERM'));
  return ended(child);
}
