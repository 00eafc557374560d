/**
 * The transcript parser against those of npm, against decoding the same bytes, and on hostile input. Ours reads the bytes of a file as
 * an upload does, checks every rule of docs/transcripts.md. The parsers of npm get the
 * file decoded, and check little or nothing.
 */
import { createRequire } from 'node:module';
import { parseTranscript, scanTranscript } from '@app/subtitles';
import { against, alone, type Row } from './measure.ts';
import { median } from './stats.ts';

const require = createRequire(import.meta.url);
const BYTES = 10_000_000;
const SUBTITLES = 20_000;
const NAMES = { vtt: 'WebVTT', srt: 'SRT' } as const;
/** A parser that takes longer once is left out. */
const PEER_TIMEOUT_MS = 15_000;

const WORDS =
  'And so we went down to the harbour — it was early, and the café was not open yet — to ask whether anybody had seen the boat come in. '.split(
    ' ',
  );

export function transcript(format: 'vtt' | 'srt', ascii: boolean) {
  const clock = (ms: number) => {
    const two = (value: number) => String(value).padStart(2, '0');
    const mark = format === 'vtt' ? '.' : ',';
    return `${two(Math.floor(ms / 3_600_000))}:${two(Math.floor(ms / 60_000) % 60)}:${two(Math.floor(ms / 1000) % 60)}${mark}${String(ms % 1000).padStart(3, '0')}`;
  };
  const cues = [];
  let word = 0;
  for (let index = 0; index < SUBTITLES; index++) {
    let text = '';
    for (let line = 0; text.length < BYTES / SUBTITLES - 120; line = 0) {
      while (line < 70) {
        const next = WORDS[word++ % WORDS.length] ?? '';
        text += `${next} `;
        line += next.length + 1;
      }
      text = `${text.trimEnd()}\n`;
    }
    const voice = format === 'vtt' && index % 4 === 0 ? '<v Ann>' : '';
    cues.push(`${format === 'srt' ? `${index + 1}\n` : ''}${clock(index * 1000)} --> ${clock(index * 1000 + 900)}\n${voice}${text}\n`);
  }
  const file = (format === 'vtt' ? 'WEBVTT\n\n' : '') + cues.join('');
  return ascii ? file.replaceAll('—', '-').replaceAll('é', 'e') : file;
}

export const PEERS: Record<'vtt' | 'srt', Record<string, () => Promise<(text: string) => unknown>>> = {
  vtt: {
    'node-webvtt': () => Promise.resolve(require('node-webvtt').parse),
    'webvtt-parser': () => {
      const { WebVTTParser } = require('webvtt-parser');
      return Promise.resolve((text) => new WebVTTParser().parse(text, 'subtitles/captions/descriptions'));
    },
    'subsrt-ts': async () => (await import('subsrt-ts')).parse,
    '@plussub/srt-vtt-parser': async () => (await import('@plussub/srt-vtt-parser')).parse,
    'media-captions': async () => mediaCaptions('vtt'),
  },
  srt: {
    subtitle: () => Promise.resolve(require('subtitle').parseSync),
    'subsrt-ts': async () => (await import('subsrt-ts')).parse,
    '@plussub/srt-vtt-parser': async () => (await import('@plussub/srt-vtt-parser')).parse,
    'media-captions': async () => mediaCaptions('srt'),
    'srt-parser-2': async () => {
      const module = await import('srt-parser-2');
      const Parser = (module.default as any)?.default ?? module.default;
      return (text) => new Parser().fromSrt(text);
    },
  },
};

async function mediaCaptions(type: 'vtt' | 'srt') {
  // It makes cues of the browser's class.
  Object.assign(globalThis, { VTTCue: (globalThis as any).VTTCue ?? class {} });
  // Its declarations import without file extensions, which `nodenext` does not resolve.
  type ParseText = (text: string, options: { type: 'vtt' | 'srt' }) => Promise<object>;
  const { parseText } = (await import('media-captions')) as unknown as { parseText: ParseText };
  return (text: string) => parseText(text, { type });
}

/** The families of hostile input, 10 MB each. @returns */
function hostile(): [string, () => string][] {
  const fill = (piece: string, head = '') => head + piece.repeat(Math.floor((BYTES - head.length) / piece.length));
  const cue = 'WEBVTT\n\n00:00.000 --> 00:01.000\n';
  const families: [string, () => string][] = [];
  for (const piece of ['-->', '-->\n', '7', '1\n', '\n', '\r', ' ', '\n ', '00:00:00.000 --> ', 'NOTE\n\n', '\0']) {
    families.push([JSON.stringify(piece), () => fill(piece)], [`${JSON.stringify(piece)}, WebVTT`, () => fill(piece, 'WEBVTT\n\n')]);
  }
  for (const piece of ['<v ', '<', '{>>', '&', 'a']) families.push([`${JSON.stringify(piece)} in one cue`, () => fill(piece, cue)]);
  return [
    ...families,
    ['digits as the hours', () => `${fill('9')}:00:00.000 --> 99:00:00.000`],
    ['spaces after a start time', () => fill(' ', '00:00:00.000')],
    ['settings', () => fill('a:b ', 'WEBVTT\n\n00:00.000 --> 00:01.000 ')],
    [
      '300,000 tiny cues',
      () => `WEBVTT\n\n${Array.from({ length: 300_000 }, (_, at) => `${10 + at}:00:00.000 --> ${10 + at}:00:00.001\n\n`).join('')}`,
    ],
  ];
}

/** Reads the bytes of a file as an upload does. */
export function readBytes(bytes: Buffer, format: 'vtt' | 'srt'): void {
  const { count, defects } = scanTranscript(bytes.toString(), { format, onSubtitle: () => undefined });
  if (count !== SUBTITLES || defects.length > 0) throw new Error(`The file to measure with is not valid: ${defects[0]?.message}`);
}

function timed(work: () => unknown): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

/** Median milliseconds of two kinds of work that take turns. */
function medians(rounds: number, first: () => unknown, second: () => unknown): readonly [number, number] {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    times[0].push(timed(first));
    times[1].push(timed(second));
  }
  return [median(times[0]), median(times[1])];
}

async function againstPeers(format: 'vtt' | 'srt', rounds: number): Promise<Row[]> {
  const bytes = Buffer.from(transcript(format, false));
  const text = bytes.toString();
  const rows: (Row & { readonly peer: number })[] = [];
  for (const [peer, load] of Object.entries(PEERS[format])) {
    const parse = await load();
    if (timed(() => parse(text)) > PEER_TIMEOUT_MS) continue;
    const [ours, theirs] = medians(
      rounds,
      () => readBytes(bytes, format),
      () => parse(text),
    );
    const name = `parse ${NAMES[format]}: speed against ${peer}`;
    rows.push({ name, ours, peer: theirs, ratio: theirs / ours, bar: null, aim: null, unit: 'ms', better: 'higher' });
  }
  const fastest = rows.toSorted((one, other) => one.peer - other.peer)[0];
  if (!fastest) return rows;
  const name = fastest.name.replace(/against (.*)/, 'against the fastest of npm ($1)');
  return [...rows, { ...fastest, name, bar: 0.8, aim: 1.2 }];
}

function againstDecoding(format: 'vtt' | 'srt', ascii: boolean, rounds: number): Row {
  const bytes = Buffer.from(transcript(format, ascii));
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const [least, ours] = medians(
    rounds,
    () => decoder.decode(bytes),
    () => readBytes(bytes, format),
  );
  const name = `parse ${NAMES[format]}${ascii ? ' of ASCII alone' : ''}: time against decoding the bytes`;
  return against(name, ours, least, { bar: ascii ? null : 3.5, aim: ascii ? null : 1.5, unit: 'ms' });
}

function slowestHostile(): Row {
  let slowest = { name: '', ms: 0 };
  const families = hostile();
  for (const [name, make] of families) {
    const text = Buffer.from(make()).toString();
    const ms = median([1, 2, 3].map(() => timed(() => parseTranscript(text))));
    if (ms > slowest.ms) slowest = { name, ms };
  }
  const seconds = slowest.ms / 1000;
  const name = `slowest of ${families.length} hostile families of 10 MB: ${slowest.name}`;
  return { ...alone(name, seconds, { bar: 1.5, aim: 0.3, unit: 's' }), ratio: seconds };
}

export async function run({ quick }: { quick: boolean }): Promise<Row[]> {
  const rounds = quick ? 5 : 15;
  const formats = ['vtt', 'srt'] as const;
  // The first runs compile the code.
  for (const format of formats) for (let round = 0; round < 5; round++) readBytes(Buffer.from(transcript(format, false)), format);
  const rows: Row[] = [];
  for (const format of formats) {
    rows.push(...(await againstPeers(format, rounds)));
    rows.push(...[false, true].map((ascii) => againstDecoding(format, ascii, rounds)));
  }
  return [...rows, slowestHostile()];
}

if (process.argv[1] === import.meta.filename) {
  for (const { name, ours, peer, ratio, bar } of await run({ quick: process.argv.includes('--quick') })) {
    console.log(name.padEnd(70), ours.toFixed(2), peer?.toFixed(2) ?? '-', 'ratio', ratio?.toFixed(2), 'bar', bar);
  }
}
