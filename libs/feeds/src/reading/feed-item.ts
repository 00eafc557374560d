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

  /** Stores the first element that names an audio or video file. @returns how its URL was written */
  takeMedia(element: Element, attribute: (name: string) => string): 'relative' | 'absolute' | undefined {
    const { isAtom, own, name, base } = element;
    const isEnclosure = own && (isAtom ? name.local === 'link' && attribute('rel').trim() === 'enclosure' : name.local === 'enclosure');
    const isMedia = name.namespace === 'media' && name.local === 'content';
    if ((!isEnclosure && !isMedia) || (isEnclosure ? this.enclosure : this.media) !== undefined) return undefined;
    const found = mediaUrl(attribute(isEnclosure && isAtom ? 'href' : 'url'), base);
    const kind = isMedia && attribute('type') === '' ? `${attribute('medium').trim()}/` : attribute('type');
    if (!found || !isPlayable(found.url, kind)) return undefined;
    if (isEnclosure) this.enclosure = found.url;
    else this.media = found.url;
    return found.isRelative ? 'relative' : 'absolute';
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
