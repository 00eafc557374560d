import type { Episode } from '../../api/api.ts';

/** Titles as they are compared: width, case and spaces do not matter (like the API compares titles). */
function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}

/** The episodes whose titles contain every word of a search. */
export function matching(episodes: readonly Episode[], search: string): readonly Episode[] {
  const words = folded(search).split(' ').filter(Boolean);
  if (words.length === 0) return episodes;
  return episodes.filter(({ title }) => {
    const text = folded(title);
    return words.every((word) => text.includes(word));
  });
}
