import GithubSlugger from 'github-slugger';
import { Marked, type Token, type Tokens } from 'marked';
import { addressOfLink, type Guide } from './guides.js';

/** A heading with the text below it, up to the next heading. */
export type Section = { readonly id: string; readonly title: string; readonly depth: number; readonly text: string };

export type Rendered = { readonly html: string; readonly sections: readonly Section[] };

/** A guide as HTML, with GitHub's anchors of headings. Guides are ours: their HTML passes as it is. */
export function renderGuide(guide: Guide, guides: ReadonlyMap<string, Guide>): Rendered {
  const slugger = new GithubSlugger();
  const ids = new Map<Token, string>();
  const marked = new Marked({
    renderer: {
      heading(token) {
        const id = ids.get(token) ?? '';
        return `<h${token.depth} id="${id}">${this.parser.parseInline(token.tokens)} <a class="anchor" href="#${id}" aria-label="Link to this section">#</a></h${token.depth}>\n`;
      },
      link(token) {
        const inside = this.parser.parseInline(token.tokens);
        const address = addressOfLink(token.href, guide, guides);
        return address === undefined ? inside : `<a href="${escapeHtml(address)}">${inside}</a>`;
      },
      image: ({ href, text }) => `<img src="${escapeHtml(addressOfLink(href, guide, guides) ?? '')}" alt="${escapeHtml(text)}">`,
      checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
      tablecell(token) {
        const inside = this.parser.parseInline(token.tokens);
        return token.header && inside !== '' ? `<th scope="col">${inside}</th>` : `<td>${inside}</td>`;
      },
      code: ({ text }) => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`,
    },
  });
  const tokens = marked.lexer(guide.markdown);
  for (const token of tokens) if (isHeading(token)) ids.set(token, slugger.slug(plainText(token)));
  const html = marked.parser(tokens).replaceAll('<table>', '<div class="table" tabindex="0"><table>').replaceAll('</table>', '</table></div>'); // prettier-ignore
  return { html, sections: sectionsOf(tokens, ids) };
}

function sectionsOf(tokens: readonly Token[], ids: ReadonlyMap<Token, string>): Section[] {
  const sections: { id: string; title: string; depth: number; text: string }[] = [];
  for (const token of tokens) {
    if (isHeading(token)) sections.push({ id: ids.get(token) ?? '', title: plainText(token), depth: token.depth, text: '' });
    else if (token.type !== 'html') sections.at(-1)!.text += `${plainText(token)} `;
  }
  return sections;
}

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';

type Cell = { readonly tokens: readonly Token[] };

/** The part of a token that a reader sees. */
function plainText(token: Token): string {
  if (token.type === 'html') return '';
  if (token.type === 'table') return [token.header as Cell[], ...(token.rows as Cell[][])].flat().map(textOfParts).join(' ');
  if (token.type === 'list') return (token.items as Cell[]).map(textOfParts).join(' ');
  if ('tokens' in token && token.tokens) return textOfParts(token as Cell);
  return 'text' in token ? String(token.text) : ' ';
}

const textOfParts = ({ tokens }: Cell): string => tokens.map(plainText).join('');

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
