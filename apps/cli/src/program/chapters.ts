import { Option, type Command } from 'commander';
import type { GetChapters, PutChapters } from '../commands/chapters.js';
import type { Context } from '../context.js';
import { EPISODE, example, naming, replacing } from './options.js';

export function addChapters(program: Command, context: Context): void {
  const chapters = program.command('chapters').description('upload and download chapters');
  chapters.addHelpText('after', example(`podcast chapters put chapters.json --episode ${EPISODE}`));
  replacing(naming(chapters.command('put <file>')))
    .description('upload the chapters of an episode')
    .addOption(
      new Option('--format <format>', 'the format of the file; detected unless given').choices([
        'json',
        'text',
        'podlove',
        'ffmetadata',
        'vtt',
      ]),
    )
    .addHelpText('after', example(`podcast chapters put chapters.json --episode ${EPISODE}`))
    .action(async (file: string, options: PutChapters) => (await import('../commands/chapters.js')).putChapters(context, file, options));
  naming(chapters.command('get'))
    .description('download the chapters of an episode')
    .addOption(
      new Option('--format <format>', 'the format of the file; by its ending (.json, .txt, .xml) unless given').choices([
        'json',
        'text',
        'podlove',
      ]),
    )
    .option('-o, --output <file>', 'the file to write; stdout unless given')
    .addHelpText('after', example(`podcast chapters get --episode ${EPISODE}`))
    .action(async (options: GetChapters) =>
      (await import('../commands/chapters.js')).getChapters(context, context.isJson() ? { ...options, format: 'json' } : options),
    );
}
