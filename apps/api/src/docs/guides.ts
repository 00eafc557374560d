import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';
import { marked, type Tokens } from 'marked';

/** A Markdown document of the repository, and where it is served. */
export type Guide = { readonly file: string; readonly address: string; readonly title: string; readonly markdown: string };

/** The documents for one kind of reader. */
export type Shelf = { readonly readers: string; readonly guides: readonly { readonly label: string; readonly guide: Guide }[] };

export const GUIDES_PATH = '/docs/guides';

/** Beside those in `docs`, which may link to them. An image holds some of them alone. */
const OUTSIDE = ['*.md', 'docker/*.md', 'libs/*/README.md', 'apps/*/README.md'];

/** The Markdown documents below the folder of the repository or image, by their paths in it. */
export function readGuides(root: string): ReadonlyMap<string, Guide> {
  const files = globSync(['docs/**/*.md', ...OUTSIDE], { cwd: root, exclude: ['**/node_modules'] }).sort();
  return new Map(files.map((file) => [file, readGuide(root, file)]));
}

function readGuide(root: string, file: string): Guide {
  const markdown = readFileSync(`${root}/${file}`, 'utf8');
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? file;
  return { file, markdown, address: addressOf(file), title: title.replaceAll('`', '') };
}

/** `docs/api/token.md` is served as `/docs/guides/api/token`, `docker/README.md` as `/docs/guides/docker`. */
function addressOf(file: string): string {
  return `${GUIDES_PATH}/${file.replace(/^docs\//, '').replace(/(?:\/README)?\.md$/, '')}`;
}

/**
 * The address of what a guide links to: another guide, a file of `docs`, or another site.
 * @returns undefined for what the service does not show, such as a source or a folder
 */
export function addressOfLink(link: string, from: Guide, guides: ReadonlyMap<string, Guide>): string | undefined {
  if (/^(?:[a-z]+:|#|\/)/.test(link)) return link;
  const [path = '', anchor] = link.split('#');
  const file = normalize(join(dirname(from.file), path));
  const guide = guides.get(file);
  if (guide) return anchor === undefined ? guide.address : `${guide.address}#${anchor}`;
  return /^docs\/.*\.(?!md$)\w+$/.test(file) ? `${GUIDES_PATH}/${file.slice('docs/'.length)}` : undefined;
}

/** The table of documents in the README: a row for each kind of reader, with links. */
export function readShelves(guides: ReadonlyMap<string, Guide>): readonly Shelf[] {
  const readme = guides.get('README.md');
  const tokens = marked.lexer(readme?.markdown ?? '');
  const start = tokens.findIndex((token) => token.type === 'heading' && (token as Tokens.Heading).text === 'Documents');
  const table = tokens.slice(start).find((token) => token.type === 'table') as Tokens.Table | undefined;
  return (table?.rows ?? []).map(([readers, documents]) => ({
    readers: readers?.text ?? '',
    guides: (documents?.tokens ?? []).flatMap((token) => {
      const guide = token.type === 'link' ? guides.get((token as Tokens.Link).href) : undefined;
      return guide ? [{ label: (token as Tokens.Link).text.replaceAll('`', ''), guide }] : [];
    }),
  }));
}
