import type { t as frame } from './frame.ts';
import type { t as shared } from './shared.ts';
import type { t as desk } from './desk.ts';
import type { t as bulk } from './bulk.ts';
import type { t as episode } from './episode.ts';
import type { t as transcript } from './transcript.ts';
import type { t as chapters } from './chapters.ts';
import type { t as videos } from './videos.ts';
import type { t as downloads } from './downloads.ts';
import type { t as feed } from './feed.ts';
import type { t as webhook } from './webhook.ts';
import type { t as tokens } from './tokens.ts';

/** Every text of the console, by the part of it that shows them: a page loads its own English, and a translation as a whole. */
export type Catalogue = {
  readonly frame: typeof frame;
  readonly shared: typeof shared;
  readonly desk: typeof desk;
  readonly bulk: typeof bulk;
  readonly episode: typeof episode;
  readonly transcript: typeof transcript;
  readonly chapters: typeof chapters;
  readonly videos: typeof videos;
  readonly downloads: typeof downloads;
  readonly feed: typeof feed;
  readonly webhook: typeof webhook;
  readonly tokens: typeof tokens;
};
