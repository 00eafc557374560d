import { decode, parseTranscript, repair, retime, toSrt, toVtt, type Subtitle, type TranscriptFormat } from '@app/subtitles';
import { buffersOf, readCues } from './cue-table.ts';
import { diffLines } from './diff-lines.ts';
import type { Comparison, Reply, Request, TaskName, Tasks } from './protocol.ts';
import { shiftTimes } from './shift-times.ts';
import { splice } from './splice.ts';

type Send = (reply: Reply, transfer?: ArrayBuffer[]) => void;

/** Keeps the text that is judged, and does the worker's tasks on request. It needs no worker, so that tests run it as it is. */
export class Reader {
  private text = '';

  constructor(private readonly send: Send) {}

  receive(request: Request): void {
    if (request.type === 'task') {
      this.run(request);
      return;
    }
    this.text = request.type === 'open' ? request.text : splice(this.text, request.splices);
    const reading = readCues(this.text);
    this.send({ type: 'verdict', version: request.version, ...reading }, buffersOf(reading.cues));
  }

  private run({ id, name, given }: Extract<Request, { type: 'task' }>): void {
    try {
      const task = TASKS[name] as (given: unknown) => Tasks[TaskName]['result'];
      this.send({ type: 'done', id, result: task(given) });
    } catch (error) {
      this.send({ type: 'failed', id, message: error instanceof Error ? error.message : String(error) });
    }
  }
}

const TASKS: { readonly [Name in TaskName]: (given: Tasks[Name]['given']) => Tasks[Name]['result'] } = {
  decode({ bytes }) {
    const { text, encoding } = decode(bytes);
    return { text: normalized(text), encoding };
  },
  repair({ text }) {
    const { ok, content, changes, defects, defectCount } = repair(text);
    return { ok, repairs: changes, defects, defectCount, ...compared(text, normalized(content)) };
  },
  retime({ text, edits }) {
    const { subtitles, format } = parsed(text);
    const moved = retime(subtitles, edits);
    return { text: fileOf(moved, format, format), removed: subtitles.length - moved.length };
  },
  shift: ({ text, offsetMs }) => shiftTimes(text, offsetMs),
  compare: ({ text, stored, as }) => compared(stored, parseTranscript(text).ok ? written(text, as) : normalized(text)),
  convert: ({ text, to }) => ({ text: written(text, to) }),
};

/** As an editor keeps a text: without the byte order mark, LF between its lines. */
function normalized(text: string): string {
  return text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
}

function compared(before: string, after: string): Comparison {
  const [a, b] = [before.split('\n'), after.split('\n')];
  const longestLine = [...a, ...b].reduce((longest, { length }) => Math.max(longest, length), 0);
  return { before, after, changes: diffLines(a, b), longestLine };
}

function written(text: string, to: TranscriptFormat): string {
  const { subtitles, format } = parsed(text);
  return fileOf(subtitles, format, to);
}

function parsed(text: string) {
  const outcome = parseTranscript(text);
  if (!outcome.ok) throw new Error(outcome.defects[0]?.message ?? 'defects');
  return outcome;
}

function fileOf(subtitles: readonly Subtitle[], from: TranscriptFormat, to: TranscriptFormat): string {
  return to === 'vtt' ? toVtt(subtitles, from) : toSrt(subtitles, from);
}
