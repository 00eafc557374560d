import type { Context } from '../context.js';
import { listing } from '../context.js';
import { episodesOf, type Episode } from '../episode.js';
import { Refused } from '../failures.js';

export type Part = Episode['missing'][number];

export type CheckOptions = {
  readonly podcast: string;
  /** Milliseconds: scheduled episodes that are due later are left out. */
  readonly within?: number;
  readonly require: readonly Part[];
};

type Lack = Pick<Episode, 'id' | 'title' | 'published_at'> & { readonly lacks: readonly Part[] };

/** `release check`: what unpublished and due episodes lack. @throws Refused when one lacks a part that is required */
export async function checkRelease(context: Context, { podcast, within = Infinity, require }: CheckOptions): Promise<void> {
  const now = Date.now();
  const lacking: Lack[] = [];
  // Unpublished episodes come first, then the latest: what follows the first published one is published.
  for await (const { id, title, published_at, missing } of episodesOf(await context.client(), podcast)) {
    const dueInMs = published_at === null ? 0 : Date.parse(published_at) - now;
    if (published_at !== null && dueInMs <= 0) break;
    const lacks = missing.filter((part) => require.includes(part));
    if (dueInMs <= within && lacks.length > 0) lacking.push({ id, title, published_at, lacks });
  }
  context.answer({ data: lacking }, () => {
    const rows = lacking.map(({ id, published_at, lacks, title }) => [id, published_at ?? 'unscheduled', lacks.join(','), title]);
    return listing(['ID', 'DUE', 'LACKS', 'TITLE'], rows, 'No episode lacks anything.');
  });
  if (lacking.length > 0) throw new Refused(`Lacking: ${lacking.map(({ title, lacks }) => `${title} (${lacks.join(', ')})`).join('; ')}.`);
}
