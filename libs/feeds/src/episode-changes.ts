import type { FeedItem } from './reading/parse-feed.js';

/** An episode as it stands. */
export type KnownEpisode = {
  readonly id: string;
  readonly guid: string | null;
  readonly title: string;
  readonly durationSeconds: number | null;
  readonly publishedAt: Date | null;
  readonly audioUrl: string | null;
};

export type NewEpisode = Omit<KnownEpisode, 'id'>;

export type EpisodeChanges = { readonly created: readonly NewEpisode[]; readonly updated: readonly KnownEpisode[] };

const UNTITLED = 'Untitled';

/**
 * What a feed changes about the episodes of a podcast (decisions 10). An item is known by its guid, else by the URL of its audio,
 * else it is skipped; of items that are known by the same, the first counts. An episode without a guid is given that of the first
 * new item with its audio. What the feed does not say stays as it was, and what it no longer has stays, too. Pure.
 * @returns what is new, in the order of the feed
 */
export function episodeChanges(known: readonly KnownEpisode[], items: readonly FeedItem[]): EpisodeChanges {
  const byGuid = firstBy(known, ({ guid }) => guid);
  const byAudioAlone = firstBy(known, ({ guid, audioUrl }) => (guid === null ? audioUrl : null));
  const byAudio = new Map([...firstBy(known, ({ audioUrl }) => audioUrl), ...byAudioAlone]);
  const named = [...firstBy(items, ({ guid }) => guid)];
  const heard = new Set(named.map(([, { audioUrl }]) => audioUrl));
  // What has no guid is another item only if no item before has its audio.
  const unnamed = [...firstBy(items, ({ guid, audioUrl }) => (guid === null ? audioUrl : null))].filter(([url]) => !heard.has(url));
  const fresh = named.flatMap(([guid, item]) => (byGuid.has(guid) ? [] : [item]));
  const renamed = new Map([...firstBy(fresh, ({ audioUrl }) => audioUrl)].map(([url, item]) => [item, byAudioAlone.get(url)]));
  const taken = new Set(named.map(([guid]) => byGuid.get(guid)?.id));
  const found = [
    ...named.map(([guid, item]) => ({ item, before: byGuid.get(guid) ?? renamed.get(item) })),
    ...unnamed.map(([url, item]) => ({ item, before: taken.has(byAudio.get(url)?.id) ? undefined : byAudio.get(url) })),
  ];
  const made = new Set(found.filter(({ before }) => before === undefined).map(({ item }) => item));
  return {
    created: items.filter((item) => made.has(item)).map((item) => ({ ...item, title: item.title ?? UNTITLED })),
    updated: found.flatMap(({ item, before }) => (before && differs(before, item) ? [merged(before, item)] : [])),
  };
}

/** The first of those that have the same key; those without one are left out. */
function firstBy<T>(all: readonly T[], key: (one: T) => string | null): Map<string, T> {
  const first = new Map<string, T>();
  for (const one of all) {
    const by = key(one);
    if (by !== null && !first.has(by)) first.set(by, one);
  }
  return first;
}

function merged(before: KnownEpisode, item: FeedItem): KnownEpisode {
  return {
    id: before.id,
    guid: before.guid ?? item.guid,
    title: item.title ?? before.title,
    durationSeconds: item.durationSeconds ?? before.durationSeconds,
    publishedAt: item.publishedAt ?? before.publishedAt,
    audioUrl: item.audioUrl ?? before.audioUrl,
  };
}

function differs(before: KnownEpisode, item: FeedItem): boolean {
  const after = merged(before, item);
  return (
    after.guid !== before.guid ||
    after.title !== before.title ||
    after.durationSeconds !== before.durationSeconds ||
    after.audioUrl !== before.audioUrl ||
    after.publishedAt?.getTime() !== before.publishedAt?.getTime()
  );
}
