import { Command } from 'commander';
import { addAccount } from '../commands/account.js';
import { addDownloads } from '../commands/downloads.js';
import { addEvents } from '../commands/events.js';
import { addFeed } from '../commands/feeds.js';
import { addPublication } from '../commands/publication.js';
import { addReleases } from '../commands/releases.js';
import { addTokens } from '../commands/tokens.js';
import { addVideos } from '../commands/videos.js';
import { addWebhook } from '../commands/webhooks.js';
import { contextOf } from '../context.js';
import type { Terminal } from '../terminal.js';
import { addChapters } from './chapters.js';
import { command, example } from './options.js';
import { addRetime } from './retime.js';
import { addTranscripts } from './transcripts.js';

/** Options that add to what was given before. */
const LISTS: ReadonlySet<string> = new Set(['insert', 'cut', 'type', 'permission', 'missing', 'require']);

const EXIT_STATUS = '0, 1 (refused, defects), 2 (usage) or 3 (the API could not be reached)';

/** The groups of commands, in the order in which help shows them. */
const GROUPS = [
  addAccount,
  addTokens,
  addReleases,
  addTranscripts,
  addChapters,
  addRetime,
  addVideos,
  addFeed,
  addPublication,
  addWebhook,
  addEvents,
  addDownloads,
];

/** The command `podcast`. The libraries that a command needs are loaded when it runs, so that each starts fast. */
export function programOf(terminal: Terminal): Command {
  const program = new Command('podcast')
    .description('Automates podcast releases: transcripts, chapters, videos, feeds, webhooks and downloads.')
    .option('--json', 'answer with JSON on stdout, errors too')
    .version('0.2.0')
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .exitOverride()
    .addHelpText(
      'after',
      `${example('podcast transcript check talk.srt')}\n\nToken: PODCAST_TOKEN, or podcast login. Base URL: PODCAST_API.\nExit status: ${EXIT_STATUS}.`,
    )
    .addHelpText('beforeAll', ({ command }) => refuseUnknown(command));
  const context = contextOf(terminal, () => Boolean(program.opts<{ json?: boolean }>().json));
  for (const add of GROUPS) add(program, context);
  const serving = 'serve these operations to agents: Model Context Protocol over stdin and stdout';
  command(program, 'mcp', serving, 'podcast mcp --allow ./releases')
    .option('--allow <folder>', 'let agents send files below this folder by their path: videos and transcripts')
    .action(async (options: { allow?: string }) => (await import('../mcp/serve.js')).serve(context, options));
  inherit(program, program);
  return program;
}

/** Commands below the program throw and print like it. After an error each names its own help. */
function inherit(program: Command, parent: Command, path = parent.name()): void {
  parent.showHelpAfterError(`(${path} --help shows how it is called)`);
  for (const command of parent.commands) {
    command.copyInheritedSettings(program);
    refuseRepeated(command);
    inherit(program, command, `${path} ${command.name()}`);
  }
}

/** An option given twice, or as --x and --no-x, would silently take the last value. Lists take all. */
function refuseRepeated(command: Command): void {
  const given = new Map<string, string>();
  for (const option of command.options) {
    const [flag = '', name] = [option.long, option.attributeName()];
    const takesValue = option.required || option.optional;
    if (LISTS.has(name)) continue;
    command.on(`option:${option.name()}`, () => {
      const before = given.get(name);
      if (before !== undefined && (takesValue || before !== flag))
        command.error(`error: ${before === flag ? `${flag} is given twice` : `${before} and ${flag} contradict each other`}`);
      given.set(name, flag);
    });
  }
}

/** `podcast webhook lsten --help` and `podcast help lsten` are as wrong as `podcast webhook lsten`. */
function refuseUnknown(command: Command): string {
  const [word] = command.commands.length > 0 ? command.args.filter((one) => one !== 'help') : [];
  if (word !== undefined && !word.startsWith('-')) command.error(`error: unknown command '${word}'`, { code: 'commander.unknownCommand' });
  return '';
}
