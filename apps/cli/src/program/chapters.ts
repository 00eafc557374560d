import type { Command } from 'commander';
import type { Context } from '../context.js';
import type { EpisodeOptions } from '../episode.js';
import { EPISODE, example, naming } from './options.js';

export function addChapters(program: Command, context: Context): void {
  const chapters = program.command('chapters').description('upload and download chapters (JSON of the Podcast Namespace)');
  chapters.addHelpText('after', example(`podcast chapters put chapters.json --episode ${EPISODE}`));
  naming(chapters.command('put <file>'))
    .description('upload the chapters of an episode')
    .addHelpText('after', example(`podcast chapters put chapters.json --episode ${EPISODE}`))
    .action(async (file: string, options: EpisodeOptions) => (await import('../commands/contents.js')).putChapters(context, file, options));
  naming(chapters.command('get'))
    .description('download the chapters of an episode')
    .option('-o, --output <file>', 'the file to write; stdout unless given')
    .addHelpText('after', example(`podcast chapters get --episode ${EPISODE}`))
    .action(async (options: EpisodeOptions & { output?: string }) =>
      (await import('../commands/contents.js')).getChapters(context, options),
    );
}
