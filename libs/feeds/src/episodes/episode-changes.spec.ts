import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { episodeChanges as changesAt, identitiesOf, type KnownEpisode } from './episode-changes.js';
import type { FeedItem } from '../reading/feed-item.js';

const SEEN = new Date('2026-01-01T00:00:00Z');
const NOW = new Date('2026-11-22T00:00:00Z');
const episodeChanges = (known: readonly KnownEpisode[], items: readonly FeedItem[]) => changesAt(known, items, NOW);

const item = (over: Partial<FeedItem>): FeedItem => ({
  guid: null,
  title: null,
  durationSeconds: null,
  publishedAt: null,
  audioUrl: null,
  ...over,
});
const known = (over: Partial<KnownEpisode>): KnownEpisode => ({ id: 'e', guid: null, title: 'Old', durationSeconds: null, publishedAt: SEEN, audioUrl: null, firstSeenAt: SEEN, ...over }); // prettier-ignore

describe('a feed changes episodes (contract 10.3)', () => {
  it('a feed changes episodes known by guid', () => {
    const before = known({ guid: 'g', durationSeconds: 60, publishedAt: new Date(0) });
    const changes = episodeChanges([before], [item({ guid: 'g', title: 'New', audioUrl: 'https://a/1' })]);
    // Fields that the feed lacks keep their values.
    expect(changes).toEqual({ created: [], updated: [{ ...before, title: 'New', audioUrl: 'https://a/1' }] });
  });

  it('a feed changes episodes known by the URL of their audio, also those that have a guid', () => {
    const episodes = [known({ id: 'e', audioUrl: 'https://a/1' }), known({ id: 'f', guid: 'g', audioUrl: 'https://a/2' })];
    const changes = episodeChanges(episodes, [
      item({ title: 'One', audioUrl: 'https://a/1' }),
      item({ title: 'Two', audioUrl: 'https://a/2' }),
    ]);
    expect(changes.updated.map(({ id, title, guid }) => [id, title, guid])).toEqual([['e', 'One', null], ['f', 'Two', 'g']]); // prettier-ignore
    expect(changes.created).toEqual([]);
  });

  it('a feed changes episodes known by the URL of their audio without its query, which hosts sign anew', () => {
    const before = known({ audioUrl: 'https://a/1.mp3?token=1' });
    const items = [item({ audioUrl: 'https://a/1.mp3?token=2#t', title: 'Old' }), item({ audioUrl: 'https://a/1.mp3?token=3' })];
    expect(episodeChanges([before], items)).toEqual({ created: [], updated: [{ ...before, audioUrl: 'https://a/1.mp3?token=2#t' }] });
    expect(episodeChanges([], items).created).toHaveLength(1);
  });

  it('a feed changes episodes that get a guid later than their audio, whatever its query is by then', () => {
    const before = known({ audioUrl: 'https://a/1.mp3?token=1' });
    const { created, updated } = episodeChanges([before], [item({ guid: 'g', audioUrl: 'https://a/1.mp3?token=2' })]);
    expect([created, updated.map(({ id, guid }) => [id, guid])]).toEqual([[], [['e', 'g']]]);
  });

  it('a feed changes episodes that get a guid later than their audio', () => {
    const episodes = [known({ id: 'e', audioUrl: 'https://a/1' }), known({ id: 'f', guid: 'g', audioUrl: 'https://a/2' })];
    const items = [
      item({ guid: 'new', audioUrl: 'https://a/1' }),
      item({ guid: 'another', audioUrl: 'https://a/1' }), // the first takes it
      item({ guid: 'other', audioUrl: 'https://a/2' }), // what has a guid keeps it
    ];
    const { created, updated } = episodeChanges(episodes, items);
    expect(updated).toEqual([{ ...episodes[0], guid: 'new' }]);
    expect(created.map(({ guid }) => guid)).toEqual(['another', 'other']);
  });

  it('a feed changes episodes that get a guid of the first item with their audio that counts itself', () => {
    const items = [item({ guid: 'new', audioUrl: 'https://a/2' }), item({ guid: 'new', audioUrl: 'https://a/1' })];
    const before = known({ audioUrl: 'https://a/1' });
    expect(episodeChanges([before], items)).toEqual({ created: [expect.objectContaining({ audioUrl: 'https://a/2' })], updated: [] });
    const { updated } = episodeChanges([before], [...items, item({ guid: 'third', audioUrl: 'https://a/1' })]);
    expect(updated).toEqual([{ ...before, guid: 'third' }]);
  });

  it.each(['https://api.example.com/e/e', 'https://api.example.com/E/E?from=app', 'https://op3.dev/e/api.example.com/e/e'])(
    'a feed keeps the audio of an episode whose enclosure is its own counting redirect: %s',
    (audioUrl) => {
      const before = known({ guid: 'g', audioUrl: 'https://a/1' });
      expect(episodeChanges([before], [item({ guid: 'g', audioUrl })]).updated).toEqual([]);
      expect(episodeChanges([known({ id: 'f', guid: 'g' })], [item({ guid: 'g', audioUrl })]).updated).toMatchObject([{ audioUrl }]);
    },
  );

  it('items of a feed that are known by neither guid nor audio are skipped', () =>
    expect(episodeChanges([], [item({ title: 'x' })]).created).toEqual([]));

  it('the first of a feed’s duplicates wins', () => {
    const items = [item({ guid: 'g', title: 'First' }), item({ guid: 'g', title: 'Second' })];
    expect(episodeChanges([], items).created.map(({ title }) => title)).toEqual(['First']);
    expect(episodeChanges([known({ guid: 'g' })], items).updated.map(({ title }) => title)).toEqual(['First']);
  });

  it('an item of a feed that says the same as before changes nothing', () => {
    const before = known({ guid: 'g', title: 'T', publishedAt: new Date(5) });
    expect(episodeChanges([before], [item({ guid: 'g', title: 'T', publishedAt: new Date(5) })])).toEqual({ created: [], updated: [] });
  });

  it('one feed has at most 20,000 episodes', () => {
    const items = Array.from({ length: 20_000 }, (_, index) => item(index % 2 ? { guid: `${index}` } : { audioUrl: `https://a/${index}` }));
    const { guids, audioAlone } = identitiesOf([...items, ...items, item({ title: 'known by nothing' })]);
    expect([guids.size, audioAlone.size]).toEqual([10_000, 10_000]);
    expect(() => identitiesOf([...items, item({ guid: 'more' })])).toThrow(expect.objectContaining({ code: 'too_many_episodes' }));
  });

  it('an item without a title gets a name', () => expect(episodeChanges([], [item({ guid: 'g' })]).created[0]?.title).toBe('Untitled'));

  it('an item that has no date is published when it was first seen, until the feed names a date', () => {
    expect(episodeChanges([], [item({ guid: 'g' })]).created[0]?.publishedAt).toEqual(NOW);
    const draft = known({ guid: 'g', publishedAt: null });
    expect(episodeChanges([draft], [item({ guid: 'g' })]).updated).toEqual([{ ...draft, publishedAt: SEEN }]);
    const dated = item({ guid: 'g', publishedAt: new Date(0) });
    expect(episodeChanges([known({ guid: 'g' })], [dated]).updated[0]?.publishedAt).toEqual(new Date(0));
  });

  it('the same feed again changes nothing, whatever it says, and no episode goes', () => {
    const some = fc.option(fc.constantFrom('a', 'b', 'c'), { nil: null });
    const items = fc.array(
      fc.record({ guid: some, title: some, durationSeconds: fc.option(fc.integer({ min: 1, max: 9 }), { nil: null }), publishedAt: fc.option(fc.date({ noInvalidDate: true }), { nil: null }), audioUrl: some }),
      { maxLength: 12 },
    ); // prettier-ignore
    fc.assert(
      fc.property(items, items, (first, second) => {
        const apply = (episodes: readonly KnownEpisode[], feed: readonly FeedItem[]): KnownEpisode[] => {
          const { created, updated } = episodeChanges(episodes, feed);
          expect(new Set(updated.map(({ id }) => id)).size).toBe(updated.length);
          const kept = episodes.map((episode) => updated.find(({ id }) => id === episode.id) ?? episode);
          return [...kept, ...created.map((episode, index) => ({ id: `${episodes.length + index}`, firstSeenAt: NOW, ...episode }))];
        };
        const after = apply(apply([], first), second);
        expect(after.length).toBeGreaterThanOrEqual(apply([], first).length);
        const guids = after.flatMap(({ guid }) => guid ?? []);
        expect(new Set(guids).size).toBe(guids.length);
        expect(episodeChanges(after, second)).toEqual({ created: [], updated: [] });
      }),
    );
  });
});
