import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { build, stop } from 'esbuild';

/** The outcome of a file: how many characters its subtitles have in all forms, or the defects named and counted. */
type Outcome =
  { readonly ok: true; readonly written: number } | { readonly ok: false; readonly named: number; readonly defectCount: number };

/** Reads files as the lib's users do. In the tests' thread, Jest counts what runs, several times slower. */
const THREAD = `
  import { parentPort } from 'node:worker_threads';
  import { parseTranscript, repair, toPlainText, toPodcastJson, toSrt, toVtt } from './index.ts';
  parentPort.on('message', ({ content, isRepaired }) => {
    if (isRepaired) content = repair(content).content;
    const outcome = parseTranscript(content);
    if (outcome.ok) {
      const { subtitles, format } = outcome;
      parentPort.postMessage({ ok: true, written: [toVtt, toSrt, toPlainText, toPodcastJson].reduce((sum, write) => sum + write(subtitles, format).length, 0) });
    } else parentPort.postMessage({ ok: false, named: outcome.defects.length, defectCount: outcome.defectCount });
  });`;

let thread: Worker;

beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: { contents: THREAD, resolveDir: import.meta.dirname },
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
  });
  thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? '')}`), {
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 }, // as of the threads of transcripts
  });
});
afterAll(async () => {
  await thread.terminate();
  await stop();
});

async function outcomeOf(content: string, isRepaired = false): Promise<Outcome> {
  thread.postMessage({ content, isRepaired });
  const [outcome] = (await once(thread, 'message')) as [Outcome];
  return outcome;
}

const SIZE = 10_000_000;
const fill = (piece: string, head = '') => head + piece.repeat(Math.floor((SIZE - head.length) / piece.length));
const inCue = 'WEBVTT\n\n00:00.000 --> 00:01.000\n';
const families: readonly (readonly [string, () => string])[] = [
  ...['-->', '-->\n', '1', '1\n', '\n', '\r', ' ', '\n ', ' \n', '00:00:00.000 --> ', 'NOTE\n\n', '\0', 'a:b ', '00:01 '].flatMap((piece) => [
    [`${JSON.stringify(piece)} again and again`, () => fill(piece)] as const,
    [`${JSON.stringify(piece)} again and again as WebVTT`, () => fill(piece, 'WEBVTT\n\n')] as const,
  ]),
  ...['<v ', '<', '<>', '{>>', '&', 'a', '<v a>', '&amp;', ' \n', '\0', '\u00a0', '&#1', '<v a\n', '</v>'].map((piece) => [`${JSON.stringify(piece)} in one cue`, () => fill(piece, inCue)] as const),
  ...['a', 'ab  ', 'a&amp;', '\ta\n', 'x\r\n', '\0'].map((piece) => [`${JSON.stringify(piece)} as the name of a speaker`, () => `${fill(piece, `${inCue}<v `)}>x`] as const),
  ...['<i>', '<>', '{\\b}'].map((piece) => [`${JSON.stringify(piece)} in one subtitle of SRT`, () => fill(piece, '00:00:00,000 --> 00:00:01,000\n')] as const),
  ['digits as the hours', () => `${fill('9')}:00:00.000 --> 99:00:00.000`],
  ['spaces after a start time', () => fill(' ', '00:00:00.000')],
  ['settings', () => fill('a:b ', 'WEBVTT\n\n00:00.000 --> 00:01.000 ')],
  ['300,000 tiny cues', () => `WEBVTT\n\n${Array.from({ length: 300_000 }, (_, at) => `${10 + Math.floor(at / 3600)}:00:00.000-->99:00:00.001\n\n`).join('')}`.slice(0, SIZE)],
]; // prettier-ignore

it.each(families)('a hostile file of 10 MB gets a verdict (limits.json): %s', async (_, make) => {
  const outcome = await outcomeOf(make());
  // An accepted file can also be written.
  if (outcome.ok) expect(outcome.written).toBeGreaterThan(0);
  else expect(outcome.named).toBe(Math.min(100, outcome.defectCount));
});

const heads = ['', 'WEBVTT\n\n00:00.000 --> 00:01.000\nx', '00:00:00,000 --> 00:00:01,000\nx', 'WEBVTT\n\nSTYLE\n'];
const pieces = [
  ...' \t\u00a09<-&"\'[(:\n\r\ufeff\u200e\u2028',
  ...['\n ', '<v', '<v a><v b>', '{\\', '<br   ', 'NaN', '&#', '\n\nx', '-->', '->', '\nWEBVTT\n', '\n\nX-TIMESTAMP-MAP\n', '\n\n{', '\ufeff1\n', '\nNOTE\n', '\n00:00:01.000 --> 00:00:02.000\n'],
]; // prettier-ignore

it.each(heads)('what is behind %j is repaired by work that grows with its length', async (head) => {
  for (const piece of pieces) {
    const outcome = await outcomeOf(`${head}${piece.repeat(250_000 / piece.length)}x>`, true);
    if (!outcome.ok) expect(outcome.named).toBe(Math.min(100, outcome.defectCount));
  }
});
