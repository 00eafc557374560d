import { createHash, hash } from 'node:crypto';
import type { FeedItem } from '../reading/feed-item.js';

/**
 * Bytes of a digest that are stored. Finding two versions of an item with equal bytes would take years, and only the feed's own change
 * would be missed.
 */
const DIGEST_BYTES = 8;

/** Digests of items by their guid: of several with the same guid, the first counts, as in `episodeChanges`. */
export type ItemDigests = ReadonlyMap<string, string>;

/**
 * Digests what episodes are made of. Only for feeds in which every item that counts has a guid: without one, whose episode an item is
 * depends on the other items.
 * @returns an empty map for other feeds
 */
export function digestsOf(items: readonly FeedItem[]): ItemDigests {
  const digests = new Map<string, string>();
  for (const { guid, title, durationSeconds, publishedAt, audioUrl } of items) {
    if (guid === null && audioUrl !== null) return new Map();
    if (guid === null || digests.has(guid)) continue;
    const content = JSON.stringify([guid, title, durationSeconds, publishedAt?.getTime() ?? null, audioUrl]);
    digests.set(guid, hash('sha256', content, 'binary').slice(0, DIGEST_BYTES));
  }
  return digests;
}

/** The digests in the form in which they are stored. */
export function stored(digests: ItemDigests): Buffer {
  return Buffer.from([...digests.values()].join(''), 'latin1');
}

/** Identifies the digests of a feed; null if it has none. */
export function fingerprint(digests: Buffer): string | null {
  return digests.length === 0 ? null : createHash('sha256').update(digests).digest('hex');
}

/**
 * Items that may change something: those that were not taken over with this content the last time, and the first of their guid.
 * @param before what was stored then
 */
export function changedItems(items: readonly FeedItem[], digests: ItemDigests, before: Buffer): readonly FeedItem[] {
  if (digests.size === 0 || before.length === 0) return items;
  const known = new Set<string>();
  const all = before.toString('latin1');
  for (let at = 0; at < all.length; at += DIGEST_BYTES) known.add(all.slice(at, at + DIGEST_BYTES));
  return items.filter(({ guid }) => guid !== null && !known.has(digests.get(guid) ?? ''));
}
