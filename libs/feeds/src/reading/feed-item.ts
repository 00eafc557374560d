import { htmlText } from './feed-markup.js';
import { feedDate } from './feed-dates.js';
import { feedDuration, feedLine, isPlayable, mediaUrl } from './feed-values.js';
import type { Name } from './namespaces.js';

/** The parts of an item of a feed that an episode has. null: the feed does not say. */
export type FeedItem = {
  readonly guid: string | null;
  readonly title: string | null;
  readonly durationSeconds: number | null;
  readonly publishedAt: Date | null;
  readonly audioUrl: string | null;
};

const MAX_TITLE = 1000;

/** Most bytes of a guid, which an index holds; and the number of characters at which the parser cuts it off. */
const MAX_GUID_BYTES = 2000;
const MAX_GUID_LENGTH = 64 * 1024;

/** RSS has elements of its own for everything, so an Atom element in RSS does not identify an item. */
const RSS: Fields = { guid: 'guid', title: 'title', pubDate: 'published' };
const ATOM: Fields = { id: 'guid', title: 'title', published: 'published', updated: 'updated' };

/** Elements of other namespaces, in RSS and in Atom. */
const APPLE: Fields = { duration: 'duration', title: 'itunesTitle' };
const DUBLIN_CORE: Fields = { date: 'dublinCoreDate' };

type Field = 'guid' | 'title' | 'itunesTitle' | 'duration' | 'published' | 'updated' | 'dublinCoreDate';

type Fields = Readonly<Record<string, Field>>;

/** An element below an item. `own`: of the namespace of the feed itself. */
type Element = { readonly isAtom: boolean; readonly own: boolean; readonly name: Name; readonly base: string };

/** Where an item names its audio: in its enclosure, or in an element that only some apps read. */
type Medium = { readonly isEnclosure: boolean; readonly isRelative: boolean };

const RSS_1_ENCLOSURES = 'http://purl.oclc.org/net/rss_2.0/enc#';

/** The fields of an item that have been read so far. The first occurrence of a field counts. */
export class Draft {
  private readonly fields: Partial<Record<Field, string>> = {};
  private enclosure: string | undefined;
  private media: string | undefined;

  /** @returns the field that the text of a child is for; undefined when it is for none, or the field is taken */
  fieldOf({ isAtom, own, name: { namespace, local } }: Element): Field | undefined {
    const fields = namespace === 'itunes' ? APPLE : namespace === 'dc' ? DUBLIN_CORE : own ? (isAtom ? ATOM : RSS) : {};
    const field = Object.hasOwn(fields, local) ? fields[local] : undefined;
    return field === undefined || this.fields[field] !== undefined ? undefined : field;
  }

  set(field: string, { text, isHtml }: { readonly text: string; readonly isHtml: boolean }): void {
    this.fields[field as Field] ??= isHtml ? htmlText(text) : text;
  }

  /** Stores the first element that names an audio or video file. @returns undefined when the element is not that */
  takeMedia({ isAtom, own, name: { namespace, local }, base }: Element, attribute: (name: string) => string): Medium | undefined {
    const isMedia = namespace === 'media' && local === 'content';
    const isRss1 = namespace === RSS_1_ENCLOSURES && local === 'enclosure';
    const isEnclosure = isRss1 || (own && (isAtom ? local === 'link' && attribute('rel').trim() === 'enclosure' : local === 'enclosure'));
    if ((!isEnclosure && !isMedia) || (isEnclosure ? this.enclosure : this.media) !== undefined) return undefined;
    const found = mediaUrl(attribute(isRss1 ? 'rdf:resource' : isEnclosure && isAtom ? 'href' : 'url'), base);
    const type = attribute(isRss1 ? 'enc:type' : 'type');
    if (!found || !isPlayable(found.url, isMedia && type === '' ? `${attribute('medium').trim()}/` : type)) return undefined;
    if (isEnclosure) this.enclosure = found.url;
    else this.media = found.url;
    return { isEnclosure, isRelative: found.isRelative };
  }

  /** Whether the title is longer than what is kept of it. */
  get isTitleCut(): boolean {
    const { title = '', itunesTitle = '' } = this.fields;
    return isLonger(feedLine(title, Infinity) || feedLine(itunesTitle, Infinity), MAX_TITLE);
  }

  toItem(): FeedItem {
    const { guid = '', title = '', itunesTitle = '', duration, published, updated, dublinCoreDate } = this.fields;
    const identity = guid.length < MAX_GUID_LENGTH ? guid.trim() : ''; // two guids that were cut off may be equal
    return {
      guid: identity !== '' && Buffer.byteLength(identity) <= MAX_GUID_BYTES ? identity : null,
      title: feedLine(title, MAX_TITLE) || feedLine(itunesTitle, MAX_TITLE) || null,
      durationSeconds: feedDuration(duration),
      publishedAt: feedDate(published) ?? feedDate(updated) ?? feedDate(dublinCoreDate),
      audioUrl: this.enclosure ?? this.media ?? null,
    };
  }
}

function isLonger(line: string, max: number): boolean {
  return line.length > max && [...line.slice(0, 2 * max + 2)].length > max;
}
