import { CommanderError } from 'commander';
import { errorBody, exitStatusOf, explain } from './explain.js';
import { UsageError } from './failures.js';
import { programOf } from './program/program.js';
import { styled, type Terminal } from './terminal.js';

/**
 * Runs the command `podcast`. With --json, stdout gets JSON whatever happens: what a command has not answered is
 * answered with its error.
 * @returns its exit status: 0, 1 (refused, defects), 2 (usage) or 3 (the API could not be reached)
 */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  let hasAnswered = false;
  const out = (text: string) => {
    hasAnswered = true;
    terminal.out(text);
  };
  const answerError = (error: unknown) => {
    if (args.includes('--json') && !hasAnswered) out(`${JSON.stringify(errorBody(error), null, 2)}\n`);
  };
  try {
    await programOf({ ...terminal, out }).parseAsync([...args], { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0;
      const words = error.code === 'commander.help' ? 'Name a command; --help lists them.' : error.message.replace(/^error: /, '');
      answerError(new UsageError(words)); // commander has said it on stderr
      return 2;
    }
    const words = explain(error);
    if (words) terminal.err(`${styled(terminal, 'red', 'error')}: ${words}\n`);
    answerError(error);
    return exitStatusOf(error);
  }
}
