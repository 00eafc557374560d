import { Option, type Command } from 'commander';
import type { Context } from '../context.js';
import { UsageError } from '../failures.js';
import type { ReportFormat } from '../finding.js';
import type { EpisodeOptions } from '../episode.js';
import type { Replacing } from '../commands/replacing.js';
import { defaultFormat, EPISODE, example, formatOfDefects, naming, PODCAST, replacing, reportFormat } from './options.js';

export function addTranscripts(program: Command, context: Context): void {
  const transcript = program.command('transcript').description('check, repair, upload and download transcripts');
  transcript.addHelpText('after', example('podcast transcript check episodes/'));
  addOffline(transcript, context);
  addPut(transcript, context);
  naming(transcript.command('get'))
    .description('download the transcript of an episode')
    .addOption(new Option('--format <format>', 'the format of the file').choices(['vtt', 'srt', 'json']).default('vtt'))
    .option('-o, --output <file>', 'the file to write; stdout unless given')
    .addHelpText('after', example(`podcast transcript get --episode ${EPISODE} --format srt --output talk.srt`))
    .action(async (options: EpisodeOptions & { format: 'srt' | 'vtt' | 'json'; output?: string }) =>
      (await import('../commands/contents.js')).getTranscript(context, context.isJson() ? { ...options, format: 'json' } : options),
    );
  program
    .command('backfill <folders...>')
    .description('upload transcripts to the episodes that they are named after: by guid, else by audio file, else by title')
    .requiredOption('--podcast <id>', 'the podcast (required)')
    .option('--plan', 'show what would be done, and send nothing')
    .addOption(formatOfDefects(context))
    .addHelpText('after', example(`podcast backfill transcripts/ --podcast ${PODCAST} --plan`))
    .action(async (folders: string[], options: { podcast: string; plan?: boolean; format: ReportFormat }) =>
      (await import('../commands/bulk.js')).putMany(context, folders, { ...options, format: reportFormat(context, options.format) }),
    );
}

function addOffline(transcript: Command, context: Context): void {
  transcript
    .command('check <files...>')
    .description('judge SRT and WebVTT files, folders and patterns without the API; - is stdin')
    .addOption(formatOfDefects(context))
    .addHelpText('after', example('podcast transcript check episodes/ --format github'))
    .action(async (files: string[], { format }: { format: ReportFormat }) =>
      (await import('../commands/check.js')).check(context, files, reportFormat(context, format)),
    );
  transcript
    .command('fix <files...>')
    .description('repair files, and say what was changed; words are never changed')
    .option('-o, --output <file>', 'the repaired file; stdout unless given')
    .option('-i, --in-place', 'write over the files')
    .addOption(formatOfDefects(context))
    .addHelpText('after', example('podcast transcript fix talk.srt --output talk.fixed.srt'))
    .action(async (files: string[], options: { format: ReportFormat }) =>
      (await import('../commands/check.js')).fix(context, files, { ...options, format: reportFormat(context, options.format) }),
    );
}

type Put = EpisodeOptions &
  Replacing & {
    readonly match?: 'guid' | 'enclosure' | 'title';
    readonly plan?: boolean;
    readonly format?: 'srt' | 'vtt';
    readonly dryRun?: boolean;
  };

function addPut(transcript: Command, context: Context): void {
  replacing(naming(transcript.command('put <files...>')))
    .description('upload the transcript of an episode, or with --match those of many')
    .addOption(new Option('--match <name>', 'match files with episodes of --podcast by name').choices(['guid', 'enclosure', 'title']))
    .option('--plan', 'with --match: show what would be done, and send nothing')
    .addOption(new Option('--format <format>', 'the format of the file; detected unless given').choices(['srt', 'vtt']))
    .option('--dry-run', 'judge it and store nothing')
    .addHelpText('after', example(`podcast transcript put talk.vtt --episode ${EPISODE}`))
    .action(async (files: string[], options: Put) => {
      if (options.match === undefined) return putOne(context, files, options);
      const { podcast, match, plan, episode, guid, title, format, dryRun, ifMatch, force } = options;
      if (podcast === undefined) throw new UsageError('--match needs --podcast.');
      if (episode ?? guid ?? title ?? format ?? dryRun ?? ifMatch ?? force)
        throw new UsageError('--match finds episode, format and version itself; try --plan.');
      const defects = reportFormat(context, defaultFormat(context));
      return (await import('../commands/bulk.js')).putMany(context, files, { podcast, match, plan, format: defects });
    });
}

async function putOne(context: Context, files: readonly string[], { plan, ...options }: Put): Promise<void> {
  const [file, ...others] = files;
  if (file === undefined || others.length > 0 || plan) throw new UsageError('Several files, and --plan, need --podcast and --match.');
  return (await import('../commands/contents.js')).putTranscript(context, file, options);
}
