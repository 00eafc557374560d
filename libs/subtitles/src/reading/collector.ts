import { Defects } from '../defects.js';

/** One subtitle: whole milliseconds; `text` with LF between its lines. */
export type Subtitle = { readonly startMs: number; readonly endMs: number; readonly speaker: string | null; readonly text: string };

/** Most subtitles of a transcript (spec 4, transcript rule 8). */
const MAX_SUBTITLES = 20_000;

export type Times = { readonly startMs: number; readonly endMs: number };

/** Takes the subtitles of a file in its order, judges their times (transcripts.md, both 2 and 3) and hands them on. */
export class Collector {
  /** Valid timing lines so far: the number of the present subtitle. */
  count = 0;
  readonly defects = new Defects();
  readonly #lines: number[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  #latestStart = -1;
  /** First subtitle with given times. Made only once a start is not after all before it: until then nothing can be a duplicate. */
  #seen: Map<string, number> | undefined;
  #isFull = false;
  readonly #onSubtitle: (subtitle: Subtitle) => void;
  readonly #endsAtDefect: boolean;
  readonly #onTimes: ((times: Times, line: number) => void) | undefined;

  /**
   * @param endsAtDefect whether nothing is read behind the first defect
   * @param onTimes told of every valid timing line, also behind a defect
   */
  constructor(onSubtitle: (subtitle: Subtitle) => void, endsAtDefect: boolean, onTimes?: (times: Times, line: number) => void) {
    this.#onSubtitle = onSubtitle;
    this.#endsAtDefect = endsAtDefect;
    this.#onTimes = onTimes;
  }

  /** Whether the scan is to end. */
  get isDone(): boolean {
    return this.#isFull || (this.#endsAtDefect && this.defects.count > 0);
  }

  /** Begins the subtitle of a valid timing line. One too many ends the scan. */
  begin(line: number, { startMs, endMs }: Times): void {
    if (this.count === MAX_SUBTITLES) {
      this.#isFull = true;
      this.defects.add('too_many_subtitles', `There are more than ${MAX_SUBTITLES} subtitles`, { line, subtitle: MAX_SUBTITLES + 1 });
      return;
    }
    this.count += 1;
    this.#onTimes?.({ startMs, endMs }, line);
    const place = { line, subtitle: this.count };
    if (endMs < startMs) this.defects.add('reversed_times', `The end ${inWords(endMs)} is before the start ${inWords(startMs)}`, place);
    const first = this.#firstWith(startMs, endMs);
    if (first !== undefined) {
      const first_line = this.#lines[first] ?? 0;
      this.defects.add('duplicate_times', `The times are those of subtitle ${first + 1} in line ${first_line}`, {
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
    if (this.defects.count > 0) return;
    const at = this.count - 1;
    this.#onSubtitle({ startMs: this.#starts[at] ?? 0, endMs: this.#ends[at] ?? 0, speaker, text });
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
