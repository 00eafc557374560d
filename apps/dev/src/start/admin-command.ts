import { spawn } from 'node:child_process';
import { ended } from '@app/processes';
import { mainOf } from '../workspace.ts';

/** The cause of the end has been printed already. */
export class AlreadyReported extends Error {}

/**
 * Runs an operator's command, which prints its own errors.
 * @returns what it wrote to stdout
 */
export async function runAdminCommand(args: readonly string[], signal: AbortSignal, main = mainOf('admin')): Promise<string> {
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'inherit'], signal });
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  const status = await ended(child);
  signal.throwIfAborted();
  if (status > 128) throw new Error(`admin ${args.join(' ')} was killed`);
  if (status !== 0) throw new AlreadyReported();
  return output;
}
