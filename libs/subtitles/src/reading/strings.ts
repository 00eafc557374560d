/** Characters of a text that are replaced at a time. */
const PIECE = 65_536;

/** `text.replaceAll(what, by)` in little memory: that needs a gigabyte for ten million matches, more than a thread of the api has. */
export function replaceAll(text: string, what: string, by: string): string {
  if (!text.includes(what)) return text;
  const pieces: string[] = [];
  for (let from = 0; from < text.length;) {
    let to = from + PIECE;
    if (what.startsWith(text.charAt(to - 1))) to += what.length - 1; // it is not cut in two
    pieces.push(text.slice(from, to).split(what).join(by));
    from = to;
  }
  return pieces.join('');
}

/** Pieces that are joined at once. */
const BATCH_SIZE = 1024;

/** `[...pieces].join('')` in little memory: millions of short pieces at once would take more than a thread of the api has. */
export function joined(pieces: Iterable<string>): string {
  const batches: string[] = [];
  let batch: string[] = [];
  for (const piece of pieces) {
    if (batch.push(piece) < BATCH_SIZE) continue;
    batches.push(batch.join(''));
    batch = [];
  }
  batches.push(batch.join(''));
  return batches.join('');
}

/** `text.replace(found, replacement)` in little memory: that keeps a list of all matches. */
export function replaceEach(text: string, found: RegExp, replacement: (match: RegExpExecArray) => string): string {
  return joined(replaced(text, found, replacement));
}

function* replaced(text: string, found: RegExp, replacement: (match: RegExpExecArray) => string): Generator<string> {
  let kept = 0;
  for (const match of text.matchAll(found)) {
    yield text.slice(kept, match.index);
    yield replacement(match);
    kept = match.index + match[0].length;
  }
  yield text.slice(kept);
}
