import { type ErrorDetail, httpErrors } from '@app/http/errors';
import { parseTranscript, readChapterLines, secondsOf } from '@app/subtitles';
import { Parser } from 'htmlparser2';

const MAX_FAULTS = 100;

/** The forms of other tools, by media type, each with an example (contract 11.4). */
export const TEXT_EXAMPLES = {
  'text/plain': '0:00 Intro\n1:34.500 The sluice\n',
  'application/xml':
    '<psc:chapters version="1.2" xmlns:psc="http://podlove.org/simple-chapters">\n  <psc:chapter start="00:00:00.000" title="Intro"/>\n</psc:chapters>\n',
  'application/x-ffmetadata': ';FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=94500\ntitle=Intro\n',
  'text/vtt': 'WEBVTT\n\n00:00.000 --> 01:34.500\nIntro\n',
} as const;
export type TextType = keyof typeof TEXT_EXAMPLES;

/** A chapter as another tool wrote it; it is judged like one of a JSON document. */
type Given = { startTime?: number; endTime?: number; title?: string; url?: string; img?: string };

/** The chapters of a text as a JSON document has them, and the lines that could not be read. */
export type GivenChapters = { readonly chapters: readonly Given[]; readonly faults: readonly ErrorDetail[] };

const READERS: Readonly<Record<TextType, (text: string) => GivenChapters>> = {
  'text/plain': readLines,
  'application/xml': readPodlove,
  'application/x-ffmetadata': readFfmetadata,
  'text/vtt': readVtt,
};

export function readText(type: TextType, text: string): GivenChapters {
  return READERS[type](text.replace(/^\ufeff/, ''));
}

function readLines(text: string): GivenChapters {
  const { chapters, unread } = readChapterLines(text);
  const message = 'This line has no time and title, such as "01:02:03.500 Title".';
  return { chapters, faults: unread.slice(0, MAX_FAULTS).map((line) => fault(message, line)) };
}

/** Most elements within one another: the work of the XML parser for one grows with their number. */
const MAX_DEPTH = 64;

/** Podlove Simple Chapters: the elements `chapter`, whatever their prefix. */
function readPodlove(text: string): GivenChapters {
  const chapters: Given[] = [];
  const faults: ErrorDetail[] = [];
  let isPodlove = false;
  let depth = 0;
  const parser = new Parser(
    {
      onclosetag: () => (depth -= 1),
      onopentag: (tag, { start = '', title, href, image }) => {
        depth += 1;
        if (depth > MAX_DEPTH) parser.pause();
        const name = tag.slice(tag.indexOf(':') + 1);
        isPodlove ||= name === 'chapters';
        if (name !== 'chapter') return;
        const startTime = secondsOf(start);
        if (startTime !== undefined) chapters.push({ startTime, title, url: href, img: image });
        else if (faults.length < MAX_FAULTS) faults.push(fault(`start="${start.slice(0, 80)}" is no time, such as "00:01:02.500".`, null));
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(text);
  if (depth > MAX_DEPTH) faults.push(fault(`The elements are nested more than ${MAX_DEPTH} deep.`, null));
  else if (!isPodlove) faults.push(fault('The body has no element "chapters" of Podlove Simple Chapters.', null));
  else if (depth > 0) faults.push(fault('The document ends before all its elements are closed: its end is missing.', null));
  return { chapters, faults };
}

/** Metadata of FFmpeg: the sections `[CHAPTER]`, whose times count in `TIMEBASE`. */
function readFfmetadata(text: string): GivenChapters {
  const faults: ErrorDetail[] = [];
  if (!text.startsWith(';FFMETADATA')) faults.push(fault('The first line must begin with ";FFMETADATA".', 1));
  const chapters = text
    .replace(/\\\r?\n/g, '\\ ')
    .split(/^\[CHAPTER\][ \t]*$/m)
    .slice(1)
    .map((section) => ffmetadataChapter(section.split(/^\[/m, 1)[0] ?? ''));
  return { chapters, faults };
}

function ffmetadataChapter(section: string): Given {
  const keys = new Map<string, string>();
  for (const line of section.split(/\r?\n/)) {
    const mark = line.indexOf('=');
    if (mark > 0 && !/^[;#]/.test(line)) keys.set(line.slice(0, mark).trim().toLowerCase(), line.slice(mark + 1).replace(/\\(.)/g, '$1'));
  }
  const [numerator = 1, denominator = 1e9] = (keys.get('timebase') ?? '').split('/').filter(Boolean).map(Number);
  const seconds = (key: string) => {
    const value = keys.get(key);
    return value === undefined ? undefined : (Number(value) * numerator) / denominator;
  };
  const [startTime, endTime] = [seconds('start'), seconds('end')];
  const hasEnd = startTime !== undefined && endTime !== undefined && endTime !== startTime;
  return { startTime, title: keys.get('title'), ...(hasEnd && { endTime }) };
}

/** The cues of a WebVTT file of the kind `chapters`. */
function readVtt(text: string): GivenChapters {
  const outcome = parseTranscript(text, 'vtt');
  if (!outcome.ok) return { chapters: [], faults: outcome.defects.map(({ message, line }) => fault(message, line)) };
  const chapters = outcome.subtitles.map(({ startMs, endMs, text: words }) => ({
    startTime: startMs / 1000,
    ...(endMs > startMs && { endTime: endMs / 1000 }),
    title: words.replace(/<[^<>]*>/g, '').split('\n').map((line) => line.trim()).join(' ').trim(), // prettier-ignore
  }));
  return { chapters, faults: [] };
}

function fault(message: string, line: number | null): ErrorDetail {
  return { ...httpErrors.invalid.detail(message, null), ...(line !== null && { line }) };
}
