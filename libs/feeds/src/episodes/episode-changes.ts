import { FeedError } from '../feed-error.js';
import type { FeedItem } from '../reading/feed-item.js';

export type KnownEpisode = FeedItem & { readonly id: string; readonly title: string; readonly firstSeenAt: Date };

type NewEpisode = Omit<KnownEpisode, 'id' | 'firstSeenAt'>;

export type EpisodeChanges = { readonly created: readonly NewEpisode[]; readonly updated: readonly KnownEpisode[] };

const UNTITLED = 'Untitled';

export const MAX_EPISODES_OF_FEED = 20_000;

/**
 * The identity of an episode without a guid: the URL of its audio without query and fragment, because hosts sign the
 * query anew for every reader (contract 10.3).
 */
export function audioKey(audioUrl: string | null): string | null {
  return audioUrl === null ? null : (audioUrl.split(/[?#]/, 1)[0] ?? audioUrl);
}

/** Whether an enclosure is the redirect that counts its own episode's downloads, which does not name the audio. */
function countsDownloadsOf(id: string, audioUrl: string | null): boolean {
  return audioKey(audioUrl)?.toLowerCase().endsWith(`/e/${id}`) === true;
}

export type Identities = {
  readonly guids: ReadonlySet<string>;
  /** Of all items that have audio. */
  readonly audio: ReadonlySet<string>;
  /** Of those that have no guid. */
  readonly audioAlone: ReadonlySet<string>;
};

/** @throws FeedError `too_many_episodes` */
export function identitiesOf(items: readonly FeedItem[]): Identities {
  const [guids, audio, audioAlone] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const { guid, audioUrl } of items) {
    const key = audioKey(audioUrl);
    if (guid !== null) guids.add(guid);
    if (key !== null) audio.add(key);
    if (guid === null && key !== null) audioAlone.add(key);
  }
  if (guids.size + audioAlone.size > MAX_EPISODES_OF_FEED) throw new FeedError('too_many_episodes');
  return { guids, audio, audioAlone };
}

/**
 * The changes that a feed makes to the episodes of a podcast (contract 10.3). An item is known by its guid, else by its
 * {@link audioKey}, else it is skipped; of items that are known by the same, the first counts. An episode without a
 * guid is given that of the first new item with its audio. What the feed does not say stays as it was; an episode
 * without a date is published when it was first seen. Pure.
 * @param known all episodes that an item of the feed may be
 * @param now when new items are first seen
 * @returns what is new, in the order of the feed
 */
export function episodeChanges(known: readonly KnownEpisode[], items: readonly FeedItem[], now: Date): EpisodeChanges {
  const byGuid = firstBy(known, ({ guid }) => guid);
  const byAudioAlone = firstBy(known, ({ guid, audioUrl }) => (guid === null ? audioKey(audioUrl) : null));
  const byAudio = new Map([...firstBy(known, ({ audioUrl }) => audioKey(audioUrl)), ...byAudioAlone]);
  const named = [...firstBy(items, ({ guid }) => guid)];
  const heard = new Set(named.map(([, { audioUrl }]) => audioKey(audioUrl)));
  // An item without a guid is an episode of its own only if no item with a guid has its audio.
  const unnamed = [...firstBy(items, ({ guid, audioUrl }) => (guid === null ? audioKey(audioUrl) : null))];
  const alone = unnamed.filter(([key]) => !heard.has(key));
  const fresh = named.flatMap(([guid, item]) => (byGuid.has(guid) ? [] : [item]));
  const renamed = new Map([...firstBy(fresh, ({ audioUrl }) => audioKey(audioUrl))].map(([key, item]) => [item, byAudioAlone.get(key)]));
  const taken = new Set(named.map(([guid]) => byGuid.get(guid)?.id));
  const found = [
    ...named.map(([guid, item]) => ({ item, before: byGuid.get(guid) ?? renamed.get(item) })),
    ...alone.map(([key, item]) => ({ item, before: taken.has(byAudio.get(key)?.id) ? undefined : byAudio.get(key) })),
  ];
  const made = new Set(found.filter(({ before }) => before === undefined).map(({ item }) => item));
  return {
    created: items
      .filter((item) => made.has(item))
      .map((item) => ({ ...item, title: item.title ?? UNTITLED, publishedAt: item.publishedAt ?? now })),
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
    ...before,
    guid: before.guid ?? item.guid,
    title: item.title ?? before.title,
    durationSeconds: item.durationSeconds ?? before.durationSeconds,
    publishedAt: item.publishedAt ?? before.publishedAt ?? before.firstSeenAt,
    audioUrl: countsDownloadsOf(before.id, item.audioUrl) ? before.audioUrl : (item.audioUrl ?? before.audioUrl),
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
