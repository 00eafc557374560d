import { setImmediate as nextTurn } from 'node:timers/promises';
import MiniSearch from 'minisearch';
import type { Guide } from './guides.js';
import { escapeHtml, renderGuide } from './render-guide.js';

const MAX_HITS = 20;
const SNIPPET_LENGTH = 180;
/** Longer queries are cut: they find nothing more, and each word costs a look into the index. */
const MAX_QUERY_LENGTH = 100;

export type Hit = { readonly address: string; readonly title: string; readonly snippet: string };

type Entry = { readonly id: number; readonly address: string; readonly page: string; readonly title: string; readonly text: string };

type Operation = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
};
export type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** Finds sections of guides, and operations of the API, by words and their beginnings: all of the words, else some. */
export class Search {
  readonly #index = new MiniSearch<Entry>({
    fields: ['title', 'page', 'text'],
    storeFields: ['address', 'page', 'title', 'text'],
    tokenize: (text) => text.split(/[^\p{L}\p{N}]+/u),
    searchOptions: { prefix: ({ length }) => length > 2, boost: { title: 4, page: 2 } },
  });

  /** Reads guide by guide, so that other requests do not wait for the index. */
  static async over(guides: ReadonlyMap<string, Guide>, paths: Paths): Promise<Search> {
    const search = new Search();
    search.#add(operationsOf(paths));
    for (const guide of guides.values()) {
      await nextTurn();
      search.#add(entriesOf(guide, guides));
    }
    return search;
  }

  #add(entries: readonly Omit<Entry, 'id'>[]): void {
    this.#index.addAll(entries.map((entry, place) => ({ id: this.#index.documentCount + place, ...entry })));
  }

  find(query: string): readonly Hit[] {
    const words = query.slice(0, MAX_QUERY_LENGTH);
    const all = this.#index.search(words, { combineWith: 'AND' });
    const found = all.length > 0 ? all : this.#index.search(words);
    return found.slice(0, MAX_HITS).map(({ address, page, title, text, terms }) => ({
      address: String(address),
      title: page === title ? String(title) : `${String(page)} › ${String(title)}`,
      snippet: snippetOf(String(text), terms),
    }));
  }
}

function entriesOf(guide: Guide, guides: ReadonlyMap<string, Guide>): Omit<Entry, 'id'>[] {
  return renderGuide(guide, guides).sections.map(({ id, title, depth, text }) => ({
    address: depth === 1 ? guide.address : `${guide.address}#${id}`,
    page: guide.title,
    title,
    text: text.replaceAll(/\s+/g, ' ').trim(),
  }));
}

/** The reference shows an operation at the address that Swagger UI gives it. */
function operationsOf(paths: Paths): Omit<Entry, 'id'>[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ title: `${method.toUpperCase()} ${path}`, ...operation })),
  );
  return all.map(({ title, operationId, tags: [tag = ''], summary, description = '' }) => {
    const address = `/docs/reference#/${encodeURIComponent(tag)}/${operationId}`;
    return { address, page: 'Reference', title, text: `${summary}. ${description}` };
  });
}

/** Terms are letters and digits. @returns HTML: the text round the first word found, with all marked. */
function snippetOf(text: string, terms: readonly string[]): string {
  const words = new RegExp(`(?<![\\p{L}\\p{N}])(?:${terms.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
  const first = text.search(words);
  const start = Math.max(0, first < 60 ? 0 : text.lastIndexOf(' ', first - 40) + 1);
  const shown = text.slice(start, start + SNIPPET_LENGTH);
  let html = '';
  let from = 0;
  for (const { 0: word, index } of shown.matchAll(words)) {
    html += `${escapeHtml(shown.slice(from, index))}<mark>${escapeHtml(word)}</mark>`;
    from = index + word.length;
  }
  return `${start > 0 ? '… ' : ''}${html}${escapeHtml(shown.slice(from))}${start + SNIPPET_LENGTH < text.length ? ' …' : ''}`;
}
