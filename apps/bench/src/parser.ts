/**
 * The transcript parser against those of npm, against decoding the same bytes, and on input that is out to take for ever. All
 * parsers get the same string; ours alone checks every rule of docs/transcripts.md while it reads.
 */
import { createRequire } from 'node:module';
import { parseTranscript } from '@app/subtitles';
import { median } from './stats.ts';

const require = createRequire(import.meta.url);
const BYTES = 10_000_000;
const SUBTITLES = 20_000;
/** A parser that has not come back after so many milliseconds once is not asked again. */
const PATIENCE_MS = 15_000;

const WORDS =
  'And so we went down to the harbour — it was early, and the café was not open yet — to ask whether anybody had seen the boat come in. '.split(
    ' ',
  );

function transcript(format: 'vtt' | 'srt', ascii: boolean) {
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

/** @type {Record<'vtt' | 'srt', Record<string, () => Promise<(text: string) => unknown>>>} the first of each is the one to beat */
const PEERS: Record<'vtt' | 'srt', Record<string, () => Promise<(text: string) => unknown>>> = {
  vtt: {
    'node-webvtt': async () => require('node-webvtt').parse,
    'webvtt-parser': async () => {
      const { WebVTTParser } = require('webvtt-parser');
      return (text) => new WebVTTParser().parse(text, 'subtitles/captions/descriptions');
    },
    'subsrt-ts': async () => (await import('subsrt-ts')).parse,
    '@plussub/srt-vtt-parser': async () => (await import('@plussub/srt-vtt-parser')).parse,
    'media-captions': async () => mediaCaptions('vtt'),
  },
  srt: {
    subtitle: async () => require('subtitle').parseSync,
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
  const { parseText } = await import('media-captions');
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

function timed(work: () => unknown): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

export async function run({ quick }: { quick: boolean }): Promise<
  {
    name: string;
    ours: number;
    peer: number | null;
    ratio: number | null;
    bar: number | null;
    aim: number | null;
    unit: string;
    better: 'lower' | 'higher';
  }[]
> {
  const rounds = quick ? 5 : 15;
  const rows = [];
  for (const format of ['vtt', 'srt'] as const) {
    const name = format === 'vtt' ? 'WebVTT' : 'SRT';
    const text = Buffer.from(transcript(format, false)).toString();
    const peers = Object.entries(PEERS[format]);
    for (const [at, [peer, load]] of peers.entries()) {
      const parse = await load();
      const outcome = parseTranscript(text, format);
      if (!outcome.ok) throw new Error(`The transcript to measure with is not valid: ${outcome.defects[0]?.message}`);
      if (timed(() => parse(text)) > PATIENCE_MS) continue;
      const ours: number[] = [];
      const theirs: number[] = [];
      for (let round = 0; round < rounds; round++) {
        ours.push(timed(() => parseTranscript(text, format)));
        theirs.push(timed(() => parse(text)));
      }
      const [mine, other] = [median(ours), median(theirs)];
      // Speed: how many times as fast we are.
      rows.push({ name: `parse ${name}: speed against ${peer}`, ours: mine, peer: other, ratio: other / mine, bar: at === 0 ? 1 : null, aim: at === 0 ? 2 : null, unit: 'ms', better: ('higher' as const) }); // prettier-ignore
    }
    for (const ascii of [false, true]) {
      const bytes = Buffer.from(transcript(format, ascii));
      const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
      const ours: number[] = [];
      const floor: number[] = [];
      for (let round = 0; round < rounds; round++) {
        let decoded = '';
        floor.push(timed(() => (decoded = decoder.decode(bytes))));
        ours.push(timed(() => parseTranscript(decoded, format)));
      }
      const [mine, least] = [median(ours), median(floor)];
      rows.push({ name: `parse ${name}${ascii ? ' of ASCII alone' : ''}: time against decoding the bytes`, ours: mine, peer: least, ratio: mine / least, bar: ascii ? null : 3.5, aim: ascii ? null : 2, unit: 'ms', better: ('lower' as const) }); // prettier-ignore
    }
  }
  let slowest = { name: '', ms: 0 };
  const families = hostile();
  for (const [name, make] of families) {
    const text = Buffer.from(make()).toString();
    const ms = median([1, 2, 3].map(() => timed(() => parseTranscript(text))));
    if (ms > slowest.ms) slowest = { name, ms };
  }
  rows.push({ name: `slowest of ${families.length} hostile families of 10 MB: ${slowest.name}`, ours: slowest.ms / 1000, peer: null, ratio: slowest.ms / 1000, bar: 1.5, aim: 0.5, unit: 's', better: ('lower' as const) }); // prettier-ignore
  return rows;
}

if (process.argv[1] === import.meta.filename) {
  for (const { name, ours, peer, ratio, bar } of await run({ quick: process.argv.includes('--quick') })) {
    console.log(name.padEnd(70), ours.toFixed(2), peer?.toFixed(2) ?? '-', 'ratio', ratio?.toFixed(2), 'bar', bar);
  }
}
