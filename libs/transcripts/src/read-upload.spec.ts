import { describe, expect, it } from '@jest/globals';
import { hasTooMuchStructure, readTranscript, readUpload } from './read-upload.js';
import { etagOf } from './transcript-forms.js';

const VTT = 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Zoë & Co>“Où”\u00a0&nbsp;&#x1F600; 语\n\n00:03.000 --> 00:04.000\né\n';

const bodyOf = (json: string) => new TextEncoder().encode(json);

it('a body that is not valid UTF-8 is read with U+FFFD in place of what is wrong', () => {
  const body = Buffer.from('{"content":"00:01 --> 00:02\\né"}', 'latin1');
  expect(readUpload(new Uint8Array(body))).toMatchObject({ ok: true, segmentCount: 1 });
});

it('characters as escapes in a body are the characters', () => {
  const escaped = JSON.stringify({ content: VTT }).replace(/[^\0-\x7f]/g, (character) =>
    `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  ); // prettier-ignore
  expect(readUpload(bodyOf(escaped))).toEqual(readTranscript(VTT, undefined));
});

it('an error of a field names it with its own characters', () => {
  expect(readUpload(bodyOf('{"été":1,"format":"ass"}'))).toMatchObject({
    message: 'The body is not valid.',
    errors: [
      { field: 'été', code: 'unknown_field' },
      { field: 'content', code: 'required' },
      { field: 'format', code: 'invalid' },
    ],
  });
});

it('the size of a file is judged before its format', () => {
  const body = bodyOf(JSON.stringify({ format: 'ass', content: 'x'.repeat(10_485_761) }));
  expect(readUpload(body)).toMatchObject({ ok: false, errors: [{ field: 'content', code: 'too_large' }] });
});

it.each([100, 101])('of %d defects at most a hundred are described, and it is said whether there are more', (count) => {
  const content = Array.from({ length: count }, (_, n) => `${n + 1}\n00:00:05,000 --> 00:00:0${n % 5},${String(n).padStart(3, '0')}\nx\n`).join('\n'); // prettier-ignore
  const outcome = readTranscript(content, undefined);
  expect(outcome).toMatchObject({ ok: false, truncated: count > 100 });
  expect(!outcome.ok && outcome.errors).toHaveLength(100);
});

it('the ETags of a transcript differ by version and form, and by word-level timings where they are shown', () => {
  const of = (revision: string, wordLevel: boolean) =>
    (['json', 'vtt', 'srt'] as const).map((form) => etagOf({ revision, wordLevel }, form));
  expect(new Set([...of('a', false), ...of('b', false)]).size).toBe(6);
  expect(of('a', true)).toEqual([expect.not.stringMatching(`^${of('a', false)[0]}$`), ...of('a', false).slice(1)]);
});

describe('the structure of a body', () => {
  it.each([
    ['a long string', JSON.stringify({ content: '[{,:'.repeat(1_000_000) })],
    ['a string of quotes', JSON.stringify({ content: '"\\'.repeat(1_000_000) })],
    ['a string of backslashes', JSON.stringify({ content: '\\'.repeat(3_000_000), format: 'srt' })],
    ['as much as a small body has', `[${'1,'.repeat(499_000)}1]`],
    ['white space', `{${'\r\n \t'.repeat(1_000_000)}"content": ""}`],
    ['nothing', ''],
    ['a string without an end', `"${'x'.repeat(2_000_000)}`],
  ])('the structure of a body lets %s pass', (_, json) => expect(hasTooMuchStructure(bodyOf(json))).toBe(false));

  it.each([
    ['nested arrays', '['.repeat(1_500_000)],
    ['many members', JSON.stringify(Object.fromEntries(Array.from({ length: 600_000 }, (_, key) => [key, 0])))],
    ['many short strings', `[${'"",'.repeat(1_100_000)}""]`],
    ['what comes after a string of backslashes', `"${'\\\\'.repeat(1000)}"${'[]'.repeat(600_000)}`],
    ['a string that ends after an escaped quote', `"\\"x"${'[]'.repeat(600_000)}`],
  ])('the structure of a body stops %s', (_, json) => expect(hasTooMuchStructure(bodyOf(json))).toBe(true));
});
