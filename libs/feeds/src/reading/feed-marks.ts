export type FeedFormat = 'rss' | 'rdf' | 'atom';

/** From and to, as indexes into the text of the feed. */
export type Span = readonly [from: number, to: number];

/** Where an item can be added to, and by what its episode is known. */
export type ItemMarks = {
  readonly guid: string | null;
  readonly audioUrl: string | null;
  /** Behind its start tag. */
  readonly at: number;
  /** That the Podcast Namespace has here; null if it is not declared. */
  readonly prefix: string | null;
  readonly hasChapters: boolean;
  /** The URL of the enclosure that is its audio; null if it has none. */
  readonly enclosure: Span | null;
};

/** Where the text of a feed can be added to without changing what is there. */
export type FeedMarks = {
  readonly format: FeedFormat;
  /** Behind the name of the root element. */
  readonly root: number;
  /** A prefix for the Podcast Namespace, where none is declared. */
  readonly freePrefix: string;
  /** That the feed says it is in. */
  readonly language: string | null;
  /** In the order of the items. */
  readonly items: readonly ItemMarks[];
};
