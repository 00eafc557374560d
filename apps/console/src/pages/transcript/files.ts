import { asBytes } from '../../parts/format.ts';
import { t } from '../../texts/language.ts';
import type { LiveJudge } from './judging/live-judge.ts';

/** Bytes of the largest file that is opened: 10 MiB of text take twice that in UTF-16. */
const MAX_FILE_BYTES = 2 * 10_485_760 + 2;

/** Characters that are looked at to tell a text from a picture or a sound. */
const SAMPLE = 65_536;

/** Reads a file. @returns its text, or why it is no transcript */
export async function readTranscript(judge: LiveJudge, file: File): Promise<{ readonly text: string; readonly encoding: string } | string> {
  if (file.size > MAX_FILE_BYTES) return t('“{0}” has {1}; a transcript may have at most 10 MiB.', file.name, asBytes(file.size));
  const bytes = new Uint8Array(await file.arrayBuffer());
  const read = await judge.run((reader) => reader.decode(bytes));
  return isTranscript(read.text) ? read : t('“{0}” is no transcript: it is not a text with times.', file.name);
}

/** Whether a file is a text with times: everything else is none that becomes a transcript. */
function isTranscript(text: string): boolean {
  const sample = text.slice(0, SAMPLE);
  const odd = sample.match(/[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f]/g)?.length ?? 0; // eslint-disable-line no-control-regex
  return odd <= sample.length / 50 && /\d{1,2}[:.]\d{1,2}|^\uFEFF?WEBVTT/u.test(text);
}
