import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { Parser } from 'htmlparser2';
import { FeedError, type FeedFailure } from '../feed-error.js';
import { Draft, type FeedItem } from './feed-item.js';
import { checkReferences, decoded, withoutControls } from './feed-markup.js';
import { LineCounter, Warnings, type FeedWarning, type FeedWarningCode } from './feed-warnings.js';
import { Scopes, type Name } from './namespaces.js';

export type ParsedFeed = { readonly items: readonly FeedItem[]; readonly warnings: readonly FeedWarning[] };

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

/** How a page begins: with HTML's own document type, or without one. */
const PAGE = /^(?:<!--[^>]*-->|[\s\ufeff])*<(?:!doctype\s+html|html)\b/i;

/**
 * Reads RSS 2.0 (with Apple's namespace, Media RSS and Dublin Core) and Atom (RFC 4287). Faults that podcast apps read over are
 * repaired and named in the warnings; an element that is not closed is fatal. No entity of a document type is ever expanded.
 * @param url of the feed, which relative URLs are resolved against
 * @throws FeedError `invalid_xml`, `dtd_not_allowed`, `not_a_feed`, `too_large`
 */
export async function parseFeed(text: string, url: string): Promise<ParsedFeed> {
  if (PAGE.test(text.slice(0, 1000))) throw new FeedError('not_a_feed');
  const warnings = new Warnings();
  const original = new LineCounter(text);
  const clean = withoutControls(text, (index) => {
    if (!warnings.isFull) warnings.add('control_character', original.placeOf(index).line);
  });
  const reader = new FeedReader(clean, url, warnings);
  for (let at = 0; at < clean.length;) {
    at = reader.parseTo(at, endOfChunk(clean, at));
    await yieldToOthers();
  }
  return { items: reader.end(), warnings: warnings.inOrder() };
}

/** Chunks end behind a `>`, so that no reference is cut in two. */
function endOfChunk(text: string, from: number): number {
  if (from + CHUNK_SIZE >= text.length) return text.length;
  const last = text.lastIndexOf('>', from + CHUNK_SIZE);
  const end = last >= from ? last : text.indexOf('>', from + CHUNK_SIZE);
  return end === -1 ? text.length : end + 1;
}

/** The format of a document: RSS or Atom, and the name of its items. */
type Format = { readonly item: string; readonly isAtom: boolean };

/** The child of an item whose text is being collected. */
type Collecting = { readonly level: number; readonly field: string; readonly isHtml: boolean; text: string };

/** Handles the events of the parser. The first fatal fault ends it: `write` throws what a handler throws. */
class FeedReader {
  private readonly parser: Parser;
  private readonly lines: LineCounter;
  private readonly scopes: Scopes;
  private readonly items: FeedItem[] = [];
  private level = 0;
  private attributes = 0;
  private openedAt = -1; // where the last start tag ends
  private inCdata = false;
  private hasEnded = false;
  private root: (Format & { readonly namespace: string }) | undefined;
  private item: { readonly level: number; readonly draft: Draft } | undefined;
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
        onopentagname: () => (this.attributes = 0),
        onattribute: (_name, value) => this.attribute(value),
        onopentag: (name, attributes) => this.open(name, attributes),
        onclosetag: (_name, isImplied) => this.close(isImplied),
        ontext: (some) => this.onText(some),
        oncdatastart: () => (this.inCdata = true),
        oncdataend: () => (this.inCdata = false),
        onprocessinginstruction: (name, data) => this.declaration(name, data),
      },
      { xmlMode: true, decodeEntities: false },
    );
  }

  parseTo(from: number, to: number): number {
    this.parser.write(this.text.slice(from, to));
    return to;
  }

  end(): FeedItem[] {
    this.parser.end();
    if (!this.root) throw this.fatal('invalid_xml', this.textBefore ?? this.text.length);
    return this.items;
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

  private attribute(value: string): void {
    this.attributes += 1;
    if (this.attributes > MAX_ATTRIBUTES && !this.hasEnded) throw this.fatal('invalid_xml');
    this.checkReferences(value);
  }

  private checkReferences(text: string): void {
    if (this.hasEnded || this.warnings.isFull) return;
    const start = this.parser.startIndex;
    checkReferences(text, (code, index) => this.warn(code, start + index));
  }

  private open(tag: string, attributes: Record<string, string>): void {
    this.level += 1;
    this.openedAt = this.parser.endIndex;
    if (this.hasEnded) return this.warn('text_after_end');
    if (this.level > MAX_LEVELS) throw this.fatal('invalid_xml');
    const report = (code: FeedWarningCode) => this.warn(code);
    this.scopes.enter(this.level, attributes, report);
    const name = this.scopes.resolve(tag, report);
    if (this.root === undefined) this.root = this.rootOf(name);
    else if (this.item === undefined) {
      if (name.local === this.root.item && name.namespace === this.root.namespace) this.enterItem();
    } else this.inItem(name, attributes, this.item);
  }

  private rootOf({ local, namespace }: Name): NonNullable<FeedReader['root']> {
    if (this.textBefore !== undefined) this.warn('text_before_start', this.textBefore);
    if (local === 'rss') return { item: 'item', isAtom: false, namespace };
    if (local === 'feed' && namespace === 'atom') return { item: 'entry', isAtom: true, namespace };
    throw new FeedError('not_a_feed');
  }

  private enterItem(): void {
    if (this.items.length === MAX_ITEMS) throw new FeedError('too_large');
    this.item = { level: this.level, draft: new Draft() };
  }

  private inItem(name: Name, attributes: Record<string, string>, { level, draft }: NonNullable<FeedReader['item']>): void {
    const isChild = this.level === level + 1;
    const own = name.namespace === this.root?.namespace;
    const values = { isAtom: this.root?.isAtom === true, own, name, base: this.scopes.currentBase };
    if (isChild || (name.namespace === 'media' && this.level === level + 2)) {
      if (draft.takeMedia(values, (attribute) => decoded(attributes[attribute] ?? '')) === 'relative') this.warn('relative_url');
    }
    const field = isChild ? draft.fieldOf(values) : undefined;
    if (field === undefined) return;
    const isHtml = field === 'title' && values.isAtom && attributes['type']?.trim().toLowerCase() === 'html';
    this.collecting = { level: this.level, field, isHtml, text: '' };
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
    collecting.text += this.inCdata ? some : decoded(some);
  }

  private textOutside(text: string): void {
    const start = text.search(/[^\s\ufeff]/);
    if (start === -1) return;
    if (this.hasEnded) this.warn('text_after_end', this.parser.startIndex + start);
    else this.textBefore ??= this.parser.startIndex + start;
  }

  /** @param isImplied the document has no end tag here: it is missing, unless the start tag is an empty-element tag */
  private close(isImplied: boolean): void {
    const isEmptyElement = this.parser.endIndex === this.openedAt;
    if (isImplied && !isEmptyElement && !this.hasEnded) throw this.fatal('invalid_xml');
    if (this.collecting?.level === this.level) {
      this.item?.draft.set(this.collecting.field, this.collecting);
      this.collecting = undefined;
    }
    if (this.item?.level === this.level) {
      this.items.push(this.item.draft.toItem());
      this.item = undefined;
    }
    this.scopes.leave(this.level);
    this.level -= 1;
    if (this.level === 0) this.hasEnded = true;
  }
}
