import { CommanderError } from 'commander';
import { exitStatusOf, explain } from './explain.js';
import { programOf } from './program.js';
import { styled, type Terminal } from './terminal.js';

/** Runs the command `podcast`. @returns its exit status: 0, 1 (refused, defects) or 2 (usage) */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await programOf(terminal).parseAsync([...args], { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2; // commander has said what is wrong
    const words = explain(error);
    if (words) terminal.err(`${styled(terminal, 'red', 'error')}: ${words}\n`);
    return exitStatusOf(error);
  }
}
