import { Command } from 'commander';
import { addAuditCommands } from './commands/audit.commands.js';
import { addEpisodeCommands } from './commands/episode.commands.js';
import { addMaintenanceCommands } from './commands/maintenance.commands.js';
import { addPodcastCommands } from './commands/podcast.commands.js';
import { addStatusCommand } from './commands/status.command.js';
import { addTokenCommands } from './commands/token.commands.js';
import { addUserCommands } from './commands/user.commands.js';
import { addWebhookCommands } from './commands/webhook.commands.js';
import type { CommandContext, CommandName } from './context.js';

type ProgramOptions = Omit<CommandContext, 'command'> & {
  readonly version: string;
  /** Writes text for people: a table. */
  readonly print: (text: string) => void;
};

/** The operator's command line (contract 1.10, 16.6). */
export function operatorProgram({ version, print, ...options }: ProgramOptions): Command {
  let command: CommandName = { action: '', target: null };
  const context: CommandContext = { ...options, command: () => command };
  const program = new Command('admin')
    .description('The operator’s commands. Each answers with JSON on stdout; errors go to stderr with exit status 1.')
    .version(version, '--version', 'print the version')
    .showHelpAfterError('(--help shows the commands)')
    .addHelpText('after', '\nIn a checkout also: webhook listen (a local receiver of webhooks) and fixtures demo (the demo data).');
  program.hook('preAction', (_program, running) => {
    command = nameOf(running);
  });
  addMaintenanceCommands(program, context);
  addStatusCommand(program, context, print);
  addUserCommands(program, context);
  addTokenCommands(program, context);
  addPodcastCommands(program, context);
  addEpisodeCommands(program, context);
  addWebhookCommands(program, context);
  addAuditCommands(program, context);
  return program;
}

function nameOf(command: Command): CommandName {
  const words: string[] = [];
  for (let one: Command | null = command; one?.parent; one = one.parent) words.unshift(one.name());
  const { user, owner } = command.opts<{ user?: string; owner?: string }>();
  return { action: words.join('.'), target: command.args[0] ?? user ?? owner ?? null };
}
