import type { Chapter } from './chapter.entity.js';
import type { ReadChapter } from './read-document.js';

/** A chapter in the Podcast Namespace's own names. What it does not have is left out. */
export type PodcastChapter = { readonly [Field in keyof ReadChapter]?: NonNullable<ReadChapter[Field]> };

export function podcastChapter({ startTime, endTime, title, summary, url, img, toc }: Chapter): PodcastChapter {
  const all = { startTime, endTime, title, summary, url, img, toc };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}

/** The document of the Podcast Namespace, for the type `application/json+chapters`. */
export function podcastChapters(chapters: readonly Chapter[]): { readonly version: string; readonly chapters: readonly PodcastChapter[] } {
  return { version: '1.2.0', chapters: chapters.map(podcastChapter) };
}
