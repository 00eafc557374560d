import { Option, type Command } from 'commander';
import type { GetChapters, PutChapters } from '../commands/chapters.js';
import type { Context } from '../context.js';
import { command, EPISODE, naming, replacing } from './options.js';

export function addChapters(program: Command, context: Context): void {
  const putting = `podcast chapters put chapters.json --episode ${EPISODE}`;
  const chapters = command(program, 'chapters', 'upload and download chapters', putting);
  const putForms = ['json', 'text', 'podlove', 'ffmetadata', 'vtt'];
  replacing(naming(command(chapters, 'put <file>', 'upload the chapters of an episode', putting)))
    .addOption(new Option('--format <format>', 'the format of the file; detected unless given').choices(putForms))
    .action(async (file: string, options: PutChapters) => (await import('../commands/chapters.js')).putChapters(context, file, options));
  const byEnding = 'the format of the file; by its ending (.json, .txt, .xml) unless given';
  naming(command(chapters, 'get', 'download the chapters of an episode', `podcast chapters get --episode ${EPISODE}`))
    .addOption(new Option('--format <format>', byEnding).choices(['json', 'text', 'podlove']))
    .option('-o, --output <file>', 'the file to write; stdout unless given')
    .action(async (options: GetChapters) =>
      (await import('../commands/chapters.js')).getChapters(context, context.isJson() ? { ...options, format: 'json' } : options),
    );
}
