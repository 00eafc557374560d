/** What one unit of a scanned string stands for. */
export type Units = {
  /** A text in these units. */
  readonly encode: (text: string) => string;
};

/** UTF-16 code units: an ordinary string. */
export const CHARACTERS: Units = { encode: (text) => text };

/** Bytes of UTF-8, one a unit (Latin-1). All syntax is ASCII, so files are read alike; nothing has to be decoded or encoded. */
export const BYTES: Units = { encode: (text) => String.fromCharCode(...new TextEncoder().encode(text)) };
