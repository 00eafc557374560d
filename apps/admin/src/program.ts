import { Command } from 'commander';
import { addEpisodeCommands } from './commands/episode.commands.js';
import { addMaintenanceCommands } from './commands/maintenance.commands.js';
import { addPodcastCommands } from './commands/podcast.commands.js';
import { addStatusCommand } from './commands/status.command.js';
import { addTokenCommands } from './commands/token.commands.js';
import { addUserCommands } from './commands/user.commands.js';
import { addWebhookCommands } from './commands/webhook.commands.js';
import type { CommandContext } from './context.js';

type ProgramOptions = CommandContext & {
  readonly version: string;
  /** Writes text for people: a table. */
  readonly print: (text: string) => void;
};

/** The operator's command line (contract 1.10, 16.6). */
export function operatorProgram({ version, print, ...context }: ProgramOptions): Command {
  const program = new Command('admin')
    .description('The operator’s commands. Each answers with JSON on stdout; errors go to stderr with exit status 1.')
    .version(version, '--version', 'print the version')
    .showHelpAfterError('(--help shows the commands)')
    .addHelpText('after', '\nIn a checkout also: webhook listen (a local receiver of webhooks) and fixtures demo (the demo data).');
  addMaintenanceCommands(program, context);
  addStatusCommand(program, context, print);
  addUserCommands(program, context);
  addTokenCommands(program, context);
  addPodcastCommands(program, context);
  addEpisodeCommands(program, context);
  addWebhookCommands(program, context);
  return program;
}
