import { decode, parseTranscript, repair, retime, toSrt, toVtt, type Edit, type TranscriptFormat } from '@app/subtitles';
import { readCues, type Reading } from './cue-table.ts';
import { diffLines, type LineChange } from './diff-lines.ts';

/** The difference between two texts. */
export type Comparison = {
  readonly before: string;
  readonly after: string;
  readonly changes: readonly LineChange[];
  /** Characters of the longest line. */
  readonly longestLine: number;
};

type Repair = ReturnType<typeof repair>;

/** The work on whole texts, which a worker does. */
export class Reader {
  read(text: string): Reading {
    return readCues(text);
  }

  decode(bytes: Uint8Array): { readonly text: string; readonly encoding: string } {
    const { text, encoding } = decode(bytes);
    return { text: normalized(text), encoding };
  }

  /** Repairs a text, and compares the repaired one with it. */
  repair(text: string): Comparison & Pick<Repair, 'ok' | 'defects' | 'defectCount'> & { readonly repairs: Repair['changes'] } {
    const { ok, content, changes: repairs, defects, defectCount } = repair(text);
    return { ok, repairs, defects, defectCount, ...compared(text, normalized(content)) };
  }

  /** Moves the subtitles of a text without defects as the audio was edited. */
  retime(text: string, edits: readonly Edit[]): { readonly text: string; readonly removed: number } {
    const outcome = parseTranscript(text);
    if (!outcome.ok) throw new Error(outcome.defects[0]?.message);
    const moved = retime(outcome.subtitles, edits);
    const write = outcome.format === 'vtt' ? toVtt : toSrt;
    return { text: write(moved, outcome.format), removed: outcome.subtitles.length - moved.length };
  }

  /**
   * Compares the file that the API would give back after an upload of `text`, or a text with defects, with the file
   * that it gives now.
   */
  compare(text: string, stored: string, as: TranscriptFormat): Comparison {
    const outcome = parseTranscript(text);
    const write = as === 'vtt' ? toVtt : toSrt;
    return compared(stored, outcome.ok ? write(outcome.subtitles, outcome.format) : normalized(text));
  }
}

/** As an editor keeps a text: without the byte order mark, LF between its lines. */
function normalized(text: string): string {
  return text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
}

function compared(before: string, after: string): Comparison {
  const [a, b] = [before.split('\n'), after.split('\n')];
  const longestLine = [...a, ...b].reduce((longest, { length }) => Math.max(longest, length), 0);
  return { before, after, changes: diffLines(a, b), longestLine };
}
