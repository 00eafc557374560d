import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'subsrt-ts';
import type { TranscriptFormat } from './defects.js';
import { parseTranscript } from './parse.js';
import { decode } from './repair/decode.js';
import { repair } from './repair/repair.js';

const folder = process.env['TRANSCRIPT_CORPUS'];
const files = folder !== undefined && existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(?:srt|vtt)$/i.test(name)) : []; // prettier-ignore

type File = { readonly name: string; readonly text: string; readonly format: TranscriptFormat };

function* filesThat(isAccepted: boolean): Generator<File> {
  for (const name of files) {
    const format = name.toLowerCase().endsWith('vtt') ? 'vtt' : 'srt';
    const { text } = decode(readFileSync(join(folder ?? '', name)));
    if (parseTranscript(text, format).ok === isAccepted) yield { name, text, format };
  }
}

/** Times and words as a parser of npm reads them. It shares no code with this lib. */
const cuesOf = (text: string, format: TranscriptFormat): string[] =>
  parse(text.replace(/^\ufeff/, ''), { format, eol: '\n' }).flatMap((cue) =>
    cue.type === 'caption' ? `${cue.start} ${cue.end} ${cue.content}` : [],
  );

/** Whether it reads the times of a file as we do: not those with `,5` for half a second, or hours of three digits. */
function readsAsWe(text: string, format: TranscriptFormat): boolean {
  const outcome = parseTranscript(text, format);
  const ours = outcome.ok ? outcome.subtitles.map(({ startMs, endMs }) => `${startMs} ${endMs}`) : [];
  return cuesOf(text, format).map((cue) => cue.split(' ', 2).join(' ')).join() === ours.join(); // prettier-ignore
}

/** Words of a file without its signature, arrows and times. */
const wordsOf = (text: string): string =>
  (text.replace(/^[\s\ufeff]*(?:web[-_ ]?)?vtt/i, '').replaceAll('&gt;', '').match(/\p{L}+/gu) ?? []).join(' '); // prettier-ignore

const DISGUISES: readonly ((timing: string) => string)[] = [
  (timing) => timing.replace('-->', '- ->'),
  (timing) => timing.replace('-->', '--&gt;'),
  (timing) => timing.replace('-->', '–->'),
  (timing) => timing.replace('-->', '⟶'),
  (timing) => `\u200f${timing}`,
  (timing) => `"${timing}"`,
  (timing) => timing.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? ''),
];

/** The file with one timing line in twenty in a disguise. */
function spoiled(text: string): string {
  let timings = 0;
  return text.replace(/^[\d:.,]+ --> [\d:.,]+$/gm, (timing) => {
    timings += 1;
    return timings % 20 === 1 ? (DISGUISES[Math.floor(timings / 20) % DISGUISES.length]?.(timing) ?? '') : timing;
  });
}

if (files.length === 0) {
  console.info('TRANSCRIPT_CORPUS names no folder with SRT or WebVTT: real files are not read.');
  it('real files need TRANSCRIPT_CORPUS', () => expect(files).toEqual([]));
} else {
  describe('real files (contract 14.2)', () => {
    it('real files with timing lines in disguise have the words and times after a repair that they had before', () => {
      const counts = { changed: [] as string[], refused: 0, same: 0, notRead: 0 };
      for (const { name, text, format } of filesThat(true)) {
        if (!readsAsWe(text, format)) {
          counts.notRead += 1;
          continue;
        }
        const { ok, content } = repair(spoiled(text), format);
        if (!ok) counts.refused += 1;
        else if (cuesOf(content, format).join() === cuesOf(text, format).join()) counts.same += 1;
        else counts.changed.push(name);
      }
      console.info(`${files.length} files of ${folder}:`, counts);
      expect(counts.changed).toEqual([]);
      expect(counts.same).toBeGreaterThan(Math.max(counts.refused * 10, counts.notRead * 4));
    }, 600_000);

    it('real files that are refused keep their words when they are repaired', () => {
      const counts = { changed: [] as string[], refused: 0, repaired: 0 };
      for (const { name, text, format } of filesThat(false)) {
        const { ok, content } = repair(text, format);
        counts[ok ? 'repaired' : 'refused'] += 1;
        if (ok && wordsOf(content) !== wordsOf(text)) counts.changed.push(name);
      }
      console.info(`refused files of ${folder}:`, counts);
      expect(counts.changed).toEqual([]);
    }, 600_000);
  });
}
