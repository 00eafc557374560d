import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { FeedError } from './feed-failure.js';
import { feedAudioUrl, feedDate, feedDuration, feedLine } from './feed-values.js';

/** An item of a feed, as far as episodes are made of it. null: the feed does not say. */
export type FeedItem = {
  readonly guid: string | null;
  readonly title: string | null;
  readonly durationSeconds: number | null;
  readonly publishedAt: Date | null;
  readonly audioUrl: string | null;
};

const ATOM = 'http://www.w3.org/2005/Atom';
const ITUNES = 'http://www.itunes.com/dtds/podcast-1.0.dtd';

/** Characters that are parsed before others get their turn, and levels of elements that a feed may have. */
const TURN = 64 * 1024;
const MOST_LEVELS = 100;

/** How a page begins: with HTML's own document type, or without one. */
const PAGE = /^(?:<!--[^>]*-->|[\s\ufeff])*<(?:!doctype\s+html|html)\b/i;

const MOST_TITLE = 1000;

/** Bytes of a guid: an index holds it. */
const MOST_GUID_BYTES = 2000;

/**
 * Reads RSS 2.0 (with Apple's and the podcast namespace) and Atom (RFC 4287). There is no DTD and no entity but XML's own five.
 * @throws FeedError `invalid_xml`, `dtd_not_allowed`, `not_a_feed`
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

class FeedReader {
  private readonly parser = new SaxesParser({ xmlns: true });
  private readonly items: FeedItem[] = [];
  private failure: FeedError | undefined;
  private levels = 0;
  private root: { readonly uri: string; readonly item: 'item' | 'entry' } | undefined;
  private item: { readonly level: number; readonly draft: Draft } | undefined;
  /** The child of the item whose text is being collected. */
  private collecting: { readonly level: number; readonly name: Collected; text: string } | undefined;

  constructor() {
    this.parser.on('error', (cause) => this.fail(new FeedError('invalid_xml', null, { cause })));
    this.parser.on('doctype', () => this.fail(new FeedError('dtd_not_allowed')));
    this.parser.on('opentag', (tag) => this.open(tag));
    this.parser.on('closetag', () => this.close());
    this.parser.on('text', (text) => this.collect(text));
    this.parser.on('cdata', (text) => this.collect(text));
  }

  write(text: string): void {
    this.parser.write(text);
    if (this.failure) throw this.failure;
  }

  end(): FeedItem[] {
    this.parser.close();
    if (this.failure) throw this.failure;
    if (!this.root) throw new FeedError('not_a_feed');
    return this.items;
  }

  private fail(failure: FeedError): void {
    this.failure ??= failure;
  }

  private open(tag: SaxesTagNS): void {
    this.levels += 1;
    if (this.levels > MOST_LEVELS) this.fail(new FeedError('invalid_xml'));
    if (this.failure) return;
    if (this.levels === 1) this.enter(tag);
    else if (this.item === undefined) {
      if (tag.local === this.root?.item && tag.uri === this.root.uri) this.item = { level: this.levels, draft: nothing() };
    } else if (this.levels === this.item.level + 1) this.child(tag, this.item.draft);
  }

  private enter({ local, uri }: SaxesTagNS): void {
    if (local === 'rss') this.root = { uri, item: 'item' };
    else if (local === 'feed' && uri === ATOM) this.root = { uri, item: 'entry' };
    else this.fail(new FeedError('not_a_feed'));
  }

  private child(tag: SaxesTagNS, draft: Draft): void {
    const attribute = (name: string) => tag.attributes[name]?.value ?? null;
    if (tag.uri === this.root?.uri) {
      if (tag.local === 'enclosure') draft.audioUrl ??= feedAudioUrl(attribute('url'));
      if (tag.local === 'link' && attribute('rel') === 'enclosure') draft.audioUrl ??= feedAudioUrl(attribute('href'));
    }
    const name = this.named(tag);
    if (name !== undefined && draft[name] === null) this.collecting = { level: this.levels, name, text: '' };
  }

  private named({ local, uri }: SaxesTagNS): Collected | undefined {
    if (uri === ITUNES) return local === 'duration' ? 'duration' : local === 'title' ? 'itunesTitle' : undefined;
    if (uri !== this.root?.uri) return undefined;
    return Object.hasOwn(CHILDREN, local) ? CHILDREN[local] : undefined;
  }

  private collect(text: string): void {
    if (this.collecting) this.collecting.text += text;
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

/** Children of an RSS item and of an Atom entry, in the namespace of the feed itself. */
const CHILDREN: Readonly<Record<string, Collected>> = {
  guid: 'guid',
  id: 'guid',
  title: 'title',
  pubDate: 'published',
  published: 'published',
  updated: 'updated',
};

function nothing(): Draft {
  return { guid: null, title: null, itunesTitle: null, duration: null, published: null, updated: null, audioUrl: null };
}

function itemOf({ guid, title, itunesTitle, duration, published, updated, audioUrl }: Draft): FeedItem {
  const identity = guid?.trim() ?? '';
  return {
    guid: identity !== '' && Buffer.byteLength(identity) <= MOST_GUID_BYTES ? identity : null,
    title: feedLine(title, MOST_TITLE) || feedLine(itunesTitle, MOST_TITLE) || null,
    durationSeconds: feedDuration(duration),
    publishedAt: feedDate(published) ?? feedDate(updated),
    audioUrl,
  };
}
