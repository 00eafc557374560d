/** What one unit of a scanned string stands for. */
export type Units = {
  /** A character in these units. */
  readonly encode: (character: string) => string;
};

/** UTF-16 code units: an ordinary string. */
export const CHARACTERS: Units = { encode: (character) => character };

/** Bytes of UTF-8, one a unit (Latin-1). All syntax is ASCII, so files are read alike; nothing has to be decoded or encoded. */
export const BYTES: Units = {
  encode: (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x80) return character;
    if (code < 0x800) return String.fromCharCode(0xc0 | (code >> 6), last(code));
    if (code < 0x10000) return String.fromCharCode(0xe0 | (code >> 12), last(code >> 6), last(code));
    return String.fromCharCode(0xf0 | (code >> 18), last(code >> 12), last(code >> 6), last(code));
  },
};

function last(code: number): number {
  return 0x80 | (code & 0x3f);
}
