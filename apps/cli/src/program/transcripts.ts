import { Option, type Command } from 'commander';
import type { Context } from '../context.js';
import { UsageError } from '../failures.js';
import type { ReportFormat } from '../finding.js';
import type { EpisodeOptions } from '../episode.js';
import type { Replacing } from '../commands/replacing.js';
import { command, defaultFormat, EPISODE, formatOfDefects, naming, PODCAST, replacing, reportFormat } from './options.js';

export function addTranscripts(program: Command, context: Context): void {
  const transcript = command(program, 'transcript', 'check, repair, upload and download transcripts', 'podcast transcript check episodes/');
  addOffline(transcript, context);
  addPut(transcript, context);
  const getting = `podcast transcript get --episode ${EPISODE} --format srt --output talk.srt`;
  naming(command(transcript, 'get', 'download the transcript of an episode', getting))
    .addOption(new Option('--format <format>', 'the format of the file').choices(['vtt', 'srt', 'json']).default('vtt'))
    .option('-o, --output <file>', 'the file to write; stdout unless given')
    .action(async (options: EpisodeOptions & { format: 'srt' | 'vtt' | 'json'; output?: string }) =>
      (await import('../commands/contents.js')).getTranscript(context, context.isJson() ? { ...options, format: 'json' } : options),
    );
  const filling = 'upload transcripts to the episodes that they are named after: by guid, else by audio file, else by title';
  command(program, 'backfill <folders...>', filling, `podcast backfill transcripts/ --podcast ${PODCAST} --plan`)
    .requiredOption('--podcast <id>', 'the podcast (required)')
    .option('--plan', 'show what would be done, and send nothing')
    .addOption(formatOfDefects(context))
    .action(async (folders: string[], options: { podcast: string; plan?: boolean; format: ReportFormat }) =>
      (await import('../commands/bulk.js')).putMany(context, folders, { ...options, format: reportFormat(context, options.format) }),
    );
}

function addOffline(transcript: Command, context: Context): void {
  const judging = 'judge SRT and WebVTT files, folders and patterns without the API; - is stdin';
  command(transcript, 'check <files...>', judging, 'podcast transcript check episodes/ --format github')
    .addOption(formatOfDefects(context))
    .action(async (files: string[], { format }: { format: ReportFormat }) =>
      (await import('../commands/check.js')).check(context, files, reportFormat(context, format)),
    );
  const repairing = 'repair files, and say what was changed; words are never changed';
  command(transcript, 'fix <files...>', repairing, 'podcast transcript fix talk.srt --output talk.fixed.srt')
    .option('-o, --output <file>', 'the repaired file; stdout unless given')
    .option('-i, --in-place', 'write over the files')
    .addOption(formatOfDefects(context))
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
  const putting = 'upload the transcript of an episode, or with --match those of many';
  replacing(naming(command(transcript, 'put <files...>', putting, `podcast transcript put talk.vtt --episode ${EPISODE}`)))
    .addOption(new Option('--match <name>', 'match files with episodes of --podcast by name').choices(['guid', 'enclosure', 'title']))
    .option('--plan', 'with --match: show what would be done, and send nothing')
    .addOption(new Option('--format <format>', 'the format of the file; detected unless given').choices(['srt', 'vtt']))
    .option('--dry-run', 'judge it and store nothing')
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

async function putOne(context: Context, named: readonly string[], { plan, ...options }: Put): Promise<void> {
  const [file, ...others] = await (await import('../commands/check.js')).filesIn(named);
  if (file === undefined || others.length > 0 || plan) throw new UsageError('Several files, and --plan, need --podcast and --match.');
  return (await import('../commands/contents.js')).putTranscript(context, file, options);
}
