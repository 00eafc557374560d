import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { FeedError } from '../feed-error.js';
import { feedAudioUrl, feedDate, feedDuration, feedLine } from './feed-values.js';

/** An item of a feed, as far as episodes are made of it. null: the feed does not say. */
export type FeedItem = {
  readonly guid: string | null;
  readonly title: string | null;
  readonly durationSeconds: number | null;
  readonly publishedAt: Date | null;
  readonly audioUrl: string | null;
};

const ATOM_NAMESPACE = 'http://www.w3.org/2005/Atom';
const ITUNES = 'http://www.itunes.com/dtds/podcast-1.0.dtd';

/** Characters that are parsed before others get their turn. */
const TURN = 64 * 1024;

/** What a feed may have beside its bytes: little of them can make much work, or much to remember, of another shape. */
const MOST_LEVELS = 100;
const MOST_ATTRIBUTES = 1000; // of one tag
const MOST_ITEMS = 50_000;

/** Characters that are kept of the text of one element, and that the name of an entity may have. */
const MOST_TEXT = 64 * 1024;
const MOST_ENTITY = 100;

/** How a page begins: with HTML's own document type, or without one. */
const PAGE = /^(?:<!--[^>]*-->|[\s\ufeff])*<(?:!doctype\s+html|html)\b/i;

const MOST_TITLE = 1000;

/** Bytes of a guid: an index holds it. */
const MOST_GUID_BYTES = 2000;

/**
 * Reads RSS 2.0 (with Apple's and the podcast namespace) and Atom (RFC 4287). There is no DTD and no entity but XML's own five.
 * @throws FeedError `invalid_xml`, `dtd_not_allowed`, `not_a_feed`, `too_large`
 */
export async function parseFeed(text: string): Promise<FeedItem[]> {
  if (PAGE.test(text.slice(0, 1000))) throw new FeedError('not_a_feed');
  const reader = new FeedReader();
  const start = text.search(/\S/); // many feeds begin with an empty line, which is not allowed before the XML declaration
  for (let at = Math.max(0, start); at < text.length; at += TURN) {
    reader.write(text.slice(at, at + TURN));
    await yieldToOthers();
  }
  return reader.end();
}

/** What has been read of an item so far. */
type Draft = Record<'guid' | 'title' | 'itunesTitle' | 'duration' | 'published' | 'updated' | 'audioUrl', string | null>;

type Collected = Exclude<keyof Draft, 'audioUrl'>;

/** What an item is called and where its values stand, in the namespace of the feed itself. */
type Format = {
  readonly item: string;
  readonly children: Readonly<Record<string, Collected>>;
  readonly audioUrl: (child: SaxesTagNS) => string | null;
};

/** RSS has words of its own for everything: an Atom word in it, with or without Atom's namespace, is not what an item is known by. */
const RSS: Format = {
  item: 'item',
  children: { guid: 'guid', title: 'title', pubDate: 'published' },
  audioUrl: (child) => (child.local === 'enclosure' ? attribute(child, 'url') : null),
};

const ATOM: Format = {
  item: 'entry',
  children: { id: 'guid', title: 'title', published: 'published', updated: 'updated' },
  audioUrl: (child) => (child.local === 'link' && attribute(child, 'rel') === 'enclosure' ? attribute(child, 'href') : null),
};

/** What Apple adds to both. */
const APPLE: Format['children'] = { duration: 'duration', title: 'itunesTitle' };

/**
 * What the parser holds of a text, an attribute, a comment or a reference that has not ended yet: in pieces as small as a character,
 * so that a few megabytes fill the memory. It gives no other way to bound them: with a handler for attributes, the seventh, its object
 * becomes a slow one, and every feed takes three times as long.
 */
type Held = { text: string; readonly entity: string; readonly attribList: readonly unknown[] };

type Root = { readonly uri: string; readonly format: Format };

/** Ends with the first thing that is wrong: what a handler throws comes out of `write`. */
class FeedReader {
  private readonly parser = new SaxesParser({ xmlns: true });
  private readonly items: FeedItem[] = [];
  private levels = 0;
  private root: Root | undefined;
  private item: { readonly level: number; readonly draft: Draft } | undefined;
  /** The child of the item whose text is being collected. */
  private collecting: { readonly level: number; readonly name: Collected; text: string } | undefined;

  constructor() {
    this.parser.on('error', (cause) => {
      throw new FeedError('invalid_xml', null, { cause });
    });
    this.parser.on('doctype', () => {
      throw new FeedError('dtd_not_allowed');
    });
    this.parser.on('opentag', (tag) => this.open(tag));
    this.parser.on('closetag', () => this.close());
    this.parser.on('text', (text) => this.collect(text));
    this.parser.on('cdata', (text) => this.collect(text));
  }

  write(text: string): void {
    this.parser.write(text);
    this.shorten(this.parser as unknown as Held);
  }

  end(): FeedItem[] {
    this.parser.close();
    if (!this.root) throw new FeedError('not_a_feed');
    return this.items;
  }

  private shorten(held: Held): void {
    held.text = held.text.slice(0, MOST_TEXT);
    if (held.entity.length > MOST_ENTITY || held.attribList.length > MOST_ATTRIBUTES) throw new FeedError('invalid_xml');
  }

  private open(tag: SaxesTagNS): void {
    this.levels += 1;
    if (this.levels > MOST_LEVELS || Object.keys(tag.attributes).length > MOST_ATTRIBUTES) throw new FeedError('invalid_xml');
    if (this.root === undefined) this.root = rootOf(tag);
    else if (this.item === undefined) {
      if (tag.local === this.root.format.item && tag.uri === this.root.uri) this.enter();
    } else if (this.levels === this.item.level + 1) this.child(tag, this.root, this.item.draft);
  }

  private enter(): void {
    if (this.items.length === MOST_ITEMS) throw new FeedError('too_large');
    this.item = { level: this.levels, draft: nothing() };
  }

  private child(tag: SaxesTagNS, { uri, format }: Root, draft: Draft): void {
    if (tag.uri === uri) draft.audioUrl ??= feedAudioUrl(format.audioUrl(tag));
    const children = tag.uri === ITUNES ? APPLE : tag.uri === uri ? format.children : {};
    const name = Object.hasOwn(children, tag.local) ? children[tag.local] : undefined;
    if (name !== undefined && draft[name] === null) this.collecting = { level: this.levels, name, text: '' };
  }

  private collect(text: string): void {
    if (this.collecting) this.collecting.text += text.slice(0, MOST_TEXT - this.collecting.text.length);
  }

  private close(): void {
    if (this.collecting?.level === this.levels && this.item) {
      this.item.draft[this.collecting.name] = this.collecting.text;
      this.collecting = undefined;
    }
    if (this.item?.level === this.levels) {
      this.items.push(itemOf(this.item.draft));
      this.item = undefined;
    }
    this.levels -= 1;
  }
}

function rootOf({ local, uri }: SaxesTagNS): Root {
  if (local === 'rss') return { uri, format: RSS };
  if (local === 'feed' && uri === ATOM_NAMESPACE) return { uri, format: ATOM };
  throw new FeedError('not_a_feed');
}

function attribute(tag: SaxesTagNS, name: string): string | null {
  return tag.attributes[name]?.value ?? null;
}

function nothing(): Draft {
  return { guid: null, title: null, itunesTitle: null, duration: null, published: null, updated: null, audioUrl: null };
}

function itemOf({ guid, title, itunesTitle, duration, published, updated, audioUrl }: Draft): FeedItem {
  const identity = guid !== null && guid.length < MOST_TEXT ? guid.trim() : ''; // what was cut off is another's, too
  return {
    guid: identity !== '' && Buffer.byteLength(identity) <= MOST_GUID_BYTES ? identity : null,
    title: feedLine(title, MOST_TITLE) || feedLine(itunesTitle, MOST_TITLE) || null,
    durationSeconds: feedDuration(duration),
    publishedAt: feedDate(published) ?? feedDate(updated),
    audioUrl,
  };
}
