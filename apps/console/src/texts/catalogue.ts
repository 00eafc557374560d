/** Every text of the console, by the part of it that shows them: a page loads its own English, and a translation as a whole. */
export type Catalogue = {
  readonly frame: typeof import('./frame.ts').t;
  readonly shared: typeof import('./shared.ts').t;
  readonly desk: typeof import('./desk.ts').t;
  readonly bulk: typeof import('./bulk.ts').t;
  readonly episode: typeof import('./episode.ts').t;
  readonly transcript: typeof import('./transcript.ts').t;
  readonly chapters: typeof import('./chapters.ts').t;
  readonly videos: typeof import('./videos.ts').t;
  readonly downloads: typeof import('./downloads.ts').t;
  readonly feed: typeof import('./feed.ts').t;
  readonly webhook: typeof import('./webhook.ts').t;
  readonly tokens: typeof import('./tokens.ts').t;
};
