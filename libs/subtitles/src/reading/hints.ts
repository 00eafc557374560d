import type { TranscriptFormat } from '../defects.js';
import { FRAMES, readLoosely } from '../repair/loose-timing.js';
import { invisibleHint, MAX_HINT, withoutDisguise } from './disguise.js';

/** Characters of a block that are looked at for a line that is meant as a timing line. */
const MAX_BLOCK = 4000;

/** An untimed block: where it begins and ends, and the number of its first line. */
type Block = { readonly text: string; readonly start: number; readonly end: number; readonly number: number };

/** Names the line of an untimed block that is meant as its timing line, and its fault; empty where there is none. */
export function timingHint({ text, start, end, number }: Block, format: TranscriptFormat): string {
  const lines = text.slice(start, Math.min(end, start + MAX_BLOCK)).split(/\r\n|\r|\n/);
  const at = lines.findIndex((line) => readLoosely(line, format) !== undefined);
  if (at < 0) return '';
  return `; line ${number + at} looks like one, but ${faultsOf((lines[at] ?? '').slice(0, MAX_HINT), format)}`;
}

function faultsOf(line: string, format: TranscriptFormat): string {
  if (FRAMES.test(line)) return 'it counts frames (MicroDVD): convert the file to SRT';
  const faults = [
    ...(invisibleHint(line) === '' ? [] : [invisibleHint(line).replace(/^; /, '')]),
    ...(/\p{Nd}/u.test(line.replace(/\d/g, '')) ? ['its digits are not 0 to 9'] : []),
    ...(line.includes('-->') ? [] : ['its arrow is not "-->"']),
  ];
  if (faults.length > 0) return faults.join(', ');
  const example = format === 'vtt' ? '00:00:00.000 --> 00:00:00.000' : '00:00:00,000 --> 00:00:00,000';
  const around = withoutDisguise(line) === line.trim() ? 'its times are not' : 'something stands around its times, which are not';
  return `${around} written as ${example}`;
}

/** Characters from which the encoding is guessed. */
const SAMPLE = 4096;

/**
 * Says which encoding a file in which nothing is found seems to have, or to have been read in.
 * @param unknown what is said when nothing tells
 */
export function encodingHint(text: string, unknown = '; is the file UTF-8?'): string {
  const sample = text.slice(0, SAMPLE);
  const count = (pattern: RegExp) => sample.match(pattern)?.length ?? 0;
  const nuls = count(/\0/g);
  if (nuls > sample.length / 2) return '; the file looks like UTF-32: save it as UTF-8';
  if (nuls > sample.length / 8) {
    const isLittle = count(/[^\0]\0/g) >= count(/\0[^\0]/g) && !/^\ufffd*\0/.test(sample);
    return `; the file looks like UTF-16${isLittle ? 'LE' : 'BE'}: save it as UTF-8`;
  }
  // Two characters of ASCII that were read as one are between these.
  if (count(/[\u2020-\u7e7e]/g) > sample.length / 2 && /[\u0a0d\u0d0a\u300a\u310a\u0a31\u2d2d\u3030\u2e20-\u2e3e]/.test(sample))
    return '; the file looks like UTF-8 that was read as UTF-16: read it as UTF-8';
  if (/^ï»¿|Ã[\u0080-\u00bf]|â€/.test(sample)) return '; the file looks like UTF-8 that was read as windows-1252: read it as UTF-8';
  if (count(/\ufffd/g) > 0) return '; the file looks like Latin-1 or windows-1252: save it as UTF-8';
  return unknown;
}
