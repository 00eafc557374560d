import type { Client, components } from '@app/client';
import { take, type Context } from './context.js';
import { Refused, UsageError } from './failures.js';

export type Episode = components['schemas']['EpisodeResponse'];

/** How an episode is named: by its id, or with its podcast by its guid or its exact title. */
export type EpisodeOptions = { readonly episode?: string; readonly podcast?: string; readonly guid?: string; readonly title?: string };

type Name = { readonly episode: string } | { readonly podcast: string; readonly guid?: string; readonly title?: string };

/** @throws UsageError when it is named in no way or in two; Refused when no episode, or more than one, has that name */
export async function episodeIdOf(context: Context, options: EpisodeOptions): Promise<string> {
  const name = nameOf(options);
  if ('episode' in name) return name.episode;
  const found = await named(await context.client(), name);
  const what = name.guid === undefined ? `the title ${JSON.stringify(name.title)}` : `the guid ${JSON.stringify(name.guid)}`;
  const [only] = found;
  if (only === undefined) throw new Refused(`No episode of the podcast has ${what}.`);
  if (found.length > 1) throw new Refused(`Several episodes have ${what}: ${found.map(({ id }) => id).join(', ')}. Name one by --episode.`);
  return only.id;
}

/** @throws UsageError when an episode is named in no way or in two */
export function nameOf({ episode, podcast, guid, title }: EpisodeOptions): Name {
  if ([episode, guid, title].filter((name) => name !== undefined).length !== 1)
    throw new UsageError('Name the episode by --episode, or with --podcast by --guid or by --title.');
  if (episode !== undefined) return { episode };
  if (podcast === undefined) throw new UsageError('--guid and --title need --podcast.');
  return { podcast, guid, title };
}

async function named(client: Client, { podcast, guid, title }: Exclude<Name, { episode: string }>): Promise<readonly Episode[]> {
  const path = { podcast };
  if (guid !== undefined) return take(client.items('/api/v1/podcasts/{podcast}/episodes', { params: { path, query: { guid } } }));
  const found: Episode[] = [];
  for await (const episode of episodesOf(client, podcast, searchable(title ?? ''))) if (episode.title === title) found.push(episode);
  return found;
}

/** All episodes of a podcast, or those whose title has these words, in the order of the API. */
export function episodesOf(client: Client, podcast: string, q?: string): AsyncGenerator<Episode, void, undefined> {
  return client.items('/api/v1/podcasts/{podcast}/episodes', { params: { path: { podcast }, query: { first: 100, q } } });
}

/** The words that the API can search for; a title without a letter or digit is compared with every other. */
function searchable(title: string): string | undefined {
  return /[\p{L}\p{N}]/u.test(title) ? title.slice(0, 200) : undefined;
}
