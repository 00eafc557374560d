/** How many characters are copied at once: few enough for the young generation, many enough to make copies cheap. */
const CHUNK = 32_768;

/**
 * Gives objects their own copies of parts of a large text. V8 lets a part of a string point into the whole: one sentence that is
 * kept would keep the upload. Parts are joined in chunks, since copying a chunk costs little more than copying one part; a part
 * keeps no more than its chunk alive.
 */
export class TextCopies {
  // Never empty: a chunk of one part would be that part itself, not a copy.
  private chunk = '\n';
  private readonly owners: { text: string }[] = [];

  /** Sets the owner's text to a copy, at the latest when {@link finish} is called. */
  add(owner: { text: string }, text: string): void {
    // Until then its length is all that is needed of the part.
    owner.text = text;
    this.owners.push(owner);
    this.chunk += text;
    if (this.chunk.length > CHUNK) this.finish();
  }

  finish(): void {
    const { chunk } = this;
    let at = 1;
    for (const owner of this.owners) {
      const end = at + owner.text.length;
      owner.text = chunk.slice(at, end);
      at = end;
    }
    this.owners.length = 0;
    this.chunk = '\n';
  }
}

/** A copy of a short text, for the same reason. */
export function copyOf(text: string): string {
  return `\n${text}`.slice(1);
}
