/** Namespaces that feeds use, as far as we read their elements. */
type KnownNamespace = 'atom' | 'dc' | 'itunes' | 'media' | 'podcast' | 'rdf';

export const PODCAST_NAMESPACE = 'https://podcastindex.org/namespace/1.0';

const DEFINED: Readonly<Record<KnownNamespace, string>> = {
  atom: 'http://www.w3.org/2005/Atom',
  dc: 'http://purl.org/dc/elements/1.1/',
  itunes: 'http://www.itunes.com/dtds/podcast-1.0.dtd',
  media: 'http://search.yahoo.com/mrss/',
  podcast: PODCAST_NAMESPACE,
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
};

/** Spellings of feeds in use, without scheme, `www.`, case and the last slash. */
const SPELLINGS: ReadonlyMap<string, KnownNamespace> = new Map([
  ['w3.org/2005/atom', 'atom'],
  ['purl.org/dc/elements/1.1', 'dc'],
  ['purl.org/dc/elements/1.0', 'dc'],
  ['itunes.com/dtds/podcast-1.0.dtd', 'itunes'],
  ['itunes.com/dtds/podcast-1.0', 'itunes'],
  ['itunes.apple.com/dtds/podcast-1.0.dtd', 'itunes'],
  ['apple.com/dtds/podcast-1.0.dtd', 'itunes'],
  ['search.yahoo.com/mrss', 'media'],
  ['tools.search.yahoo.com/mrss', 'media'],
  ['video.search.yahoo.com/mrss', 'media'],
  ['rssboard.org/media-rss', 'media'],
  ['podcastindex.org/namespace/1.0', 'podcast'],
  ['github.com/podcastindex-org/podcast-namespace/blob/main/docs/1.0.md', 'podcast'],
  ['w3.org/1999/02/22-rdf-syntax-ns', 'rdf'],
]);

/**
 * Prefixes that feeds use without declaring them. Prefixes of elements that are not read are listed too, so that they
 * cause no warning.
 */
const PREFIXES: ReadonlyMap<string, KnownNamespace> = new Map([
  ['atom', 'atom'],
  ['a10', 'atom'],
  ['dc', 'dc'],
  ['itunes', 'itunes'],
  ['media', 'media'],
  ['podcast', 'podcast'],
  ['rdf', 'rdf'],
]);

/** An element's name: its namespace is a known one, else the URI as it is declared, else empty. */
export type Name = { readonly namespace: string; readonly local: string };

type Scope = { readonly level: number; readonly prefixes: readonly string[]; readonly base: string };

/** Longer URLs are no base, and longer prefixes are not used: they would be repeated for each item. */
const MAX_BASE = 2048;
const MAX_PREFIX = 64;

type Finding = 'namespace_spelling' | 'undeclared_prefix';

/** The namespaces of prefixes, and the base of relative URLs (`xml:base`), at the present position in a document. */
export class Scopes {
  private readonly stack: Scope[] = [];
  /** The namespaces of each declared prefix, the innermost declaration last. */
  private readonly meanings = new Map<string, string[]>();
  /** Prefixes that mean the Podcast Namespace at the present position. */
  private readonly podcastPrefixes = new Set<string>();
  private readonly undeclared = new Set<string>();
  /** Prefixes that mean something else than the Podcast Namespace somewhere in the document. */
  private readonly taken = new Set<string>();

  /** @param base URL of the document */
  constructor(private readonly base: string) {}

  get currentBase(): string {
    return this.stack.at(-1)?.base ?? this.base;
  }

  /** Enters an element at `level`; its attributes may declare something. */
  enter(level: number, attributes: Readonly<Record<string, string>>, report: (finding: Finding) => void): void {
    let declared: Map<string, string> | undefined;
    let base: string | undefined;
    for (const name in attributes) {
      if (name.startsWith('xmlns')) {
        declared ??= new Map();
        if (name === 'xmlns') declared.set('', known('', attributes[name] ?? '', report));
        else if (name.startsWith('xmlns:')) declared.set(name.slice(6), known(name.slice(6), attributes[name] ?? '', report));
      } else if (name === 'xml:base') base = attributes[name]?.trim();
    }
    if (!declared && base === undefined) return;
    this.stack.push({ level, prefixes: [...(declared?.keys() ?? [])], base: resolvedBase(base, this.currentBase) });
    for (const [prefix, namespace] of declared ?? []) {
      if (namespace !== 'podcast') this.taken.add(prefix);
      const meanings = this.meanings.get(prefix);
      if (meanings) meanings.push(namespace);
      else this.meanings.set(prefix, [namespace]);
      this.noticePodcast(prefix);
    }
  }

  leave(level: number): void {
    const scope = this.stack.at(-1);
    if (scope?.level !== level) return;
    this.stack.pop();
    for (const prefix of scope.prefixes) {
      this.meanings.get(prefix)?.pop();
      this.noticePodcast(prefix);
    }
  }

  private noticePodcast(prefix: string): void {
    const isUsable = prefix !== '' && prefix.length <= MAX_PREFIX && this.meaningOf(prefix) === 'podcast';
    if (isUsable) this.podcastPrefixes.add(prefix);
    else this.podcastPrefixes.delete(prefix);
  }

  /** A prefix of the Podcast Namespace at the present position; null if none is declared. */
  get podcastPrefix(): string | null {
    const [prefix = null] = this.podcastPrefixes;
    return prefix;
  }

  /** A prefix for the Podcast Namespace that means nothing else anywhere in the document. */
  get freePrefix(): string {
    for (let number = 1; ; number += 1) {
      const prefix = number === 1 ? 'podcast' : `podcast${number}`;
      if (!this.taken.has(prefix)) return prefix;
    }
  }

  private meaningOf(prefix: string): string | undefined {
    return this.meanings.get(prefix)?.at(-1);
  }

  /** Resolves the name of an element. An undeclared prefix has its usual namespace. */
  resolve(name: string, report: (finding: Finding) => void): Name {
    const colon = name.indexOf(':');
    const prefix = colon === -1 ? '' : name.slice(0, colon);
    const local = colon === -1 ? name : name.slice(colon + 1);
    const declared = this.meaningOf(prefix);
    if (declared !== undefined) return { namespace: declared, local };
    if (prefix === '') return { namespace: '', local };
    if (!this.undeclared.has(prefix) && this.undeclared.size < MAX_REPORTED_PREFIXES) {
      this.undeclared.add(prefix);
      report('undeclared_prefix');
    }
    return { namespace: PREFIXES.get(prefix) ?? `prefix ${prefix}`, local };
  }
}

/** @returns the outer base, unless `base` is a URL of a sane length */
function resolvedBase(base: string | undefined, outer: string): string {
  if (base === undefined || base.length > MAX_BASE || !URL.canParse(base, outer)) return outer;
  const { href } = new URL(base, outer);
  return href.length <= MAX_BASE ? href : outer;
}

const MAX_REPORTED_PREFIXES = 100;

function known(prefix: string, uri: string, report: (finding: Finding) => void): string {
  const trimmed = uri.trim();
  const bare = trimmed
    .toLowerCase()
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .replace(/[/#]$/, '');
  const namespace = SPELLINGS.get(bare) ?? (prefix === 'itunes' && bare.includes('itunes') ? 'itunes' : undefined);
  if (namespace === undefined) return trimmed;
  // Both addresses of the Podcast Namespace are in use, and RDF is only a frame.
  if (DEFINED[namespace] !== uri && namespace !== 'podcast' && namespace !== 'rdf') report('namespace_spelling');
  return namespace;
}
