import type { TranscriptFormat } from '../defects.js';
import type { Change } from './change.js';
import { ASIDE, hasVttSignature } from '../reading/vtt.js';
import type { Line } from './document.js';
import { readLoosely } from './loose-timing.js';

/** A first line that is meant as the signature of WebVTT, in any case and with anything behind it. */
const MEANT_AS_SIGNATURE = /^(?:web[-_ ]?vtt|vtt(?=\s|$))/i;

/** The format of a file, and its lines with the signature that the format needs. */
export function repairSignature(
  lines: readonly Line[],
  declared: TranscriptFormat | undefined,
  changes: Change[],
): { readonly format: TranscriptFormat; readonly lines: readonly Line[] } {
  const first = lines.findIndex(({ text }) => withoutJunk(text) !== '');
  const line = lines[first];
  if (!line) return { format: declared ?? 'srt', lines };
  const text = withoutJunk(line.text);
  const [meant = ''] = MEANT_AS_SIGNATURE.exec(text) ?? [];
  const isStrict = first === 0 && hasVttSignature(line.text, 0);
  const isNote = declared === undefined && ASIDE.test(text);
  if (declared !== 'vtt' && !isNote && (meant.length < 6 || (declared === 'srt' && !isStrict))) return { format: 'srt', lines };
  if (declared === 'srt') {
    changes.push({ code: 'format_corrected', line: line.number, message: 'The file is WebVTT, not SRT' });
  }
  const end = line.end || '\n';
  const rest = text.slice(meant.length);
  if (meant !== '' && readLoosely(rest, 'vtt')) {
    changes.push({ code: 'signature_added', line: line.number, message: 'The signature is parted from the timing line behind it' });
    const parted = ['WEBVTT', '', rest.trim()].map((words) => ({ text: words, end, number: line.number }));
    return { format: 'vtt', lines: [...parted, ...lines.slice(first + 1)] };
  }
  if (isStrict) return { format: 'vtt', lines };
  if (meant === '') {
    changes.push({ code: 'signature_added', line: 1, message: 'The signature "WEBVTT" is added as the first line' });
    const added = ['WEBVTT', ''].map((words) => ({ text: words, end, number: line.number }));
    return { format: 'vtt', lines: [...added, ...lines.slice(first)] };
  }
  const signature = `WEBVTT${rest === '' || /^[ \t]/.test(rest) ? rest : ` ${rest}`}`;
  changes.push({ code: 'signature_added', line: line.number, message: `The signature is written as "WEBVTT" at the start of the file` });
  return { format: 'vtt', lines: [{ ...line, text: signature }, ...lines.slice(first + 1)] };
}

function withoutJunk(text: string): string {
  return text.replace(/^[\s\ufeff]+/, '');
}
