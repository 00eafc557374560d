/** Errors in feeds that do not keep them from being read (contract 10.4), in words for people. */
export const FEED_WARNINGS = {
  bare_ampersand: 'An ampersand is not escaped.',
  bare_less_than: 'A less-than sign is not escaped.',
  control_character: 'A control character that XML does not allow was removed.',
  doctype: 'A document type declaration was ignored.',
  html_entity: 'An entity of HTML was read, which XML does not define.',
  namespace_spelling: 'The URI of a well-known namespace is spelled differently from its definition.',
  no_date: 'An item has no date that can be read; its episode is published when the item is first seen.',
  relative_url: 'The URL of a media file is relative; it was resolved against the URL of the feed.',
  text_after_end: 'What follows the end of the root element was ignored.',
  text_before_start: 'Text before the root element was ignored.',
  title_cut: 'A title is longer than 1,000 characters; the rest was left out.',
  undeclared_prefix: 'A namespace prefix is not declared.',
  unknown_entity: 'An entity is not defined; it was kept as text.',
} as const;

export type FeedWarningCode = keyof typeof FEED_WARNINGS;

export type FeedWarning = { readonly code: FeedWarningCode; readonly line: number };

/** A position in a document: both count from 1; columns are UTF-16 code units. */
export type LineAndColumn = { readonly line: number; readonly column: number };

export const MAX_WARNINGS = 20;

/** Collects the warnings of one document: one for each code and line, at most {@link MAX_WARNINGS}. */
export class Warnings {
  private readonly found = new Map<string, FeedWarning>();

  get isFull(): boolean {
    return this.found.size >= MAX_WARNINGS;
  }

  add(code: FeedWarningCode, line: number): void {
    if (!this.isFull) this.found.set(`${code} ${line}`, { code, line });
  }

  inOrder(): FeedWarning[] {
    return [...this.found.values()].sort((one, other) => one.line - other.line);
  }
}

/** Finds lines and columns of a text. Cheapest when it is asked in ascending order. */
export class LineCounter {
  private line = 1;
  private lineStart = 0;
  private lineEnd: number;

  constructor(private readonly text: string) {
    this.lineEnd = this.endOfLine();
  }

  placeOf(index: number): LineAndColumn {
    if (index < this.lineStart) this.moveTo(1, 0);
    while (this.lineEnd < index) this.moveTo(this.line + 1, this.lineEnd + 1);
    return { line: this.line, column: index - this.lineStart + 1 };
  }

  private moveTo(line: number, start: number): void {
    this.line = line;
    this.lineStart = start;
    this.lineEnd = this.endOfLine();
  }

  private endOfLine(): number {
    const end = this.text.indexOf('\n', this.lineStart);
    return end === -1 ? Infinity : end;
  }
}
