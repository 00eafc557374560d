import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Edit } from '@app/subtitles';
import type { RetimeOptions } from '../commands/retime.js';
import type { Context } from '../context.js';
import { command, EPISODE, naming } from './options.js';

export function addRetime(program: Command, context: Context): void {
  const edits: Edit[] = []; // of both options, in the order in which they are given
  const moving = 'move transcript and chapters of an episode, or a file of one of them, as the audio was edited';
  naming(command(program, 'retime [file]', moving, `podcast retime --episode ${EPISODE} --insert 0+30`))
    .addOption(anEdit('--insert <at+seconds>', 'time that was put in, such as 0+30 or 12:30+4.5', (value) => edits.push(insertion(value))))
    .addOption(anEdit('--cut <from-to>', 'a part that was cut out, such as 94.5-120 or 1:02:00-1:04:30', (value) => edits.push(cut(value))))
    .option('--edits <file>', 'the edits as JSON, as the API takes them; - is stdin')
    .option('-o, --output <file>', 'with a file: where the result goes; stdout unless given')
    .option('-i, --in-place', 'with a file: write over it')
    .option('--dry-run', 'with an episode: count and store nothing')
    .action(async (file: string | undefined, { edits: list, ...options }: RetimeOptions & { edits?: string }) => {
      const { editsOf, retimeEpisode, retimeFile } = await import('../commands/retime.js');
      const judged = await editsOf(context, edits, list);
      return file === undefined ? retimeEpisode(context, judged, options) : retimeFile(context, judged, { file, ...options });
    });
}

function anEdit(flags: string, description: string, add: (value: string) => unknown): Option {
  return new Option(flags, `${description}; repeatable, in seconds or [H:]MM:SS of the file as it was`).argParser(add);
}

function insertion(value: string): Edit {
  const [at, insert] = times(value, '+');
  return { at, insert };
}

function cut(value: string): Edit {
  const [from, to] = times(value, '-');
  return { from, to };
}

function times(value: string, mark: string): [number, number] {
  const [first, second, ...more] = value.split(mark).map(seconds);
  if (first === undefined || second === undefined || more.length > 0)
    throw new InvalidArgumentError(`Two times with ${mark} between them are needed.`);
  return [first, second];
}

/** `95.5`, `1:35.5`, `0:01:35.5` */
function seconds(text: string): number {
  const [, hours = 0, minutes = 0, rest] = /^(?:(?:(\d+):)?(\d+):)?(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  if (rest === undefined) throw new InvalidArgumentError('A time is a number of seconds, or [H:]MM:SS.');
  return Math.round((Number(hours) * 3600 + Number(minutes) * 60 + Number(rest)) * 1000) / 1000;
}
