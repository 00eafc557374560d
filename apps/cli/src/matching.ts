import { basename, extname } from 'node:path';
import type { Episode } from './episode.js';

/** The parts of an episode that a file may be named after. */
export const MATCH_KEYS = ['guid', 'enclosure', 'title'] as const;
export type MatchKey = (typeof MATCH_KEYS)[number];

type Named = Pick<Episode, 'id' | 'guid' | 'title' | 'audio_url'>;

/** The episodes that a file may be for: exactly one is a match. */
export type Match<E extends Named = Episode> = { readonly file: string; readonly episodes: readonly E[] };

/**
 * Matches files with episodes by name. The first key by which any episode has the name of the file decides; letter case
 * and characters that file names cannot have do not count. Of two files for one episode both are ambiguous, and name it
 * twice.
 */
export function matchFiles<E extends Named>(files: readonly string[], episodes: readonly E[], keys: readonly MatchKey[]): Match<E>[] {
  const indexes = keys.map((key) => indexBy(episodes, key));
  const matches = files.map((file) => {
    const name = foldedName(basename(file, extname(file)));
    const index = indexes.find((one) => one.has(name));
    return { file, episodes: index?.get(name) ?? [] };
  });
  const claims = new Map<string, number>();
  for (const {
    episodes: [only, ...others],
  } of matches)
    if (only && others.length === 0) claims.set(only.id, (claims.get(only.id) ?? 0) + 1);
  return matches.map((match) => {
    const [only] = match.episodes;
    return only && (claims.get(only.id) ?? 0) > 1 && match.episodes.length === 1 ? { ...match, episodes: [only, only] } : match;
  });
}

function indexBy<E extends Named>(episodes: readonly E[], key: MatchKey): ReadonlyMap<string, readonly E[]> {
  const index = new Map<string, E[]>();
  for (const episode of episodes) {
    const name = foldedName(nameOf(episode, key));
    if (name === '') continue;
    const same = index.get(name);
    if (same) same.push(episode);
    else index.set(name, [episode]);
  }
  return index;
}

function nameOf({ guid, title, audio_url }: Named, key: MatchKey): string {
  if (key === 'guid') return guid ?? '';
  if (key === 'title') return title;
  if (audio_url === null || !URL.canParse(audio_url)) return '';
  const { pathname } = new URL(audio_url);
  return basename(decoded(pathname), extname(pathname));
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** `urn:tech/12` and `urn_tech_12` are the same name. */
function foldedName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}
