/**
 * Finds one string after the other. It is asked for places that never go back, and remembers what it found: however often it
 * is asked, it passes over the text once, with the engine's vectorised search.
 */
export class ForwardSearch {
  private found = -1;

  constructor(
    private readonly text: string,
    private readonly sought: string,
  ) {}

  /** The first occurrence at or after `at`, or the length of the text when there is none. */
  from(at: number): number {
    if (this.found < at) {
      const found = this.text.indexOf(this.sought, at);
      this.found = found < 0 ? this.text.length : found;
    }
    return this.found;
  }
}
