import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, THROWAWAY } from '@app/embedded-postgres';
import { ROOT, Stack } from '@app/stack';
import type { Browser } from 'playwright-core';
import { launchChromium } from '@app/stack/browser';

/** `npx nx screenshots console-e2e`: pictures of every page in both schemes and three widths, for docs/console.md. */
const TARGET = process.env['SCREENSHOTS_DIR'] ?? join(ROOT, 'docs/console');
const WIDTHS = { wide: { width: 1440, height: 900 }, medium: { width: 768, height: 1024 }, narrow: { width: 360, height: 720 } };
const MAX_COLOURS = 64;
const LOCALE = process.env['SCREENSHOTS_LOCALE'] ?? 'en-GB';

/** A selector of each page, which matches once the page is loaded. */
const CONTENT = {
  episodes: 'li.episode a',
  episode: '.bars',
  transcript: '.cm-line',
  chapters: '.chapter',
  videos: '.stock',
  downloads: '.chart canvas',
  feed: 'section.sheet',
  webhook: 'table',
  tokens: 'table',
} as const;

type Demo = {
  readonly token: string;
  readonly podcasts: Readonly<Record<string, string>>;
  readonly episodes: Readonly<Record<string, string>>;
};

const pagesOf = ({ podcasts, episodes }: Demo): Readonly<Record<string, string>> => ({
  episodes: `/podcasts/${podcasts['harbour-walls']}`,
  episode: `/episodes/${episodes['bell-under-the-breakwater']}`,
  transcript: `/episodes/${episodes['bell-under-the-breakwater']}/transcript`,
  chapters: `/episodes/${episodes['salt-rust-and-patience']}/chapters`,
  videos: `/podcasts/${podcasts['harbour-walls']}/videos`,
  downloads: `/podcasts/${podcasts['harbour-walls']}/downloads?from=2026-08-17&to=2026-10-31&timezone=Europe/Lisbon`,
  feed: `/podcasts/${podcasts['harbour-walls']}/feed`,
  webhook: '/webhook',
  tokens: '/tokens',
});

const dir = await mkdtemp(join(tmpdir(), 'podcast-automation-screenshots-'));
const postgres = await startPostgres({ dir, throwaway: true, settings: THROWAWAY });
const stack = await Stack.create({ RATE_LIMIT_PER_MINUTE: '100000' }, postgres.url);
let browser: Browser | undefined;
try {
  const demo = await loadDemo();
  const [api] = await Promise.all([stack.start('api'), stack.start('worker')]);
  await prepare(api.baseUrl, demo);
  browser = await launchChromium(dir);
  await mkdir(TARGET, { recursive: true });
  for (const scheme of ['light', 'dark'] as const) {
    for (const [size, viewport] of Object.entries(WIDTHS)) {
      const context = await browser.newContext({ viewport, colorScheme: scheme, timezoneId: 'Europe/Lisbon', locale: LOCALE });
      const page = await context.newPage();
      await page.goto(`${api.baseUrl}/console/#token=${demo.token}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      for (const [name, path] of Object.entries(pagesOf(demo))) {
        await page.goto(`${api.baseUrl}/console${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForLoadState('networkidle');
        // A page without its content would be a picture of nothing.
        await page
          .locator(CONTENT[name as keyof typeof CONTENT])
          .first()
          .waitFor();
        await page.waitForFunction(() => document.querySelector('.loading') === null);
        const file = join(TARGET, `${name}-${size}-${scheme}.png`);
        await page.screenshot({ path: file });
        shrink(file);
      }
      await context.close();
    }
  }
} finally {
  await browser?.close();
  await stack.destroy();
  await postgres.stop();
  await rm(dir, { recursive: true, force: true });
}

async function loadDemo(): Promise<Demo> {
  const { status, stdout, stderr } = await stack.developmentCommand('fixtures', 'demo');
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Demo;
}

/** Adds what the demo data lacks: a feed that was fetched, and a webhook with a history. */
async function prepare(baseUrl: string, { token, podcasts }: Demo): Promise<void> {
  const send = (method: string, path: string, json?: object) =>
    fetch(`${baseUrl}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(json),
    });
  await send('POST', `/podcasts/${podcasts['harbour-walls']}/rss-refetch`);
  await send('PUT', '/video-webhook', { url: 'https://93.184.215.14/hooks' });
}

/** Pictures of flat colours need few of them. Without ImageMagick they are larger. */
function shrink(file: string): void {
  try {
    execFileSync('convert', [file, '-strip', '+dither', '-colors', String(MAX_COLOURS), `PNG8:${file}`]);
  } catch {
    console.info('ImageMagick is not on the PATH: the pictures are not made smaller.');
  }
}
