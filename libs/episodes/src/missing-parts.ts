/** The parts that a release can lack, in the order in which answers name them (contract 13.2). */
export const PARTS = ['transcript', 'chapters', 'video'] as const;

export type Part = (typeof PARTS)[number];

/** The bit of each part in `episode_contents.missing`. */
const BITS: Readonly<Record<Part, number>> = { transcript: 1, chapters: 2, video: 4 };

const ALL = 7;

/** Every value of `missing` of the episodes that lack all of these parts. */
export function masksLacking(parts: readonly Part[]): readonly number[] {
  const asked = parts.reduce((mask, part) => mask | BITS[part], 0);
  return Array.from({ length: ALL + 1 }, (_, mask) => mask).filter((mask) => (mask & asked) === asked);
}

/** The parts that a value of `missing` names. */
export function partsOf(mask: number): readonly Part[] {
  return PARTS.filter((part) => (mask & BITS[part]) !== 0);
}
