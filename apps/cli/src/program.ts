import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { apiUrl, baseUrlOf } from './config.js';
import { contextOf } from './context.js';
import type { Terminal } from './terminal.js';

const EPISODE = '01a1fc5d-f819-7359-a50c-2c514f9a6d9d';
const PODCAST = '01a1fc5d-f7c9-7593-9206-105b78988f95';
const STOCK = '01a1fd59-06d0-715b-9e8f-454043023465';
const DELIVERY = '01a1fd6b-88f0-7c2a-8b34-0d9e4c1a7f52';

const PARTS = ['transcript', 'chapters', 'video'] as const;
type Part = (typeof PARTS)[number];

/** The command `podcast`. What a command needs is loaded when it runs, so that each starts fast. */
export function programOf(terminal: Terminal): Command {
  const program = new Command('podcast')
    .description('Automates podcast releases: transcripts, chapters, videos, feeds, webhooks and downloads.')
    .option('--json', 'answer with JSON on stdout')
    .version('0.2.0')
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .exitOverride()
    .addHelpText(
      'after',
      `${example('podcast transcript check talk.srt')}\n\nToken: PODCAST_TOKEN, or podcast login. Base URL: PODCAST_API.\nExit status: 0, 1 (refused, defects) or 2 (usage).`,
    )
    .addHelpText('beforeAll', ({ command }) => refuseUnknown(command));
  const context = contextOf(terminal, () => Boolean(program.opts<{ json?: boolean }>().json));
  addAccount(program, terminal, context);
  addTranscripts(program, terminal, context);
  addChapters(program, context);
  addVideos(program, context);
  addFeed(program, context);
  addWebhook(program, context);
  addDownloads(program, context);
  program
    .command('mcp')
    .description('serve these operations to agents: Model Context Protocol over stdin and stdout')
    .addHelpText('after', example('podcast mcp'))
    .action(async () => (await import('./mcp/serve.js')).serve(context));
  program
    .command('completion')
    .description('print the completion script of a shell')
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish']))
    .addHelpText('after', example('eval "$(podcast completion bash)"'))
    .action(async (shell: 'bash' | 'zsh' | 'fish') => terminal.out((await import('./completion.js')).completion(program, shell)));
  inherit(program, program);
  return program;
}

type Context = ReturnType<typeof contextOf>;

function addAccount(program: Command, terminal: Terminal, context: Context): void {
  program
    .command('login')
    .description('read a token from stdin, try it and store it')
    .option('--api <url>', 'base URL of the API')
    .addHelpText('after', example('podcast login --api https://api.example.com'))
    .action(async ({ api }: { api?: string }) =>
      (await import('./commands/account.js')).login(terminal, api === undefined ? await apiUrl(terminal.env) : baseUrlOf(api)),
    );
  program
    .command('podcasts')
    .description('list your podcasts')
    .addHelpText('after', example('podcast podcasts'))
    .action(async () => (await import('./commands/account.js')).podcasts(context));
  program
    .command('episodes <podcast>')
    .description('list episodes and what each still lacks')
    .option('--missing <parts>', `only episodes that lack all of these: ${PARTS.join(', ')}; separated by commas`, parts)
    .option('--guid <guid>', 'only the episode with this guid')
    .option('--limit <count>', 'the largest number of episodes', positive, 50)
    .addHelpText('after', example(`podcast episodes ${PODCAST} --missing transcript`))
    .action(async (podcast: string, options: { missing?: Part[]; guid?: string; limit: number }) =>
      (await import('./commands/account.js')).episodes(context, podcast, options),
    );
}

function addTranscripts(program: Command, terminal: Terminal, context: Context): void {
  const transcript = program.command('transcript').description('check, repair, upload and download transcripts');
  transcript.addHelpText('after', example('podcast transcript check episodes/*.srt'));
  transcript
    .command('check <files...>')
    .description('judge SRT and WebVTT files without the API; - is stdin')
    .addOption(formatOfDefects(terminal))
    .addHelpText('after', example('podcast transcript check episodes/*.srt --format github'))
    .action(async (files: string[], { format }: { format: 'text' | 'json' | 'github' }) =>
      (await import('./commands/check.js')).check(terminal, files, isJson(program) ? 'json' : format),
    );
  transcript
    .command('fix <file>')
    .description('repair a file, and say what was changed; words are never changed')
    .option('-o, --output <file>', 'the repaired file; stdout unless given')
    .option('-i, --in-place', 'write over the file')
    .addHelpText('after', example('podcast transcript fix talk.srt --output talk.fixed.srt'))
    .action(async (file: string, options: object) => (await import('./commands/check.js')).fix(terminal, file, options));
  transcript
    .command('put <file>')
    .description('upload the transcript of an episode')
    .requiredOption('--episode <id>', 'the episode (required)')
    .addOption(new Option('--format <format>', 'the format of the file; detected unless given').choices(['srt', 'vtt']))
    .option('--dry-run', 'judge it and store nothing')
    .addHelpText('after', example(`podcast transcript put talk.vtt --episode ${EPISODE}`))
    .action(async (file: string, options: { episode: string; format?: 'srt' | 'vtt'; dryRun?: boolean }) =>
      (await import('./commands/contents.js')).putTranscript(context, file, options),
    );
  transcript
    .command('get')
    .description('download the transcript of an episode')
    .requiredOption('--episode <id>', 'the episode (required)')
    .addOption(new Option('--format <format>', 'the format of the file').choices(['vtt', 'srt', 'json']).default('vtt'))
    .option('-o, --output <file>', 'the file to write; stdout unless given')
    .addHelpText('after', example(`podcast transcript get --episode ${EPISODE} --format srt --output talk.srt`))
    .action(async (options: { episode: string; format: 'srt' | 'vtt' | 'json'; output?: string }) =>
      (await import('./commands/contents.js')).getTranscript(context, isJson(program) ? { ...options, format: 'json' } : options),
    );
}

function formatOfDefects({ env }: Terminal): Option {
  return new Option('--format <format>', 'the form of the defects; github annotates lines, and is the default in a GitHub workflow')
    .choices(['text', 'json', 'github'])
    .default(env['GITHUB_ACTIONS'] === 'true' ? 'github' : 'text');
}

function addChapters(program: Command, context: Context): void {
  const chapters = program.command('chapters').description('upload and download chapters (JSON of the Podcast Namespace)');
  chapters.addHelpText('after', example(`podcast chapters put chapters.json --episode ${EPISODE}`));
  chapters
    .command('put <file>')
    .description('upload the chapters of an episode')
    .requiredOption('--episode <id>', 'the episode (required)')
    .addHelpText('after', example(`podcast chapters put chapters.json --episode ${EPISODE}`))
    .action(async (file: string, options: { episode: string }) =>
      (await import('./commands/contents.js')).putChapters(context, file, options),
    );
  chapters
    .command('get')
    .description('download the chapters of an episode')
    .requiredOption('--episode <id>', 'the episode (required)')
    .option('-o, --output <file>', 'the file to write; stdout unless given')
    .addHelpText('after', example(`podcast chapters get --episode ${EPISODE}`))
    .action(async (options: { episode: string; output?: string }) =>
      (await import('./commands/contents.js')).getChapters(context, options),
    );
}

function addVideos(program: Command, context: Context): void {
  const video = program.command('video').description('upload videos ahead of their episodes');
  video.addHelpText('after', example(`podcast video upload episode-12.mp4 --podcast ${PODCAST} --guid urn:tech-weekly:12`));
  video
    .command('upload <file>')
    .description('upload a video and register it; called again after a break, it continues')
    .requiredOption('--podcast <id>', 'the podcast (required)')
    .option('--guid <guid>', 'the guid of the episode that it is for')
    .option('--match-title <title>', 'the title of the episode that it is for')
    .option('--title <title>', 'a title of its own')
    .option('--key <key>', 'your key, which makes a repetition the same video')
    .option('--wait', 'wait until the video has been read')
    .addHelpText('after', example(`podcast video upload episode-12.mp4 --podcast ${PODCAST} --guid urn:tech-weekly:12 --wait`))
    .action(async (file: string, options: { podcast: string }) => (await import('./commands/videos.js')).upload(context, file, options));
  video
    .command('list')
    .description('list videos')
    .option('--podcast <id>', 'only videos of this podcast')
    .addOption(
      new Option('--status <status>', 'only videos in this state').choices(['processing', 'ready', 'failed', 'matched', 'canceled']),
    )
    .addHelpText('after', example('podcast video list --status failed'))
    .action(async (options: object) => (await import('./commands/videos.js')).list(context, options));
  video
    .command('cancel <stock>')
    .description('cancel a video that has no episode; its seconds are given back')
    .addHelpText('after', example(`podcast video cancel ${STOCK}`))
    .action(async (stock: string) => (await import('./commands/videos.js')).cancel(context, stock));
  video
    .command('link <stock> <episode>')
    .description('link a video with an episode')
    .addHelpText('after', example(`podcast video link ${STOCK} ${EPISODE}`))
    .action(async (stock: string, episode: string) => (await import('./commands/videos.js')).link(context, stock, episode));
}

function addFeed(program: Command, context: Context): void {
  const feed = program.command('feed').description('the feed of a podcast that is hosted elsewhere');
  feed.addHelpText('after', example(`podcast feed refetch ${PODCAST}`));
  feed
    .command('refetch <podcast>')
    .description('request a refetch of the feed')
    .option('--wait', 'wait until the refetch has ended')
    .addHelpText('after', example(`podcast feed refetch ${PODCAST} --wait`))
    .action(async (podcast: string, options: { wait?: boolean }) =>
      (await import('./commands/feeds.js')).refetch(context, podcast, options),
    );
}

function addWebhook(program: Command, context: Context): void {
  const webhook = program.command('webhook').description('the destination of notifications');
  webhook.addHelpText('after', example('podcast webhook show'));
  webhook
    .command('set <url>')
    .description('register the destination; an earlier one is replaced')
    .addHelpText('after', example('podcast webhook set https://hooks.example.com/podcasts'))
    .action(async (url: string) => (await import('./commands/webhooks.js')).set(context, url));
  webhook
    .command('show')
    .description('show the destination and whether it is verified')
    .addHelpText('after', example('podcast webhook show'))
    .action(async () => (await import('./commands/webhooks.js')).show(context));
  webhook
    .command('deliveries [delivery]')
    .description('list the latest deliveries, or show one with all of its attempts')
    .addHelpText('after', example(`podcast webhook deliveries ${DELIVERY}`))
    .action(async (delivery?: string) => {
      const { deliveries, delivery: one } = await import('./commands/webhooks.js');
      await (delivery === undefined ? deliveries(context) : one(context, delivery));
    });
  webhook
    .command('redeliver <delivery>')
    .description('send the event of a finished delivery once more')
    .addHelpText('after', example(`podcast webhook redeliver ${DELIVERY}`))
    .action(async (delivery: string) => (await import('./commands/webhooks.js')).redeliver(context, delivery));
}

function addDownloads(program: Command, context: Context): void {
  program
    .command('downloads <podcast>')
    .description('show the downloads of a podcast by day and episode')
    .requiredOption('--from <date>', 'first day, YYYY-MM-DD (required)')
    .requiredOption('--to <date>', 'last day, YYYY-MM-DD (required)')
    .option('--timezone <zone>', 'the time zone of these days, such as Europe/Lisbon; UTC unless given')
    .addOption(new Option('--csv', 'the CSV file of the API').conflicts('chart'))
    .option('--chart', 'a bar for each day')
    .addHelpText('after', example(`podcast downloads ${PODCAST} --from 2026-11-01 --to 2026-11-21 --chart`))
    .action(async (podcast: string, options: { from: string; to: string }) =>
      (await import('./commands/downloads.js')).downloads(context, podcast, options),
    );
}

/** Commands below the program throw and print like it. After an error each names its own help. */
function inherit(program: Command, parent: Command, path = parent.name()): void {
  parent.showHelpAfterError(`(${path} --help shows how it is called)`);
  for (const command of parent.commands) {
    command.copyInheritedSettings(program);
    inherit(program, command, `${path} ${command.name()}`);
  }
}

/** `podcast webhook lsten --help` and `podcast help lsten` are as wrong as `podcast webhook lsten`. */
function refuseUnknown(command: Command): string {
  const [word] = command.commands.length > 0 ? command.args.filter((one) => one !== 'help') : [];
  if (word !== undefined && !word.startsWith('-')) command.error(`error: unknown command '${word}'`, { code: 'commander.unknownCommand' });
  return '';
}

function isJson(program: Command): boolean {
  return Boolean(program.opts<{ json?: boolean }>().json);
}

function example(command: string): string {
  return `\nExample:\n  $ ${command}`;
}

function parts(value: string): Part[] {
  const named = value.split(',');
  if (!named.every((part): part is Part => (PARTS as readonly string[]).includes(part)))
    throw new InvalidArgumentError(`Allowed are ${PARTS.join(', ')}, separated by commas.`);
  return named;
}

function positive(value: string): number {
  if (!/^[1-9]\d{0,6}$/.test(value)) throw new InvalidArgumentError('A whole number from 1 on is needed.');
  return Number(value);
}
