import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build } from 'esbuild';
import type { Response } from 'playwright-core';
import type { ConsoleUnderTest } from './console.ts';
import { withConsole } from './with-console.ts';

/** `npx nx load-figures console-e2e`: a cold load of the release desk against a blank React page. */
const ROUNDS = 15;

/** Tells `shownAfter`: milliseconds from the start of the navigation until a selector's first element is painted. */
const watchFor = (selector: string) => `globalThis.shownAfter = new Promise((resolve) => {
  const look = () => document.querySelector(${JSON.stringify(selector)}) ? setTimeout(() => resolve(performance.now())) : requestAnimationFrame(look);
  requestAnimationFrame(look);
})`;

const BLANK = `import { createElement } from 'react'; import { createRoot } from 'react-dom/client';
createRoot(document.getElementById('root')).render(createElement('p', { className: 'blank' }, 'Blank'));`;

const bundle = await build({
  stdin: { contents: BLANK, resolveDir: import.meta.dirname },
  bundle: true,
  minify: true,
  write: false,
  format: 'esm',
  define: { 'process.env.NODE_ENV': '"production"' },
});
const script = bundle.outputFiles[0]?.text ?? '';
const blank = createServer((request, response) => {
  const isScript = request.url === '/blank.js';
  response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
  response.end(
    isScript ? script : '<!doctype html><title>Blank</title><div id="root"></div><script type="module" src="/blank.js"></script>',
  );
});
await new Promise<void>((resolve) => blank.listen(0, '127.0.0.1', resolve));

const fixtures = {
  users: [{ key: 'ann', name: 'Ann', tokens: [{ key: 'all', permissions: ['read', 'update'] }] }],
  podcasts: [
    {
      key: 'tech',
      title: 'Tech Weekly',
      owner: 'ann',
      ownership_confirmed: true,
      episodes: Array.from({ length: 60 }, (_, index) => ({ key: `e${index}`, title: `Number ${index}` })),
    },
  ],
};

await withConsole(fixtures, async (web) => {
  const desk = `${web.api.baseUrl}/console/podcasts/${web.seed.podcasts['tech']}#token=${web.seed.tokens['all']}`;
  const empty = `http://127.0.0.1:${(blank.address() as AddressInfo).port}/`;
  const times: { readonly desk: number[]; readonly blank: number[] } = { desk: [], blank: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    const [ours, theirs] = [await shown(web, desk, 'li.episode a'), await shown(web, empty, 'p.blank')];
    if (round === 0) continue; // the browser and the processes warm up
    times.desk.push(ours);
    times.blank.push(theirs);
  }
  const figures = { deskMs: median(times.desk), blankMs: median(times.blank), ...(await loadedBy(web, desk)) };
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
});
blank.close();

/** Requests of the desk: bytes of its scripts, as they are sent, and requests to the API. */
async function loadedBy(web: ConsoleUnderTest, address: string) {
  const { page, context } = await web.visit({ extraHTTPHeaders: { 'Accept-Encoding': 'gzip' } });
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));
  await page.goto(address, { waitUntil: 'networkidle' });
  const scripts = responses.filter((response) => response.url().endsWith('.js'));
  const sizes = await Promise.all(scripts.map((response) => response.request().sizes()));
  await context.close();
  return {
    scriptBytes: sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0),
    requests: responses.filter((response) => response.url().includes('/api/v1/')).length,
  };
}

/** Opens an address in a profile of its own, which has nothing cached. */
async function shown(web: ConsoleUnderTest, address: string, selector: string): Promise<number> {
  const { page, context } = await web.visit();
  await page.addInitScript(watchFor(selector));
  await page.goto(address);
  const ms = await page.evaluate<number>('shownAfter');
  await context.close();
  return ms;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
}
