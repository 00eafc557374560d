/** A string of its own: what V8 slices out of an upload keeps the whole upload alive. */
export function copyOf(slice: string): string {
  // Short ones are copies anyway. For others, slicing a concatenation makes V8 lay it out afresh: one copy, no encoding.
  return slice.length < 13 ? slice : ` ${slice}`.slice(1);
}

/** Characters that are copied at once. */
const WINDOW_SIZE = 16_384;

/**
 * Copies parts of a text, in ascending order, many at a time: a copy of each would give the garbage collector 20,000 strings to
 * move. A part keeps at most the window around it alive, never the text.
 */
export class StringArena {
  readonly #text: string;
  #window = '';
  #from = 0;

  constructor(text: string) {
    this.#text = text;
  }

  copy(from: number, to: number): string {
    if (to - from > WINDOW_SIZE / 4) return copyOf(this.#text.slice(from, to));
    if (from < this.#from || to > this.#from + this.#window.length) {
      this.#from = from;
      this.#window = copyOf(this.#text.slice(from, from + WINDOW_SIZE));
    }
    return this.#window.slice(from - this.#from, to - this.#from);
  }
}
