import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Context } from '../context.js';
import type { ReportFormat } from '../finding.js';
import type { Terminal } from '../terminal.js';

/** Ids for examples. */
export const EPISODE = '01a1fc5d-f819-7359-a50c-2c514f9a6d9d';
export const PODCAST = '01a1fc5d-f7c9-7593-9206-105b78988f95';

export function example(command: string): string {
  return `\nExample:\n  $ ${command}`;
}

/** Adds a command, or a group of commands, whose help ends with an example. */
export function command(parent: Command, usage: string, description: string, sample: string): Command {
  return parent.command(usage).description(description).addHelpText('after', example(sample));
}

/** Adds the ways in which an episode is named. */
export function naming(command: Command): Command {
  return command
    .option('--episode <id>', 'the episode, by its id')
    .option('--podcast <id>', 'the podcast of an episode that is named by its guid or title')
    .option('--guid <guid>', 'the episode, by its guid')
    .option('--title <title>', 'the episode, by its exact title');
}

/** Adds what a `put` may replace; without these it replaces nothing. */
export function replacing(command: Command): Command {
  return command
    .addOption(new Option('--if-match <version>', 'replace the version that get --output named').conflicts('force'))
    .option('--force', 'replace whatever is there');
}

/** GitHub shows annotations beside the lines of a change. */
export function defaultFormat({ env }: Terminal): ReportFormat {
  return env['GITHUB_ACTIONS'] === 'true' ? 'github' : 'text';
}

export function formatOfDefects(terminal: Terminal): Option {
  return new Option('--format <format>', 'the form of the defects; github annotates lines, and is the default in a GitHub workflow')
    .choices(['text', 'json', 'github'])
    .default(defaultFormat(terminal));
}

/** With --json the form of defects is JSON, whatever else is asked for. */
export function reportFormat({ isJson }: Context, format: ReportFormat): ReportFormat {
  return isJson() ? 'json' : format;
}

/** Lists that are given several times add up; a default does not. */
export const several = (value: string, before: readonly string[] = []): string[] => [...before, ...value.split(',')];

/** The same, of a few values. What is given replaces `usual`. */
export function severalOf<T extends string>(allowed: readonly T[], usual?: readonly T[]) {
  return (value: string, before: readonly T[] = []): readonly T[] => {
    const named = several(value, before === usual ? [] : before);
    if (!named.every((one): one is T => (allowed as readonly string[]).includes(one)))
      throw new InvalidArgumentError(`Allowed are ${allowed.join(', ')}, separated by commas.`);
    return [...new Set(named)];
  };
}

export function positive(value: string): number {
  if (!/^[1-9]\d{0,6}$/.test(value)) throw new InvalidArgumentError('A whole number from 1 on is needed.');
  return Number(value);
}

const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** `7d`, `12h`. @returns milliseconds */
export function duration(value: string): number {
  const [, count, unit = ''] = /^([1-9]\d{0,4})([mhdw])$/.exec(value) ?? [];
  if (count === undefined) throw new InvalidArgumentError('A time such as 7d, 12h or 30m is needed.');
  return Number(count) * (UNIT_MS[unit] ?? 0);
}
