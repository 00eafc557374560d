import { createHash } from 'node:crypto';
import { parseTranscript, type TranscriptFormat } from '@app/subtitles';
import { expect, it } from '@jest/globals';
import { etagOf, RENDERER, TRANSCRIPT_FORMS, writeForm, type TranscriptForm } from './transcript-forms.js';

const SOURCES: Readonly<Record<TranscriptFormat, string>> = {
  srt: '1\n00:00:01,000 --> 00:00:02,000\n<font color="red"><I>Anna: One</I></font> & {\\an8}two\n\n2\n00:00:03,000 --> 00:00:04,000\n<laughs> --> {music}\nthree<br>four\n',
  vtt: 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Anna &#45;-><b>One</b> &amp; <c.x>two</c> &nbsp;&#x2192;\n\n00:03.000 --> 00:04.000\n<ruby>three<rt>3</rt></ruby> <laughs>\n',
};

/** A digest of what both sources become in every form. */
function digest(): string {
  const hash = createHash('sha256');
  for (const [format, source] of Object.entries(SOURCES) as [TranscriptFormat, string][]) {
    const outcome = parseTranscript(source, format);
    if (!outcome.ok) throw new Error(JSON.stringify(outcome));
    const head = { episodeId: 'e', number: 1, revision: 'r', format, byteSize: source.length, wordLevel: false };
    for (const form of Object.keys(TRANSCRIPT_FORMS) as TranscriptForm[]) hash.update(writeForm(outcome.subtitles, form, head));
  }
  return hash.digest('hex').slice(0, 16);
}

it('a change of what is rendered changes the ETag: when the digest differs, raise RENDERER and note both here', () => {
  expect({ RENDERER, digest: digest() }).toEqual({ RENDERER: 2, digest: '5ab536b7314fe50c' });
  expect(etagOf({ revision: 'r', wordLevel: false }, 'vtt')).toBe('"r.2.vtt"');
});
