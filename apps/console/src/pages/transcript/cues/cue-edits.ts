import { formatTime, type TranscriptFormat } from '@app/subtitles';
import type { Text } from '@codemirror/state';
import type { CueTable } from '../judging/cue-table.ts';
import { readTime } from '../../../parts/time-code.ts';

/** One replacement in a text. Several are made at once: all positions are those of the text before. */
export type Splice = { readonly from: number; readonly to: number; readonly insert: string };

/** A subtitle as it stands in the text: its times, and where its words are. */
export type Cue = {
  readonly startMs: number;
  readonly endMs: number;
  readonly speaker: string | null;
  readonly words: string;
  /** The times in the text. */
  readonly from: number;
  readonly to: number;
  /** The words in the text, with tags. */
  readonly wordsFrom: number;
  readonly wordsTo: number;
};

export type CueText = { readonly doc: Text; readonly cues: CueTable; readonly format: TranscriptFormat };

/** Longer subtitles are edited as text. */
const MAX_LINES = 40;
const MAX_LINE = 2000;

/** `start --> end` at the beginning of a timing line. */
const TIMES = /^([ \t]*)[\d:.,]+[ \t]*-->[ \t]*[\d:.,]+/;

const VOICE = /^<v(?:\.[^\s>]*)?[ \t]+([^<>]{1,100})>/;
const NAME = /^([^\s:<>][^:<>\n]{0,39}): /;

/** The opening of a subtitle that names its speaker, in each format. */
const speakerOf = (words: string, format: TranscriptFormat) => (format === 'vtt' ? VOICE : NAME).exec(words);

/** @returns undefined where the line has no times that can be read, such as while it is being typed */
export function readCue({ doc, cues, format }: CueText, cue: number): Cue | undefined {
  const number = cues.lines[cue];
  if (number === undefined || number > doc.lines) return undefined;
  const line = doc.line(number);
  const [all, before = ''] = TIMES.exec(line.text.slice(0, MAX_LINE)) ?? [];
  const times = all?.split('-->').map((time) => readTime(time));
  if (all === undefined || times?.[0] === undefined || times[1] === undefined) return undefined;
  const last = Math.min(doc.lines, (cues.lines[cue + 1] ?? Infinity) - 1, number + MAX_LINES);
  let end = number;
  while (end < last && doc.line(end + 1).length > 0) end += 1;
  const [wordsFrom, wordsTo] = end === number ? [line.to, line.to] : [doc.line(number + 1).from, doc.line(end).to];
  const raw = doc.sliceString(wordsFrom, Math.min(wordsTo, wordsFrom + MAX_LINE));
  const [opening = '', speaker = null] = speakerOf(raw, format) ?? [];
  return {
    startMs: times[0],
    endMs: times[1],
    speaker: speaker?.trim() ?? null,
    words: raw.slice(opening.length).replace(/<\/?[a-z][^<>]{0,100}>/gi, ''),
    from: line.from + before.length,
    to: line.from + all.length,
    wordsFrom,
    wordsTo,
  };
}

const arrow = (startMs: number, endMs: number, format: TranscriptFormat) => {
  const mark = format === 'vtt' ? '.' : ',';
  return `${formatTime(startMs, mark)} --> ${formatTime(endMs, mark)}`;
};

/** Sets times; a subtitle begins at 0 or later and does not end before it begins. */
export function setTimes({ from, to }: Cue, times: Pick<Cue, 'startMs' | 'endMs'>, format: TranscriptFormat): Splice[] {
  const startMs = Math.max(0, Math.round(times.startMs));
  return [{ from, to, insert: arrow(startMs, Math.max(startMs, Math.round(times.endMs)), format) }];
}

/** Splits a subtitle between two words near its middle; its time is shared by the length of the words. */
export function splitCue({ doc, format }: CueText, cue: Cue): Splice[] | undefined {
  const text = doc.sliceString(cue.wordsFrom, cue.wordsTo);
  const opening = speakerOf(text, format)?.[0] ?? '';
  const gaps = [...text.matchAll(/<[^<>]*>|\s+/g)].filter(({ 0: gap, index }) => index > opening.length && !gap.startsWith('<'));
  const middle = opening.length + (text.length - opening.length) / 2;
  const [gap] = gaps.toSorted((one, other) => Math.abs(one.index - middle) - Math.abs(other.index - middle));
  if (!gap) return undefined;
  const share = (gap.index - opening.length) / Math.max(1, text.length - opening.length);
  const at = Math.round(cue.startMs + (cue.endMs - cue.startMs) * share);
  const from = cue.wordsFrom + gap.index;
  return [
    { from: cue.from, to: cue.to, insert: arrow(cue.startMs, at, format) },
    { from, to: from + gap[0].length, insert: `\n\n${arrow(at, cue.endMs, format)}\n${opening}` },
  ];
}

/** Comments of WebVTT between two places; {@link mergeCues} keeps them. */
const commentsIn = (text: string) => text.split(/\n{2,}/).filter((block) => /^\n?NOTE(?:\s|$)/.test(block));

/** Merges two neighbours; comments between them follow. @returns undefined for two speakers */
export function mergeCues({ doc, format }: CueText, one: Cue, next: Cue): Splice[] | undefined {
  if (one.speaker !== next.speaker) return undefined;
  const text = doc.sliceString(next.wordsFrom, next.wordsTo);
  const opening = speakerOf(text, format)?.[0] ?? '';
  const words = text.slice(opening.length);
  const notes = format === 'vtt' ? commentsIn(doc.sliceString(one.wordsTo, next.from)) : [];
  return [
    { from: one.from, to: one.to, insert: arrow(Math.min(one.startMs, next.startMs), Math.max(one.endMs, next.endMs), format) },
    { from: one.wordsTo, to: next.wordsTo, insert: [words === '' ? '' : `\n${words}`, ...notes].join('\n\n') },
  ];
}

/** Every subtitle that {@link readCue} can read. */
const readAll = (text: CueText): Cue[] => Array.from(text.cues.lines, (_, cue) => readCue(text, cue)).filter((cue) => cue !== undefined);

/** Moves every subtitle. @returns those that would begin before 0 and therefore prevent it, or the changes */
export function shiftCues(text: CueText, offsetMs: number): { readonly early: readonly Cue[] } | { readonly splices: readonly Splice[] } {
  const cues = readAll(text);
  const early = cues.filter(({ startMs, endMs }) => Math.min(startMs, endMs) + offsetMs < 0);
  if (early.length > 0) return { early };
  const moved = ({ startMs, endMs }: Cue) => arrow(startMs + offsetMs, endMs + offsetMs, text.format);
  return { splices: cues.map((cue) => ({ from: cue.from, to: cue.to, insert: moved(cue) })) };
}

/** The names in a text, with how many subtitles each opens, most first. */
export function speakersOf(text: CueText): readonly (readonly [name: string, count: number])[] {
  const spoken = [...Map.groupBy(readAll(text), ({ speaker }) => speaker ?? '')];
  const counts = spoken.map(([name, cues]) => [name, cues.length] as const).filter(([name]) => name !== '');
  return counts.toSorted(([, one], [, other]) => other - one);
}

/** Gives a speaker another name wherever it opens a subtitle. */
export function renameSpeaker(text: CueText, name: string, next: string): Splice[] {
  return readAll(text).flatMap((cue): Splice[] => {
    if (cue.speaker !== name) return [];
    const line = text.doc.lineAt(cue.wordsFrom).text;
    const [opening = '', found = ''] = speakerOf(line, text.format) ?? [];
    const from = cue.wordsFrom + opening.lastIndexOf(found);
    return [{ from, to: from + found.length, insert: next }];
  });
}

/** Characters a second, as far as a subtitle has a length. */
export function readingSpeed({ words, startMs, endMs }: Cue): number {
  return endMs > startMs ? Math.round((words.replace(/\s+/g, ' ').length * 1000) / (endMs - startMs)) : 0;
}
