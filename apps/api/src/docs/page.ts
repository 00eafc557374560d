import type { Guide, Shelf } from './guides.js';
import { escapeHtml, type Section } from './render-guide.js';

const PRODUCT = 'Podcast Automation API';

/** A page of documents: a header with the search, what it is about, and the other pages. */
function frame(title: string, body: string, head = ''): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title === PRODUCT ? PRODUCT : `${title} · ${PRODUCT}`)}</title>
<link rel="icon" href="/docs/assets/icon.svg">
${head}
<link rel="stylesheet" href="/docs/assets/style.css">
<a class="skip" href="#content">To the content</a>
<header>
<a class="home" href="/docs">${PRODUCT}</a>
<nav aria-label="Documents"><a href="/docs">Guides</a><a href="/docs/reference">Reference</a><a href="/console/">Console</a>${body.includes('id="pages"') ? '<a class="to-pages" href="#pages">Pages</a>' : ''}</nav>
${body.includes('role="search"') ? '' : searchForm('')}
</header>
${body}
</html>
`;
}

const searchForm = (query: string): string =>
  `<form role="search" action="/docs/search"><input type="search" name="q" value="${escapeHtml(query)}" aria-label="Search guides and reference" placeholder="Search" maxlength="100" required><button>Search</button></form>`;

function pagesList(shelves: readonly Shelf[], current?: Guide): string {
  const lists = shelves.map(({ readers, guides }) => `<h2>${titled(readers)}</h2>\n<ul>${guides.map(({ label, guide }) =>
    `<li><a href="${guide.address}"${guide === current ? ' aria-current="page"' : ''}>${titled(label)}</a></li>`).join('')}</ul>`); // prettier-ignore
  return `<nav class="pages" id="pages" aria-label="Pages">${lists.join('\n')}</nav>`;
}

const titled = (text: string): string => escapeHtml(text.charAt(0).toUpperCase() + text.slice(1));

export function guidePage(guide: Guide, html: string, sections: readonly Section[], shelves: readonly Shelf[]): string {
  const shown = sections.filter(({ depth }) => depth === 2);
  const toc = `<nav class="toc" aria-label="On this page"><h2>On this page</h2><ul>${shown.map(({ id, title }) => `<li><a href="#${id}">${escapeHtml(title)}</a></li>`).join('')}</ul></nav>`;
  const source = `<footer>This page as <a href="${guide.address}.md">Markdown</a>.</footer>`;
  const main = `<main id="content" class="prose">\n${html}${source}</main>`;
  const alternate = `<link rel="alternate" type="text/markdown" href="${guide.address}.md">`;
  return frame(guide.title, `<div class="layout">${main}\n${pagesList(shelves, guide)}\n${shown.length > 1 ? toc : ''}</div>`, alternate);
}

export function homePage(shelves: readonly Shelf[]): string {
  const cards = shelves.map(({ readers, guides }) => `<section><h2>For ${escapeHtml(readers)}</h2><ul>${guides.map(({ label, guide }) =>
    `<li><a href="${guide.address}">${titled(label)}</a></li>`).join('')}</ul></section>`); // prettier-ignore
  const main = `<main id="content" class="prose wide"><h1>${PRODUCT}</h1>
<p>Prepares podcast releases: transcripts, chapters, videos ahead of their episodes, downloads, signed webhooks.
The <a href="/docs/reference">reference</a> has every operation and tries it out; programs read <a href="/openapi.json">OpenAPI 3.1</a>
and <a href="/llms.txt">llms.txt</a>.</p>
${searchForm('')}
<div class="shelves">${cards.join('\n')}</div></main>`;
  return frame(PRODUCT, `<div class="layout home">${main}</div>`);
}

type Found = { readonly address: string; readonly title: string; readonly snippet: string };

export function searchPage(query: string, hits: readonly Found[], shelves: readonly Shelf[]): string {
  const list = hits.map(
    ({ address, title, snippet }) => `<li><a href="${escapeHtml(address)}">${escapeHtml(title)}</a><p>${snippet}</p></li>`,
  );
  const count = hits.length === 0 ? 'Nothing was found. Try fewer or shorter words.' : `${hits.length === 1 ? 'One place' : `${hits.length} places`}, the best first.`; // prettier-ignore
  const main = `<main id="content" class="prose wide"><h1>Search</h1>${searchForm(query)}<p role="status">${query ? count : ''}</p><ol class="hits">${list.join('\n')}</ol></main>`;
  return frame(query ? `“${query}”` : 'Search', `<div class="layout">${main}${pagesList(shelves)}</div>`);
}

/** Swagger UI, with the style and scripts that this service has itself. */
export const REFERENCE_PAGE = frame(
  'Reference',
  '<main id="content"><div id="swagger-ui"></div></main>\n<script src="/docs/assets/swagger-ui-bundle.js"></script>\n<script src="/docs/assets/reference.js"></script>',
  '<link rel="stylesheet" href="/docs/assets/swagger-ui.css">',
);

export const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#0b5d66"/><path d="M4 9V7m2.7 4V5m2.6 7V4M12 9V7" stroke="#fff" stroke-width="1.4" stroke-linecap="round"/></svg>';

/** Swagger UI knows the class `dark-mode`, and leaves it to the page to set it. */
export const REFERENCE_SCRIPT = `const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
SwaggerUIBundle({ url: '/openapi.json', dom_id: '#swagger-ui', deepLinking: true, persistAuthorization: true, validatorUrl: null });
`;
