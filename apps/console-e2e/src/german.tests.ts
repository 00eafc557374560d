import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { axeFindings, mustFitEveryWidth } from './axe.ts';
import type { As, World } from './world.ts';

type PageOfConsole = {
  readonly path: (world: World) => string;
  /** Matches once the page is loaded. */
  readonly loaded: string;
  /** Buttons that open something more to read, in both languages. */
  readonly opens?: readonly (readonly [english: string, german: string])[];
};

const PAGES: readonly PageOfConsole[] = [
  { path: () => '/', loaded: '.podcasts a' },
  { path: (world) => world.podcast('tech'), loaded: '.episode a', opens: [['Shortcuts', 'Tastenkürzel']] },
  { path: (world) => world.episode('rich'), loaded: '.bars', opens: [['Link one that is ready…', 'Bereites Video verknüpfen …']] },
  {
    path: (world) => `${world.episode('rich')}/transcript`,
    loaded: '.cue-times',
    opens: [
      ['Find and replace', 'Suchen und ersetzen'],
      ['Shift times…', 'Zeiten verschieben …'],
      ['Retime…', 'Zeiten anpassen …'],
      ['Speakers…', 'Sprecher …'],
      ['Versions…', 'Fassungen …'],
    ],
  },
  {
    path: (world) => `${world.episode('rich')}/chapters`,
    loaded: '.chapter',
    opens: [['More Intro', 'Mehr Intro']],
  },
  {
    path: (world) => `${world.podcast('tech')}/videos`,
    loaded: '.stock',
    opens: [
      ['Link… film', 'Verknüpfen … film'],
      ['Correct… film', 'Korrigieren … film'],
      ['Cancel… film', 'Aufgeben … film'],
    ],
  },
  { path: (world) => `${world.podcast('tech')}/downloads?from=2026-10-01&to=2026-10-04&timezone=UTC`, loaded: '.chart canvas' },
  { path: (world) => `${world.podcast('tech')}/feed`, loaded: 'main form' },
  { path: () => '/webhook', loaded: '[inputmode=url]' },
  { path: () => '/tokens', loaded: 'td' },
  { path: () => '/nowhere', loaded: 'main p' },
];

/** Names, words that both languages have, and data of the tries. */
const SAME =
  /^(Podcasts?|Videos?|Feed|Webhook|Tokens?|Audio|GUID|Text|WebVTT|SRT|JSON|F8|UTC|film|spare|Intro|Main part|(?:The|Tech) \w+( \w+)?|https?:.*|pat_…|en-GB|-1\.5|.* (KiB|MiB)|Tab)$/;

const GERMAN: As = { locale: 'de-DE', timezoneId: 'Europe/Berlin' };

export function tryGerman(world: World): void {
  it.each(PAGES)('the console speaks German to a browser that does, at every width: $loaded', async ({ path, loaded, opens = [] }) => {
    const english = new Set(await read(world, path(world), { loaded, opens: opens.map(([name]) => name) }));
    const { page, complaints } = await world.at(path(world), GERMAN);
    await ready(page, loaded);
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
    await mustFitEveryWidth(page, ['light']);
    await page.setViewportSize({ width: 1280, height: 800 }); // on narrow pages the shortcuts have no button
    const german = await readOpened(
      page,
      opens.map(([, name]) => name),
    );
    expect(german.filter((text) => english.has(text) && !SAME.test(text))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('the console keeps the language that was chosen on this device; dates and numbers follow it, and messages of the API stay English', async () => {
    const { page, context, complaints } = await world.at(world.podcast('tech'), { timezoneId: 'Europe/Berlin' });
    await page.getByText('Oct 1, 2026, 10:00').waitFor();
    await page.getByRole('button', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { name: 'Folgen', level: 1 }).waitFor();
    await page.getByText('01.10.2026, 10:00').waitFor();
    const next = await context.newPage();
    await next.goto(`${world.web.api.baseUrl}/console${world.podcast('long')}#token=${world.token('ann')}`);
    await next.getByText('300 Folgen bisher').waitFor();
    await next.goto(`${world.web.api.baseUrl}/console/episodes/01a20563-85c8-75b6-b244-000000000000`);
    expect(await next.getByRole('alert').locator('.strong').getAttribute('lang')).toBe('en');
    expect(complaints).toEqual([]);
    await page.getByRole('button', { name: 'Abmelden' }).click();
    await page.getByRole('heading', { name: 'Bei der Redaktion anmelden' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('heading', { name: 'Sign in to the release desk' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
  });

  it('the console asks before a switch to German removes a secret, and keeps it for a person who declines', async () => {
    const { page } = await world.at('/tokens', { token: 'paul' });
    await page.getByLabel('Label').fill('Stays');
    await page.getByRole('button', { name: 'Create a token' }).click();
    await page.locator('.secret').waitFor();
    const asked = page.waitForEvent('dialog');
    page.once('dialog', (dialog) => void dialog.dismiss());
    await page.getByRole('button', { name: 'Deutsch' }).click();
    expect((await asked).type()).toBe('beforeunload');
    await page.locator('.secret').waitFor();
  });

  it('the console is English when German cannot be loaded', async () => {
    const { page } = await world.visit(GERMAN);
    await page.route(/\/de-[^/]*\.js$/, (route) => route.abort());
    await page.goto(`${world.web.api.baseUrl}/console/`);
    await page.getByRole('heading', { name: 'Sign in to the release desk' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
    await page.getByRole('button', { name: 'Deutsch' }).waitFor();
  });
}

async function read(world: World, path: string, { loaded, opens }: { readonly loaded: string; readonly opens: readonly string[] }) {
  const { page, context } = await world.at(path);
  await ready(page, loaded);
  const found = await readOpened(page, opens);
  await context.close();
  return found;
}

async function ready(page: Page, loaded: string): Promise<void> {
  await page.locator(loaded).first().waitFor();
  await page.waitForFunction(() => document.querySelector('.loading') === null);
}

/** The words of the page, and of what its buttons open. */
async function readOpened(page: Page, buttons: readonly string[]): Promise<readonly string[]> {
  const found = [...(await wordsOn(page))];
  for (const name of buttons) {
    await page.getByRole('button', { name, exact: true }).click();
    await page.locator('[role=dialog], .cm-search, .chapter-more').first().waitFor();
    await page.waitForFunction(() => document.querySelector('.loading') === null);
    found.push(...(await wordsOn(page)));
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.querySelector('[role=dialog], .cm-search') === null);
  }
  return found;
}

/** Texts, names and hints that people read or hear. Code, data and the words of the API are none of them. */
function wordsOn(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const NONE = 'code, pre, bdi, kbd, time, script, style, datalist, .podcast-choice, [lang=en], .cm-content, .cue-words';
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement?.closest(NONE)) texts.push(node.textContent ?? '');
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title]'))
      for (const name of ['aria-label', 'placeholder', 'title']) if (!element.closest(NONE)) texts.push(element.getAttribute(name) ?? '');
    return texts.map((text) => text.trim()).filter((text) => /\p{L}{2}/u.test(text));
  });
}
