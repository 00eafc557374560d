import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { episodeChanges, type KnownEpisode } from './episode-changes.js';
import { changedItems, digestsOf, fingerprint, stored } from './item-digests.js';
import type { FeedItem } from '../reading/feed-item.js';

const NOTHING = { title: null, durationSeconds: null, publishedAt: null, audioUrl: null };
const NONE = Buffer.alloc(0);

const guidsOf = (items: readonly FeedItem[]) => items.map(({ guid }) => guid);

describe('the items of a feed that are compared with episodes', () => {
  it('are those that are new or say something else than the last time', () => {
    const before: FeedItem[] = ['a', 'b', 'c', 'd', 'e'].map((guid) => ({ ...NOTHING, guid }));
    const after: FeedItem[] = [
      { ...NOTHING, guid: 'new' },
      { ...NOTHING, guid: 'a', title: 'Now it has one' },
      { ...NOTHING, guid: 'b' },
      { ...NOTHING, guid: 'c', durationSeconds: 1 },
      { ...NOTHING, guid: 'd', publishedAt: new Date(0) },
      { ...NOTHING, guid: 'e', audioUrl: 'https://a/e.mp3' },
    ];
    expect(guidsOf(changedItems(after, digestsOf(after), stored(digestsOf(before))))).toEqual(['new', 'a', 'c', 'd', 'e']);
    expect(changedItems(before, digestsOf(before), stored(digestsOf(before)))).toEqual([]);
  });

  it('are all of them where an item without a guid has audio, which such a feed is never the same by', () => {
    const items: FeedItem[] = [{ ...NOTHING, guid: 'a' }, { ...NOTHING, guid: null, audioUrl: 'https://a/b.mp3' }]; // prettier-ignore
    expect(changedItems(items, digestsOf(items), stored(digestsOf([items[0]!])))).toEqual(items);
    expect(fingerprint(stored(digestsOf(items)))).toBeNull();
  });

  it('bring the same changes as the whole feed, whatever it was before', () => {
    const some = fc.option(fc.constantFrom('a', 'b', 'c'), { nil: null });
    const duration = fc.option(fc.integer({ min: 1, max: 3 }), { nil: null });
    const date = fc.option(fc.constantFrom(new Date(1), new Date(2)), { nil: null });
    const anItem = (guid: fc.Arbitrary<string | null>) =>
      fc.record({ guid, title: some, durationSeconds: duration, publishedAt: date, audioUrl: some });
    const named = fc.array(anItem(fc.constantFrom('a', 'b', 'c', 'd')), { maxLength: 8 });
    const feeds = fc.array(fc.oneof({ weight: 3, arbitrary: named }, fc.array(anItem(some), { maxLength: 8 })), { maxLength: 6 });
    fc.assert(
      fc.property(feeds, (versions) => {
        let episodes: readonly KnownEpisode[] = [];
        let before: Buffer = NONE;
        for (const items of versions) {
          const digests = digestsOf(items);
          const changes = episodeChanges(episodes, items);
          expect(episodeChanges(episodes, changedItems(items, digests, before))).toEqual(changes);
          const same = fingerprint(stored(digests));
          if (same !== null && same === fingerprint(before)) expect(changes).toEqual({ created: [], updated: [] });
          const kept = episodes.map((episode) => changes.updated.find(({ id }) => id === episode.id) ?? episode);
          episodes = [...kept, ...changes.created.map((episode, index) => ({ id: `${episodes.length + index}`, ...episode }))];
          before = stored(digests);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
