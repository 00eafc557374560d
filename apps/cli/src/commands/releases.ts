import type { Command } from 'commander';
import { listing, type Context } from '../context.js';
import { episodesOf, type Episode } from '../episode.js';
import { Refused } from '../failures.js';
import { command, duration, PODCAST, positive, severalOf } from '../program/options.js';

const PARTS = ['transcript', 'chapters', 'video'] as const;
type Part = (typeof PARTS)[number];

export function addReleases(program: Command, context: Context): void {
  command(program, 'podcasts', 'list your podcasts', 'podcast podcasts').action(() =>
    context.list((api) => api.items('/api/v1/podcasts', { params: { query: { first: 100 } } }), {
      heading: ['ID', 'TITLE'],
      row: ({ id, title }) => [id, title],
      empty: 'No podcasts.',
    }),
  );
  const lacking = `podcast episodes ${PODCAST} --missing transcript`;
  command(program, 'episodes <podcast>', 'list episodes and what each still lacks', lacking)
    .option('--missing <parts>', `only episodes that lack all of these: ${PARTS.join(', ')}; separated by commas`, severalOf(PARTS))
    .option('--guid <guid>', 'only the episode with this guid')
    .option('--limit <count>', 'the largest number of episodes', positive, 50)
    .action((podcast: string, options: EpisodeOptions) => episodes(context, podcast, options));
  const check = `podcast release check --podcast ${PODCAST}`;
  const release = command(program, 'release', 'what the next releases still lack', check);
  const due = 'exit with 1 when an unpublished or due episode lacks something, and name it';
  command(release, 'check', due, `${check} --within 7d --require transcript,chapters`)
    .requiredOption('--podcast <id>', 'the podcast (required)')
    .option('--within <time>', 'leave out episodes that are due later, such as 7d or 12h', duration)
    .option('--require <parts>', `what an episode needs: ${PARTS.join(', ')}; separated by commas`, severalOf(PARTS, PARTS), PARTS)
    .action((options: CheckOptions) => checkRelease(context, options));
}

type EpisodeOptions = { readonly missing?: readonly Part[]; readonly guid?: string; readonly limit: number };

function episodes(context: Context, podcast: string, { missing, guid, limit }: EpisodeOptions): Promise<void> {
  const params = { path: { podcast }, query: { missing, guid, first: Math.min(limit, 100) } };
  const columns = {
    heading: ['ID', 'PUBLISHED', 'MISSING', 'TITLE'],
    row: (one: Episode) => [one.id, one.published_at?.slice(0, 10) ?? 'unpublished', one.missing.join(',') || '-', one.title],
    empty: 'No episodes.',
  };
  return context.list((api) => api.items('/api/v1/podcasts/{podcast}/episodes', { params }), columns, limit);
}

type CheckOptions = {
  readonly podcast: string;
  /** Milliseconds: scheduled episodes that are due later are left out. */
  readonly within?: number;
  readonly require: readonly Part[];
};

type Lack = Pick<Episode, 'id' | 'title' | 'published_at'> & { readonly lacks: readonly Part[] };

const LACKING = {
  heading: ['ID', 'DUE', 'LACKS', 'TITLE'],
  row: ({ id, published_at, lacks, title }: Lack) => [id, published_at ?? 'unscheduled', lacks.join(','), title],
  empty: 'No episode lacks anything.',
};

/** `release check`: what unpublished and due episodes lack. @throws Refused when one lacks a part that is required */
async function checkRelease(context: Context, { podcast, within = Infinity, require }: CheckOptions): Promise<void> {
  const now = Date.now();
  const lacking: Lack[] = [];
  // Unpublished episodes come first, then the latest: what follows the first published one is published.
  for await (const { id, title, published_at, missing } of episodesOf(await context.client(), podcast)) {
    const dueInMs = published_at === null ? 0 : Date.parse(published_at) - now;
    if (published_at !== null && dueInMs <= 0) break;
    const lacks = missing.filter((part) => require.includes(part));
    if (dueInMs <= within && lacks.length > 0) lacking.push({ id, title, published_at, lacks });
  }
  context.answer({ data: lacking }, () => listing(LACKING, lacking));
  if (lacking.length > 0) throw new Refused(`Lacking: ${lacking.map(({ title, lacks }) => `${title} (${lacks.join(', ')})`).join('; ')}.`);
}
