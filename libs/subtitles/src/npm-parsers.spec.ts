import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from '@jest/globals';
import { build, stop } from 'esbuild';
import type { TranscriptFormat } from './defects.js';
import { parseTranscript } from './parse.js';

const require = createRequire(import.meta.url);

/** The result of a parser: how many subtitles, and how many complaints. */
type Reading = { readonly subtitles: number; readonly complaints: number };
type Parser = {
  readonly formats: readonly TranscriptFormat[];
  readonly read: (text: string, format: TranscriptFormat) => Reading | Promise<Reading>;
  /** The module to bundle for browsers, when that is possible. */
  readonly bundled?: string;
};
type List = readonly { readonly type: string }[];

const BOTH = ['vtt', 'srt'] as const;

/** Each as strict as it can be. */
const PARSERS: Readonly<Record<string, Parser>> = {
  '@app/subtitles': {
    formats: BOTH,
    read(text, format) {
      const outcome = parseTranscript(text, format);
      return { subtitles: outcome.ok ? outcome.subtitles.length : 0, complaints: outcome.ok ? 0 : outcome.defectCount };
    },
    bundled: `export { parseTranscript } from './index.ts'`,
  },
  'media-captions': {
    formats: BOTH,
    async read(text, type) {
      Object.assign(globalThis, { VTTCue: class {} }); // it makes cues of the browser's class
      type Parse = (text: string, options: object) => Promise<{ readonly cues: List; readonly errors: List }>;
      const { parseText } = (await import('media-captions')) as unknown as { parseText: Parse };
      const { cues, errors } = await parseText(text, { type, strict: true, errors: true });
      return { subtitles: cues.length, complaints: errors.length };
    },
    bundled: `export { parseText } from 'media-captions'`,
  },
  'subsrt-ts': {
    formats: BOTH,
    async read(text, format) {
      const { parse } = (await import('subsrt-ts')) as unknown as { parse: (text: string, options: object) => List };
      return { subtitles: parse(text, { format }).filter(({ type }) => type === 'caption').length, complaints: 0 };
    },
    bundled: `export { parse } from 'subsrt-ts'`,
  },
  '@plussub/srt-vtt-parser': {
    formats: BOTH,
    async read(text) {
      type Parse = (text: string) => { readonly entries: readonly object[] };
      const { parse } = (await import('@plussub/srt-vtt-parser')) as unknown as { parse: Parse };
      return { subtitles: parse(text).entries.length, complaints: 0 };
    },
    bundled: `export { parse } from '@plussub/srt-vtt-parser'`,
  },
  subtitle: {
    formats: BOTH,
    read(text) {
      const { parseSync } = require('subtitle') as { parseSync: (text: string) => List };
      return { subtitles: parseSync(text).filter(({ type }) => type === 'cue').length, complaints: 0 };
    },
  },
  'webvtt-parser': {
    formats: ['vtt'],
    read(text) {
      type Parser = new () => { parse: (text: string, mode: string) => { readonly cues: List; readonly errors: List } };
      const { WebVTTParser } = require('webvtt-parser') as { WebVTTParser: Parser };
      const { cues, errors } = new WebVTTParser().parse(text, 'subtitles/captions/descriptions');
      return { subtitles: cues.length, complaints: errors.length };
    },
    bundled: `export { WebVTTParser } from 'webvtt-parser'`,
  },
  'node-webvtt': {
    formats: ['vtt'],
    read(text) {
      const { parse } = require('node-webvtt') as { parse: (text: string) => { readonly cues: List } };
      return { subtitles: parse(text).cues.length, complaints: 0 }; // strict is the default
    },
    bundled: `export { parse } from 'node-webvtt'`,
  },
  'srt-parser-2': {
    formats: ['srt'],
    read(text) {
      const { default: Parser } = require('srt-parser-2') as { default: new () => { fromSrt: (text: string) => List } };
      return { subtitles: new Parser().fromSrt(text).length, complaints: 0 };
    },
    bundled: `export { default } from 'srt-parser-2'`,
  },
};

/** The columns of a row of the README: name, version, strictness, correct, size. */
type Row = { readonly version: string; readonly strictness: string; readonly correct: string; readonly size: string };

const README = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
const rows = (name: string): Row[] =>
  [...README.matchAll(/^\| \**([@\w/-]+)\** ([\d.]+)(?:, \w+)? +\| [\w ]+ \| ([\w ]+?) +\| ([\w ]+?) +\| ([\w. ]+?) +\|/gm)].flatMap(
    ([, named, version = '', strictness = '', correct = '', size = '']) => (named === name ? [{ version, strictness, correct, size }] : []),
  );

const corpus = process.env['TRANSCRIPT_CORPUS'] ?? '';
const manifest = join(corpus, 'manifest.json');
type Entry = {
  readonly file: string;
  readonly format: TranscriptFormat;
  readonly expected: { readonly verdict: 'accept' | 'reject'; readonly segments?: number };
};
const entries = existsSync(manifest) ? (JSON.parse(readFileSync(manifest, 'utf8')) as Entry[]) : [];

afterAll(() => stop());

describe.each(Object.entries(PARSERS))('the README compares %s as it is:', (name, { formats, read, bundled }) => {
  it('the README names version and size of each npm parser as they are', async () => {
    const { version } = JSON.parse(
      readFileSync(name === '@app/subtitles' ? join(import.meta.dirname, '../package.json') : locate(name), 'utf8'),
    ) as { version: string };
    const found = rows(name);
    expect(found.length).toBeGreaterThan(0);
    const size = bundled === undefined ? 'Node.js only' : `${((await sizeOf(bundled)) / 1000).toFixed(1)} kB`;
    for (const row of found) expect(row).toMatchObject({ version, size });
  });

  const given = entries.filter(({ format }) => formats.includes(format));
  if (given.length > 0) {
    it('the README names how many faulty files each npm parser reports, and how many valid ones it reads', async () => {
      const readings = await Promise.all(
        given.map(async ({ file, format }) => {
          const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(readFileSync(join(corpus, 'files', file)));
          return Promise.resolve()
            .then(() => read(text, format))
            .catch((): Reading => ({ subtitles: 0, complaints: 1 }));
        }),
      );
      const count = (verdict: string, holds: (reading: Reading, segments: number | undefined) => boolean) => {
        const of = given.flatMap(({ expected }, index) =>
          expected.verdict === verdict ? [holds(readings[index]!, expected.segments)] : [],
        );
        return `${of.filter(Boolean).length} of ${of.length}`;
      };
      const strictness = count('reject', ({ complaints }) => complaints > 0);
      const correct = count('accept', ({ subtitles, complaints }, segments) => complaints === 0 && subtitles === segments);
      for (const row of rows(name)) expect(row).toMatchObject({ strictness, correct });
    });
  }
});

function locate(name: string): string {
  return join(import.meta.dirname, '../../../node_modules', name, 'package.json');
}

/** Bytes of the parser alone, minified and gzipped. */
async function sizeOf(contents: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  });
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
}
