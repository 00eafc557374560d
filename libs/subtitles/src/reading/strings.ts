/** A string of its own: what V8 slices out of an upload keeps the whole upload alive. */
export function copyOf(slice: string): string {
  // Short ones are copies anyway. For others, slicing a concatenation makes V8 lay it out afresh: one copy, no
  // encoding.
  return slice.length < 13 ? slice : ` ${slice}`.slice(1);
}

/** Pieces that are joined at once. */
const BATCH_SIZE = 1024;

/**
 * Joins a text from pieces. Pieces are joined in batches, so that millions of short ones do not stay on the heap: ten
 * million characters joined one by one would need 300 MB.
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

  toString(): string {
    if (this.#joined.length === 0 && this.#pieces.length === 1) return this.#pieces[0] ?? ''; // joining would copy it
    return this.#joined.join('') + this.#pieces.join('');
  }
}

/** `[...parts].map(write).join('')` in little memory. */
export function joined<Part>(parts: Iterable<Part>, write: (part: Part) => string): string {
  const text = new TextBuilder();
  for (const part of parts) text.push(write(part));
  return text.toString();
}

/** `text.replace(found, replacement)` in little memory: that keeps a list of all matches. Most texts have none. */
export function replaceEach(text: string, found: RegExp, replacement: (match: RegExpExecArray) => string): string {
  if (text.search(found) < 0) return text;
  const pieces = new TextBuilder();
  let kept = 0;
  for (const match of text.matchAll(found)) {
    pieces.push(text.slice(kept, match.index));
    pieces.push(replacement(match));
    kept = match.index + match[0].length;
  }
  pieces.push(text.slice(kept));
  return pieces.toString();
}
