/** One replacement in a text; positions are those of the text before it. */
export type Splice = { readonly from: number; readonly to: number; readonly insert: string };

/** Makes several replacements at once: ascending, without overlaps, all positions those of the text before. */
export function splice(text: string, splices: readonly Splice[]): string {
  const pieces: string[] = [];
  let kept = 0;
  for (const { from, to, insert } of splices) {
    pieces.push(text.slice(kept, from), insert);
    kept = to;
  }
  pieces.push(text.slice(kept));
  return pieces.join('');
}
