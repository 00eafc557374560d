import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { tidy } from './reading/cue-text.js';
import { parseTranscript } from './parse.js';
import { toSrt, toVtt } from './write.js';
import type { Subtitle } from './collector.js';

/** Pieces of files that are nearly right, and text that could be mistaken for syntax. */
const pieces = fc.constantFrom(
  'WEBVTT', '\n', '\n\n', '\r', '\r\n', ' ', '\t', '-->', ' --> ', '00:00:01.000', '00:00:02,500', '1:2:3', '59:59.999', '00:60.000',
  '1', '42', '-', ':', ',', '.', '<v Ann>', '<v.loud Ben>', '<v', '<v>', '</v>', '<i>', '</i>', '<c.x>', '<00:01.000>', '<', '>', '&', '&amp;', '&lt;',
  '&gt;', '&nbsp;', '&#10;', '&#13;', '&#0;', '&#x1F600;', '&#xD800;', ';', 'NOTE', 'STYLE', 'REGION', 'words', 'é', '😀', '\ud800', '\ufeff', '\0', '\ufffd', '\u00a0', '\u2028',
); // prettier-ignore
const nearlyFile = fc.array(pieces, { maxLength: 60 }).map((all) => all.join(''));
const vttFile = fc
  .array(fc.oneof(pieces, fc.constant('\n\n00:00:01.000 --> 00:00:02.000\n')))
  .map((all) => `WEBVTT\n\n00:00.000 --> 00:01.000\n${all.join('')}`);

/** A transcript that a parser can have stored: tidy text, times in order and all different. */
const text = fc
  .array(
    pieces.filter((piece) => piece !== '\r' && piece !== '\r\n' && piece !== '\0'),
    { maxLength: 12 },
  )
  .map((all) => tidy(all.join('')));
const subtitlesOf = (words: fc.Arbitrary<string>, speaker: fc.Arbitrary<string | null>) =>
  fc
    .uniqueArray(fc.record({ startMs: fc.nat(400_000_000), length: fc.integer({ min: 0, max: 60_000 }), speaker, text: words }), {
      selector: ({ startMs }) => startMs,
      minLength: 1,
      maxLength: 8,
    })
    .map((all): Subtitle[] => all.map(({ startMs, length, ...rest }) => ({ startMs, endMs: startMs + length, ...rest })));
const name = fc.array(pieces, { minLength: 1, maxLength: 5 }).map((all) => all.join('').replace(/[\s\0]+/g, ' ').trim() || 'Ann'); // prettier-ignore

describe('any text', () => {
  it.each(['vtt', 'srt', undefined] as const)('any text as %s has an outcome that says all', (format) => {
    fc.assert(
      fc.property(fc.oneof(nearlyFile, vttFile, fc.string({ unit: 'binary' })), (content) => {
        const outcome = parseTranscript(content, format);
        if (outcome.ok) {
          expect(outcome.subtitles.length).toBeGreaterThan(0);
          for (const { startMs, endMs, text: words } of outcome.subtitles) {
            expect(Number.isSafeInteger(startMs) && startMs <= endMs).toBe(true);
            expect(tidy(words)).toBe(words);
            expect(words).not.toContain('\0');
          }
        } else {
          expect(outcome.defects.length).toBe(Math.min(outcome.defectCount, 100));
          for (const { line, message } of outcome.defects) {
            expect(message.length).toBeLessThan(400);
            expect(line === null || line >= 1).toBe(true);
          }
          const lines = outcome.defects.map(({ line }) => line ?? 0);
          expect(lines).toEqual([...lines].sort((a, b) => a - b));
        }
      }),
      { numRuns: 3000 },
    );
  });
});

describe('a transcript that was given back', () => {
  it('a transcript that was given back as WebVTT parses to the same subtitles', () => {
    fc.assert(
      fc.property(subtitlesOf(text, fc.option(name)), (subtitles) => {
        expect(parseTranscript(toVtt(subtitles), 'vtt')).toEqual({ ok: true, format: 'vtt', subtitles });
      }),
      { numRuns: 3000 },
    );
  });

  it.each(['vtt', 'srt'] as const)('a transcript that was given back is the same when it came as %s', (format) => {
    fc.assert(
      fc.property(fc.oneof(nearlyFile, vttFile), (content) => {
        const outcome = parseTranscript(content, format);
        if (!outcome.ok) return;
        const back = format === 'vtt' ? toVtt(outcome.subtitles) : toSrt(outcome.subtitles, 'srt');
        expect(parseTranscript(back, format)).toEqual(outcome);
      }),
      { numRuns: 6000 },
    );
  });

  it('a transcript that was given back in the other format has the same times', () => {
    fc.assert(
      fc.property(subtitlesOf(text, fc.option(name)), (subtitles) => {
        const times = subtitles.map(({ startMs, endMs }) => [startMs, endMs]);
        const back = parseTranscript(toSrt(subtitles, 'vtt'), 'srt');
        expect(back.ok && back.subtitles.map(({ startMs, endMs }) => [startMs, endMs])).toEqual(times);
      }),
      { numRuns: 3000 },
    );
  });
});
