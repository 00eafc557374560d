import { htmlText } from './feed-markup.js';
import { feedDate } from './feed-dates.js';
import { feedDuration, feedLine, isPlayable, mediaUrl } from './feed-values.js';
import type { Name } from './namespaces.js';

/** An item of a feed, as far as episodes are made of it. null: the feed does not say. */
export type FeedItem = {
  readonly guid: string | null;
  readonly title: string | null;
  readonly durationSeconds: number | null;
  readonly publishedAt: Date | null;
  readonly audioUrl: string | null;
};

const MAX_TITLE = 1000;

/** Bytes of a guid, since an index holds it; and characters beyond which it was cut off. */
const MAX_GUID_BYTES = 2000;
const MAX_GUID_LENGTH = 64 * 1024;

/** RSS has words of its own for everything: an Atom word in it is not what an item is known by. */
const RSS: Fields = { guid: 'guid', title: 'title', pubDate: 'published' };
const ATOM: Fields = { id: 'guid', title: 'title', published: 'published', updated: 'updated' };

/** What others add to both. */
const APPLE: Fields = { duration: 'duration', title: 'itunesTitle' };
const DUBLIN_CORE: Fields = { date: 'dublinCoreDate' };

type Field = 'guid' | 'title' | 'itunesTitle' | 'duration' | 'published' | 'updated' | 'dublinCoreDate';

type Fields = Readonly<Record<string, Field>>;

/** An element below an item. `own`: of the namespace of the feed itself. */
export type Element = { readonly isAtom: boolean; readonly own: boolean; readonly name: Name; readonly base: string };

/** What has been read of an item so far: of each field, the first counts. */
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

  /** Takes an element that names a media file, if it is audio or video and the first. @returns how its URL was written */
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
    const identity = guid.length < MAX_GUID_LENGTH ? guid.trim() : ''; // what was cut off is another's, too
    return {
      guid: identity !== '' && Buffer.byteLength(identity) <= MAX_GUID_BYTES ? identity : null,
      title: feedLine(title, MAX_TITLE) || feedLine(itunesTitle, MAX_TITLE) || null,
      durationSeconds: feedDuration(duration),
      publishedAt: feedDate(published) ?? feedDate(updated) ?? feedDate(dublinCoreDate),
      audioUrl: this.enclosure ?? this.media ?? null,
    };
  }
}
