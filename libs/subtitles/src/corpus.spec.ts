import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { TranscriptFormat } from './defects.js';
import { parseTranscript } from './parse.js';
import { repair } from './repair/repair.js';
import { toSrt, toVtt } from './write.js';

type Expected =
  | { readonly verdict: 'accept'; readonly segments: number; readonly speakers: readonly string[] }
  | {
      readonly verdict: 'reject';
      readonly reasons: readonly string[];
      readonly errors: readonly { readonly code: string; readonly line: number; readonly subtitle?: number }[];
    };

type Entry = {
  readonly file: string;
  readonly format: TranscriptFormat;
  readonly expected: Expected;
  readonly spec?: { readonly times?: readonly (readonly [number, number])[] };
  readonly reference?: { readonly times?: readonly (readonly [number, number])[] };
};

const corpus = process.env['TRANSCRIPT_CORPUS'];

if (corpus === undefined || !existsSync(join(corpus, 'manifest.json'))) {
  console.info('TRANSCRIPT_CORPUS names no folder with a manifest.json: the real files are not tried.');
  it('the corpus of real files needs TRANSCRIPT_CORPUS', () => {
    expect(corpus === undefined || !existsSync(join(corpus, 'manifest.json'))).toBe(true);
  });
} else {
  const entries = JSON.parse(readFileSync(join(corpus, 'manifest.json'), 'utf8')) as Entry[];

  /** Nothing, no subtitle at all, or times that nobody could tell. */
  const hopeless =
    /empty|whitespace|notes-only|blank-file|signature-(?:no|space|tab)|html|plain-text|invalid_format1|timings-eof|sample-file-captions|bad_timestamps|bad_cue_header/;

  it('of the refused files that a person could repair, six of ten are repaired', () => {
    const refused = entries.filter(({ file, expected }) => expected.verdict === 'reject' && !hopeless.test(file));
    const repaired = refused.filter(({ file, format }) => repair(readFileSync(join(corpus, 'files', file)), format).ok);
    expect(repaired.length / refused.length).toBeGreaterThanOrEqual(0.6);
  });

  it('accepted files are not changed by a repair', () => {
    for (const { file, format, expected } of entries) {
      if (expected.verdict !== 'accept') continue;
      const bytes = readFileSync(join(corpus, 'files', file));
      expect([file, repair(bytes.toString(), format)]).toEqual([
        file,
        expect.objectContaining({ ok: true, content: bytes.toString(), changes: [] }),
      ]);
    }
  });

  describe.each(entries)('$file', ({ file, format, expected, spec, reference }) => {
    const outcome = parseTranscript(readFileSync(join(corpus, 'files', file)).toString('utf8'), format);

    if (expected.verdict === 'accept') {
      it('a file of the corpus is accepted with the expected subtitles, times and speakers', () => {
        const subtitles = outcome.ok ? outcome.subtitles : [];
        const times = (reference ?? spec)?.times;
        expect(outcome).toMatchObject({ ok: true, format });
        expect(subtitles).toHaveLength(expected.segments);
        expect([...new Set(subtitles.flatMap(({ speaker }) => speaker ?? []))]).toEqual(expected.speakers);
        if (times) expect(subtitles.map(({ startMs, endMs }) => [startMs, endMs])).toEqual(times);
      });

      it('a file of the corpus is the same after it was given back', () => {
        const subtitles = outcome.ok ? outcome.subtitles : [];
        const back = format === 'vtt' ? toVtt(subtitles) : toSrt(subtitles, 'srt');
        expect(parseTranscript(back, format)).toEqual(outcome);
      });
    } else {
      it(`a file of the corpus is rejected: ${expected.reasons.join(', ')}`, () => {
        const defects = outcome.ok ? [] : outcome.defects;
        const reasons = expected.reasons.flatMap((reason) => reason.split('|'));
        // Where several reasons would do, `errors` has an entry for each way of seeing it.
        const due = expected.errors.filter(
          ({ code }) => reasons.length === 1 || code !== 'bad_format' || defects[0]?.code === 'bad_format',
        );
        expect(reasons).toContain(defects.find(({ code }) => reasons.includes(code))?.code);
        for (const error of due) expect(defects).toContainEqual(expect.objectContaining(error));
      });
    }
  });
}
