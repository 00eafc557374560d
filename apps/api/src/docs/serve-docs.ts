import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { servePages } from '@app/http/server';
import type { RequestHandler, Response } from 'express';
import { GUIDES_PATH, readGuides, readShelves, type Guide, type Shelf } from './guides.js';
import { guidePage, homePage, ICON, REFERENCE_PAGE, REFERENCE_SCRIPT, searchPage } from './page.js';
import { renderGuide } from './render-guide.js';
import { Search, type Paths } from './search.js';
import { STYLE } from './style.js';

/** The response at one address. */
type Answer = { readonly type: string; readonly body: string | Buffer; readonly policy?: string };

/** No script at all. */
const GUIDE_POLICY = "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/** Swagger UI has `style` attributes and images in its style sheet. */
const REFERENCE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const require = createRequire(import.meta.url);
const swaggerUi = (name: string): Buffer => readFileSync(require.resolve(`swagger-ui-dist/${name}`));

/**
 * Serves the documents as pages below `/docs`: the guides with what they link to, a search over them, and the reference
 * of the API. Every file comes from this process. A page is made when it is first asked for.
 * @param root the folder of the repository or image, with `docs` in it
 */
export function serveDocs(root: string): RequestHandler {
  const pages = new Pages(root);
  const search: RequestHandler = ({ query: { q } }, response, next) =>
    void pages.search(typeof q === 'string' ? q : '').then((answer) => send(response, answer), next);
  return servePages(({ path }) => {
    if (path === '/docs/search') return search;
    const answer = pages.at(path.replace(/\/$/, ''));
    return answer && ((_request, response) => send(response, answer));
  });
}

function send(response: Response, { type, body, policy = GUIDE_POLICY }: Answer): void {
  response.setHeader('Content-Security-Policy', policy);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Referrer-Policy', 'same-origin');
  response.type(type).send(body);
}

/** Images are parts of pages. A browser shows all other files as text. */
const IMAGES_AND_JSON = /^\.(?:svg|png|json)$/;

class Pages {
  readonly #guides: ReadonlyMap<string, Guide>;
  readonly #shelves: readonly Shelf[];
  readonly #makers: ReadonlyMap<string, () => Answer>;
  readonly #made = new Map<string, Answer>();
  #search: Promise<Search> | undefined;

  constructor(private readonly root: string) {
    this.#guides = readGuides(root);
    this.#shelves = readShelves(this.#guides);
    this.#makers = new Map<string, () => Answer>([
      ['/docs', () => ({ type: 'html', body: homePage(this.#shelves) })],
      ['/docs/reference', () => ({ type: 'html', body: REFERENCE_PAGE, policy: REFERENCE_POLICY })],
      ['/docs/assets/style.css', () => ({ type: 'css', body: STYLE })],
      ['/docs/assets/icon.svg', () => ({ type: 'svg', body: ICON })],
      ['/docs/assets/reference.js', () => ({ type: 'js', body: REFERENCE_SCRIPT })],
      ['/docs/assets/swagger-ui.css', () => ({ type: 'css', body: swaggerUi('swagger-ui.css') })],
      ['/docs/assets/swagger-ui-bundle.js', () => ({ type: 'js', body: swaggerUi('swagger-ui-bundle.js') })],
      ...globSync('**/*.*', { cwd: join(root, 'docs') }).map((file) => [`${GUIDES_PATH}/${file}`, () => this.#file(file)] as const),
      ...[...this.#guides.values()].map((guide) => [guide.address, () => this.#page(guide)] as const),
      ...[...this.#guides.values()].map((guide) => [`${guide.address}.md`, () => ({ type: 'text/plain', body: guide.markdown })] as const),
    ]);
  }

  /** The answers that are kept are as many as there are pages. */
  at(path: string): Answer | undefined {
    const answer = this.#made.get(path) ?? this.#makers.get(path)?.();
    if (answer) this.#made.set(path, answer);
    return answer;
  }

  async search(query: string): Promise<Answer> {
    this.#search ??= Search.over(this.#guides, this.#paths());
    return { type: 'html', body: searchPage(query, (await this.#search).find(query), this.#shelves) };
  }

  #page(guide: Guide): Answer {
    const { html, sections } = renderGuide(guide, this.#guides);
    return { type: 'html', body: guidePage(guide, html, sections, this.#shelves) };
  }

  #file(path: string): Answer {
    const ending = extname(path);
    return { type: IMAGES_AND_JSON.test(ending) ? ending : 'text/plain', body: readFileSync(join(this.root, 'docs', path)) };
  }

  #paths(): Paths {
    return (JSON.parse(readFileSync(join(this.root, 'docs/openapi.json'), 'utf8')) as { readonly paths: Paths }).paths;
  }
}
