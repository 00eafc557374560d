/** A range of lines that differs: indexes from 0, ends excluded; one side may be empty. */
export type LineChange = { readonly fromA: number; readonly toA: number; readonly fromB: number; readonly toB: number };

type Range = LineChange;

/**
 * Tells which lines of two texts differ, by patience: lines that occur once in both are matched in the longest order
 * they have in common, and the ranges between them are compared in the same way. Time is n log n, however different the
 * texts are, which no diff by edit distance promises: a shift of all times changes 20,000 lines.
 */
export function diffLines(a: readonly string[], b: readonly string[]): LineChange[] {
  const changes: LineChange[] = [];
  const open: Range[] = [{ fromA: 0, toA: a.length, fromB: 0, toB: b.length }];
  for (let range = open.pop(); range; range = open.pop()) {
    const inner = trim(a, b, range);
    if (inner.fromA === inner.toA && inner.fromB === inner.toB) continue;
    const anchors = inner.fromA === inner.toA || inner.fromB === inner.toB ? [] : matches(a, b, inner);
    if (anchors.length === 0) changes.push(inner);
    // The last range is taken first, so that changes are found in the order of the texts.
    else open.push(...between(inner, anchors).reverse());
  }
  return changes;
}

/** Without the lines that both have at their beginning and at their end. */
function trim(a: readonly string[], b: readonly string[], { fromA, toA, fromB, toB }: Range): Range {
  while (fromA < toA && fromB < toB && a[fromA] === b[fromB]) {
    fromA += 1;
    fromB += 1;
  }
  while (fromA < toA && fromB < toB && a[toA - 1] === b[toB - 1]) {
    toA -= 1;
    toB -= 1;
  }
  return { fromA, toA, fromB, toB };
}

type Match = { readonly inA: number; readonly inB: number };

/** Lines that occur once on both sides, in the longest order that they have in common. */
function matches(a: readonly string[], b: readonly string[], { fromA, toA, fromB, toB }: Range): Match[] {
  const inB = uniqueLines(b, fromB, toB);
  const found: Match[] = [];
  for (const [line, at] of uniqueLines(a, fromA, toA)) {
    const other = inB.get(line) ?? -1;
    if (at >= 0 && other >= 0) found.push({ inA: at, inB: other });
  }
  return longestAscending(found);
}

/** Each line with its index; -1 for those that occur again. In the order of their first occurrence. */
function uniqueLines(lines: readonly string[], from: number, to: number): Map<string, number> {
  const places = new Map<string, number>();
  for (let at = from; at < to; at++) {
    const line = lines[at] ?? '';
    places.set(line, places.has(line) ? -1 : at);
  }
  return places;
}

/** The longest part of the matches whose places in both texts ascend (patience sorting). */
function longestAscending(found: readonly Match[]): Match[] {
  const piles: number[] = []; // index of the match on top of each pile
  const before = new Int32Array(found.length);
  found.forEach((match, index) => {
    let low = 0;
    let high = piles.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((found[piles[middle] ?? 0]?.inB ?? 0) < match.inB) low = middle + 1;
      else high = middle;
    }
    before[index] = low === 0 ? -1 : (piles[low - 1] ?? -1);
    piles[low] = index;
  });
  const chain: Match[] = [];
  for (let index = piles.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) chain.push(found[index]!);
  return chain.reverse();
}

/** The ranges before, between and behind the matched lines. */
function between({ fromA, toA, fromB, toB }: Range, anchors: readonly Match[]): Range[] {
  const ranges: Range[] = [];
  for (const { inA, inB } of anchors) {
    if (inA > fromA || inB > fromB) ranges.push({ fromA, toA: inA, fromB, toB: inB });
    fromA = inA + 1;
    fromB = inB + 1;
  }
  if (fromA < toA || fromB < toB) ranges.push({ fromA, toA, fromB, toB });
  return ranges;
}
