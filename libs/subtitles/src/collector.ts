import type { Defect, DefectCode } from './defects.js';

/** Most subtitles of a transcript (contract 5.2). */
const MAX_SUBTITLES = 20_000;

/** Most defects that are described; further ones are only counted. */
export const MAX_DEFECTS = 100;

/** Most characters of a file that a message quotes. */
const MAX_QUOTED = 80;

type Times = { readonly startMs: number; readonly endMs: number };

/** One subtitle: whole milliseconds; `text` with LF between its lines. */
export type Subtitle = Times & { readonly speaker: string | null; readonly text: string };

/** The callbacks while a file is read. */
export type Listener = {
  readonly onSubtitle: (subtitle: Subtitle) => void;
  /** Given the times and the line number of every valid timing line, also of a file with defects. */
  readonly onTimes?: (times: Times, line: number) => void;
};

type DefectPlace = { readonly line: number } & Partial<Pick<Defect, 'subtitle' | 'first_line' | 'first_subtitle'>>;

/** A part of a text, by its bounds. */
type Excerpt = { readonly text: string; readonly start: number; readonly end: number };

/**
 * Takes the subtitles and the defects of a file in its order. Subtitles are handed on once their number and times are
 * judged (transcripts.md, both 2 and 3). Only the first defects are described, so that memory is bounded.
 */
export class Collector {
  /** Valid timing lines so far: the number of the present subtitle. */
  count = 0;
  readonly defects: Defect[] = [];
  defectCount = 0;
  readonly #lines: number[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  #latestStart = -1;
  /** First subtitle with given times, made once a start is not after all others: until then nothing is a duplicate. */
  #seen: Map<string, number> | undefined;
  #isDone = false;
  readonly #listener: Listener;

  constructor(listener: Listener) {
    this.#listener = listener;
  }

  /** Whether the scan is to end. */
  get isDone(): boolean {
    return this.#isDone;
  }

  /** Whether further defects are counted and not described. */
  get isFull(): boolean {
    return this.defects.length >= MAX_DEFECTS;
  }

  /** Begins the subtitle of a valid timing line. One too many ends the scan. */
  begin(line: number, { startMs, endMs }: Times): void {
    if (this.count === MAX_SUBTITLES) {
      this.#isDone = true;
      this.refuse('too_many_subtitles', `There are more than ${MAX_SUBTITLES} subtitles`, { line, subtitle: MAX_SUBTITLES + 1 });
      return;
    }
    this.count += 1;
    this.#listener.onTimes?.({ startMs, endMs }, line);
    const place = { line, subtitle: this.count };
    if (endMs < startMs) this.refuse('reversed_times', `The end ${inWords(endMs)} is before the start ${inWords(startMs)}`, place);
    const first = this.#firstWith(startMs, endMs);
    if (first !== undefined) {
      const first_line = this.#lines[first] ?? 0;
      this.refuse('duplicate_times', `The times are those of subtitle ${first + 1} in line ${first_line}`, {
        ...place,
        first_line,
        first_subtitle: first + 1,
      });
    }
    this.#lines.push(line);
    this.#starts.push(startMs);
    this.#ends.push(endMs);
  }

  /** Ends the present subtitle. */
  end(speaker: string | null, text: string): void {
    // Once something is wrong nothing is stored, so nothing need be kept.
    if (this.defectCount > 0) return;
    const at = this.count - 1;
    this.#listener.onSubtitle({ startMs: this.#starts[at] ?? 0, endMs: this.#ends[at] ?? 0, speaker, text });
  }

  /** @param quoted bounds of the offending line, of which the message quotes up to 80 characters */
  refuse(code: DefectCode, words: string, place: DefectPlace, quoted?: Excerpt): void {
    this.defectCount += 1;
    if (this.isFull) return;
    const { line, subtitle = null, ...first } = place;
    const message = quoted === undefined ? words : `${words}: ${excerpt(quoted)}`;
    this.defects.push({ field: 'content', code, message, line, subtitle, ...first });
  }

  #firstWith(startMs: number, endMs: number): number | undefined {
    if (startMs > this.#latestStart) {
      this.#latestStart = startMs;
      this.#seen?.set(`${startMs} ${endMs}`, this.count - 1);
      return undefined;
    }
    if (!this.#seen) {
      this.#seen = new Map();
      for (let at = 0; at < this.#starts.length; at++) this.#seen.set(`${this.#starts[at]} ${this.#ends[at]}`, at);
    }
    const times = `${startMs} ${endMs}`;
    const first = this.#seen.get(times);
    if (first === undefined) this.#seen.set(times, this.count - 1);
    return first;
  }
}

function inWords(ms: number): string {
  return `${ms / 1000} s`;
}

/** Counts code points, so that no surrogate pair is cut. */
function excerpt({ text, start: from, end }: Excerpt): string {
  const start = text.slice(from, Math.min(end, from + 2 * MAX_QUOTED + 2));
  const points = [...start];
  return points.length <= MAX_QUOTED && from + start.length === end ? `“${start}”` : `“${points.slice(0, MAX_QUOTED - 1).join('')}…”`;
}
