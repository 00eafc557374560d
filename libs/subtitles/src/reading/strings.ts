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

/** Pieces that are joined at once. */
const BATCH_SIZE = 1024;

/**
 * Joins a text from pieces. Pieces are joined in batches, so that millions of short ones do not stay on the heap: ten million
 * characters joined one by one would need 300 MB.
 */
export class TextBuilder {
  readonly #joined: string[] = [];
  #pieces: string[] = [];

  push(piece: string): void {
    if (piece === '') return;
    this.#pieces.push(piece);
    if (this.#pieces.length < BATCH_SIZE) return;
    this.#joined.push(this.#pieces.join(''));
    this.#pieces = [];
  }

  get isEmpty(): boolean {
    return this.#pieces.length === 0 && this.#joined.length === 0;
  }

  toString(): string {
    const rest = this.#pieces.join('');
    return this.#joined.length === 0 ? rest : this.#joined.join('') + rest;
  }
}

/** Writes a character in the units of a scanned string. */
export type Encode = (character: string) => string;

/** UTF-16 code units: an ordinary string. */
export const asCharacter: Encode = (character) => character;

/** Bytes of UTF-8, one a unit (Latin-1). All syntax is ASCII, so files are read alike; nothing has to be decoded or encoded. */
export const asBytes: Encode = (character) => {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return character;
  if (code < 0x800) return String.fromCharCode(0xc0 | (code >> 6), last(code));
  if (code < 0x10000) return String.fromCharCode(0xe0 | (code >> 12), last(code >> 6), last(code));
  return String.fromCharCode(0xf0 | (code >> 18), last(code >> 12), last(code >> 6), last(code));
};

function last(code: number): number {
  return 0x80 | (code & 0x3f);
}
