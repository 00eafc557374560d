export type FeedFormat = 'rss' | 'rdf' | 'atom';

/** From and to, as indexes into the text of the feed. */
export type Span = readonly [from: number, to: number];

/** Positions at which additions to an item are inserted, and the guid or audio by which its episode is known. */
export type ItemMarks = {
  readonly guid: string | null;
  readonly audioUrl: string | null;
  /** The index behind its start tag. */
  readonly at: number;
  /** The prefix of the Podcast Namespace at this item; null if it is not declared. */
  readonly prefix: string | null;
  readonly hasChapters: boolean;
  /** The URL of the enclosure that is its audio; null if it has none. */
  readonly enclosure: Span | null;
};

/** Where the text of a feed can be added to without changing what is there. */
export type FeedMarks = {
  readonly format: FeedFormat;
  /** The index behind the name of the root element. */
  readonly root: number;
  /** A prefix for the Podcast Namespace, where none is declared. */
  readonly freePrefix: string;
  readonly language: string | null;
  /** In the order of the items. */
  readonly items: readonly ItemMarks[];
};
