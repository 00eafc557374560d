import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { Parser } from 'htmlparser2';
import { FeedError, type FeedFailure } from '../feed-error.js';
import { Draft, type FeedItem } from './feed-item.js';
import { checkReferences, controlsOf, decoded, withoutControls } from './feed-markup.js';
import type { FeedFormat, FeedMarks, ItemMarks, Span } from './feed-marks.js';
import { LineCounter, MAX_WARNINGS, Warnings, type FeedWarning, type FeedWarningCode } from './feed-warnings.js';
import { Scopes, type Name } from './namespaces.js';

export type ParsedFeed = {
  readonly items: readonly FeedItem[];
  readonly warnings: readonly FeedWarning[];
  readonly marks: FeedMarks;
  /** Where the publisher says that the feed is from now on (`itunes:new-feed-url`). */
  readonly newUrl: string | null;
};

/** Characters that are parsed before other work of the process gets its turn. */
const CHUNK_SIZE = 64 * 1024;

/** Limits on the structure of a feed, so that few bytes cannot cause much work. */
const MAX_LEVELS = 100;
const MAX_ATTRIBUTES = 1000; // of one tag
const MAX_ITEMS = 50_000;

/** Characters that are kept of the text of one element. */
const MAX_TEXT = 64 * 1024;

/** Literals of a document type declaration, in which a bracket begins no internal subset. */
const LITERAL = /"[^"]*"|'[^']*'/g;

const NOT_BLANK = /[^\s\ufeff]/;

/** Nothing, the beginning of JSON, or a JSON string (its end may be cut off), number or word. */
const NO_XML = /^[\s\ufeff]*(?:$|[{[]|(?:"(?:[^"\\<]|\\.)*(?:"|$)|-?\d[\d.e+-]*|true|false|null)\s*$)/i;

/** How a page begins: with HTML's own document type, or without one. */
const PAGE = /^(?:<!--[^>]*-->|[\s\ufeff])*<(?:!doctype\s+html|html)\b/i;

/**
 * Reads RSS 2.0 (with Apple's namespace, Media RSS and Dublin Core), RSS 1.0 and Atom (RFC 4287). Faults that podcast
 * apps read over are repaired and named in the warnings; an element that is not closed is fatal. No entity of a
 * document type is ever expanded.
 * @param url of the feed, which relative URLs are resolved against
 * @throws FeedError `invalid_xml`, `dtd_not_allowed`, `not_a_feed`, `too_large`
 */
export async function parseFeed(text: string, url: string): Promise<ParsedFeed> {
  const start = text.slice(0, 1000);
  if (PAGE.test(start) || NO_XML.test(start)) throw new FeedError('not_a_feed');
  const warnings = new Warnings();
  const lines = new LineCounter(text);
  for (const index of controlsOf(text)) {
    if (warnings.isFull) break;
    warnings.add('control_character', lines.placeOf(index).line);
  }
  const reader = new FeedReader(text, url, warnings);
  for (let at = 0; at < text.length && !reader.hasEnded;) {
    at = reader.parseTo(at, endOfChunk(text, at));
    await yieldToOthers();
  }
  return { ...reader.end(), warnings: warnings.inOrder() };
}

/** Chunks end behind a `>`, else before an `&`, so that no reference is cut in two. */
function endOfChunk(text: string, from: number): number {
  if (from + CHUNK_SIZE >= text.length) return text.length;
  const chunk = text.slice(from, from + CHUNK_SIZE);
  const length = chunk.lastIndexOf('>') + 1 || chunk.lastIndexOf('&');
  return from + (length > 0 ? length : CHUNK_SIZE);
}

/** The root element: its format, the name and the namespace of its items. */
type Root = { readonly format: FeedFormat; readonly item: string; namespace: string; readonly nameEnd: number };

type OpenItem = { readonly level: number; readonly draft: Draft; readonly start: number; marks: Omit<ItemMarks, 'guid' | 'audioUrl'> };

type Collecting = {
  readonly level: number;
  readonly isHtml: boolean;
  readonly done: (of: { text: string; isHtml: boolean }) => void;
  text: string;
};

/** Namespaces of items in RSS 1.0 and 0.9, which are children of `rdf:RDF`. */
const RSS_1 = ['http://purl.org/rss/1.0/', 'http://my.netscape.com/rdf/simple/0.9/', ''];

/** Handles the events of the parser. The first fatal fault ends it: `write` throws what a handler throws. */
class FeedReader {
  /** The root element is closed. */
  hasEnded = false;
  private readonly parser: Parser;
  private readonly lines: LineCounter;
  private readonly scopes: Scopes;
  private readonly items: FeedItem[] = [];
  private readonly marks: ItemMarks[] = [];
  private readonly undated: number[] = [];
  private language: string | null = null;
  private newUrl: string | null = null;
  private level = 0;
  private attributes = 0;
  private openedAt = -1; // where the last start tag ends
  private inCdata = false;
  private root: Root | undefined;
  private item: OpenItem | undefined;
  private media: Span | undefined; // of the value of the last tag's `url` or `href`
  private collecting: Collecting | undefined;
  private textBefore: number | undefined;

  constructor(
    private readonly text: string,
    url: string,
    private readonly warnings: Warnings,
  ) {
    this.lines = new LineCounter(text);
    this.scopes = new Scopes(url);
    this.parser = new Parser(
      {
        onopentagname: () => {
          this.attributes = 0;
          this.media = undefined;
        },
        onattribute: (name, value, quote) => this.attribute(name, value, quote ? 1 : 0),
        onopentag: (name, attributes) => this.openElement(name, attributes),
        onclosetag: (_name, isImplied) => this.close(isImplied),
        ontext: (some) => this.onText(some),
        oncdatastart: () => (this.inCdata = true),
        oncdataend: () => (this.inCdata = false),
        onprocessinginstruction: (name, data) => this.declaration(name, data),
      },
      { xmlMode: true, decodeEntities: false },
    );
  }

  /** Nothing is parsed behind the chunk in which the root ends: elements there have no limit on their levels. */
  parseTo(from: number, to: number): number {
    this.parser.write(this.text.slice(from, to));
    const rest = this.hasEnded ? this.text.slice(to).search(NOT_BLANK) : -1;
    if (rest !== -1) this.warn('text_after_end', to + rest);
    return to;
  }

  end(): Omit<ParsedFeed, 'warnings'> {
    this.parser.end();
    const { root, items, language, newUrl } = this;
    if (!root) throw this.fatal('invalid_xml', this.textBefore ?? this.text.length);
    // Last, so that a feed without dates has room for its other warnings.
    for (const start of this.undated) this.warn('no_date', start);
    const marks = { format: root.format, root: root.nameEnd, freePrefix: this.scopes.freePrefix, language, items: this.marks };
    return { items, newUrl, marks };
  }

  private fatal(code: FeedFailure, index = this.parser.startIndex): FeedError {
    return new FeedError(code, { place: this.lines.placeOf(index) });
  }

  private warn(code: FeedWarningCode, index = this.parser.startIndex): void {
    if (!this.warnings.isFull) this.warnings.add(code, this.lines.placeOf(index).line);
  }

  private declaration(name: string, data: string): void {
    if (this.hasEnded || name.startsWith('?')) return;
    if (name.toLowerCase() !== '!doctype' || data.replace(LITERAL, '').includes('[')) throw this.fatal('dtd_not_allowed');
    this.warn('doctype');
  }

  /** @param behind characters between the value and the parser's position */
  private attribute(name: string, value: string, behind: number): void {
    this.attributes += 1;
    const end = this.parser.endIndex - behind;
    if (name === 'url' || name === 'href' || name === 'rdf:resource') this.media ??= [end - value.length, end];
    if (this.attributes > MAX_ATTRIBUTES && !this.hasEnded) throw this.fatal('invalid_xml');
    this.checkReferences(value.slice(0, MAX_TEXT));
  }

  private checkReferences(text: string): void {
    if (this.hasEnded || this.warnings.isFull) return;
    const start = this.parser.startIndex;
    checkReferences(text, (code, index) => this.warn(code, start + index));
  }

  private openElement(tag: string, attributes: Record<string, string>): void {
    this.level += 1;
    this.openedAt = this.parser.endIndex;
    if (this.hasEnded) return this.warn('text_after_end');
    if (this.level > MAX_LEVELS) throw this.fatal('invalid_xml');
    const report = (code: FeedWarningCode) => this.warn(code);
    this.scopes.enter(this.level, attributes, report);
    const name = this.scopes.resolve(tag, report);
    if (this.root === undefined) {
      this.root = this.rootOf(name, tag);
      this.language = attributes['xml:lang']?.trim() ?? null;
    } else if (this.item) this.inItem(name, attributes, this.item);
    else if (isItem(name, this.root)) this.enterItem(name, attributes, this.root);
    else this.aboveItems(name, this.root);
  }

  private rootOf({ local, namespace }: Name, tag: string): Root {
    if (this.textBefore !== undefined) this.warn('text_before_start', this.textBefore);
    // The index may be that of the `>` before.
    const nameEnd = this.text.indexOf(`<${tag}`, this.parser.startIndex) + 1 + tag.length;
    if (local === 'rss') return { format: 'rss', item: 'item', namespace, nameEnd };
    if (local === 'RDF' && namespace === 'rdf') return { format: 'rdf', item: 'item', namespace: 'http://purl.org/rss/1.0/', nameEnd };
    if (local !== 'feed' || namespace !== 'atom') throw new FeedError('not_a_feed');
    return { format: 'atom', item: 'entry', namespace, nameEnd };
  }

  private enterItem({ namespace }: Name, attributes: Record<string, string>, root: Root): void {
    if (this.items.length === MAX_ITEMS) throw new FeedError('too_large');
    const draft = new Draft();
    if (root.format === 'rdf') {
      root.namespace = namespace;
      const about = attributes['rdf:about'];
      if (about !== undefined) draft.set('guid', { text: decoded(about), isHtml: false });
    }
    const start = this.parser.startIndex;
    const marks = { at: this.parser.endIndex + 1, prefix: this.scopes.podcastPrefix, hasChapters: false, enclosure: null };
    this.item = { level: this.level, draft, start, marks };
  }

  /** The feed's own fields. */
  private aboveItems({ namespace, local }: Name, root: Root): void {
    const isLanguage = local === 'language' && (namespace === root.namespace || namespace === 'dc');
    const done = isLanguage
      ? ({ text }: { text: string }) => (this.language ??= text.trim())
      : namespace === 'itunes' && local === 'new-feed-url'
        ? ({ text }: { text: string }) => (this.newUrl ??= text.trim())
        : undefined;
    if (done && !this.collecting) this.collecting = { level: this.level, isHtml: false, done, text: '' };
  }

  private inItem(name: Name, attributes: Record<string, string>, item: OpenItem): void {
    const { level, draft } = item;
    const isChild = this.level === level + 1;
    const own = name.namespace === this.root?.namespace;
    const values = { isAtom: this.root?.format === 'atom', own, name, base: this.scopes.currentBase };
    if (isChild || (name.namespace === 'media' && this.level === level + 2)) {
      const medium = draft.takeMedia(values, (attribute) => decoded(attributes[attribute] ?? ''));
      if (medium?.isRelative) this.warn('relative_url');
      if (medium?.isEnclosure) item.marks = { ...item.marks, enclosure: this.media ?? null };
    }
    if (isChild && name.namespace === 'podcast' && name.local === 'chapters') item.marks = { ...item.marks, hasChapters: true };
    const field = isChild ? draft.fieldOf(values) : undefined;
    if (field === undefined) return;
    const isHtml = field === 'title' && values.isAtom && attributes['type']?.trim().toLowerCase() === 'html';
    this.collecting = { level: this.level, isHtml, done: (of) => draft.set(field, of), text: '' };
  }

  private onText(text: string): void {
    if (this.hasEnded || this.root === undefined) return this.textOutside(text);
    if (!this.inCdata) {
      if (text.includes('<')) this.warn('bare_less_than', this.parser.startIndex + text.indexOf('<'));
      this.checkReferences(text);
    }
    const { collecting } = this;
    if (!collecting || collecting.text.length >= MAX_TEXT) return;
    const some = text.slice(0, MAX_TEXT - collecting.text.length);
    collecting.text += this.inCdata ? withoutControls(some) : decoded(some);
  }

  private textOutside(text: string): void {
    const start = text.search(NOT_BLANK);
    if (start === -1) return;
    if (this.hasEnded) this.warn('text_after_end', this.parser.startIndex + start);
    else this.textBefore ??= this.parser.startIndex + start;
  }

  /** @param isImplied the document has no end tag here: it is missing, unless the start tag is an empty-element tag */
  private close(isImplied: boolean): void {
    const isEmptyElement = this.parser.endIndex === this.openedAt;
    if (isImplied && !isEmptyElement && !this.hasEnded) throw this.fatal('invalid_xml');
    if (this.collecting?.level === this.level) {
      this.collecting.done(this.collecting);
      this.collecting = undefined;
    }
    if (this.item?.level === this.level) this.leaveItem(this.item);
    this.scopes.leave(this.level);
    this.level -= 1;
    if (this.level === 0) this.hasEnded = true;
  }

  private leaveItem({ draft, start, marks }: OpenItem): void {
    const item = draft.toItem();
    const { guid, audioUrl } = item;
    this.items.push(item);
    this.marks.push({ guid, audioUrl, ...marks });
    if (item.publishedAt === null && (guid ?? audioUrl) !== null && this.undated.length < MAX_WARNINGS) this.undated.push(start);
    if (draft.isTitleCut) this.warn('title_cut', start);
    this.item = undefined;
  }
}

function isItem({ namespace, local }: Name, root: Root): boolean {
  return local === root.item && (namespace === root.namespace || (root.format === 'rdf' && RSS_1.includes(namespace)));
}
