import { describe, expect, it } from '@jest/globals';
import type { Locator, Page, Route } from 'playwright-core';
import { axeFindings, mustFitEveryWidth } from './axe.ts';
import { goTo } from './go-to.ts';
import type { World } from './world.ts';

type PageOfConsole = {
  readonly name: string;
  readonly path: (world: World) => string;
  /** The request that the page is made from. */
  readonly request: RegExp;
  /** An element that is there once the page is loaded. */
  readonly content: (page: Page) => Locator;
  /** Buttons that a token which may only read cannot press. */
  readonly changes: readonly (string | RegExp)[];
};

const RANGE = 'from=2026-10-01&to=2026-10-04&timezone=UTC';

const PAGES: readonly PageOfConsole[] = [
  {
    name: 'podcasts',
    path: () => '/',
    request: /\/api\/v1\/podcasts\?/,
    content: (page) => page.getByRole('link', { name: 'Tech Weekly' }),
    changes: [],
  },
  {
    name: 'episodes',
    path: (world) => world.podcast('tech'),
    request: /\/podcasts\/[^/]+\/episodes/,
    content: (page) => page.getByRole('link', { name: 'The rich one' }),
    changes: ['Upload transcripts…'],
  },
  {
    name: 'episode',
    path: (world) => world.episode('rich'),
    request: /\/api\/v1\/episodes\/[^/]+$/,
    content: (page) => page.getByRole('row', { name: /^2026-10-02/ }),
    changes: ['Choose a video…', 'Link one that is ready…'],
  },
  {
    name: 'transcript',
    path: (world) => `${world.episode('rich')}/transcript`,
    request: /\/api\/v1\/episodes\/[^/]+\/transcript/,
    content: (page) => page.getByRole('textbox', { name: 'Transcript text' }).getByText('Good morning.'),
    changes: ['Repair…', 'Shift times…', 'Open a file…', 'Review and upload…'],
  },
  {
    name: 'chapters',
    path: (world) => `${world.episode('rich')}/chapters`,
    request: /\/api\/v1\/episodes\/[^/]+\/chapters/,
    content: (page) => page.getByLabel('Title').first(),
    changes: ['Save chapters', 'Add a chapter', 'Remove Intro'],
  },
  {
    name: 'videos',
    path: (world) => `${world.podcast('tech')}/videos`,
    request: /\/api\/v1\/video-stocks\?/,
    content: (page) => page.locator('.stock').first(),
    changes: ['Choose videos…', 'Link… film', 'Correct… film', 'Cancel… film'],
  },
  {
    name: 'downloads',
    path: (world) => `${world.podcast('tech')}/downloads?${RANGE}`,
    request: /\/analytics\.csv/,
    content: (page) => page.locator('.chart canvas'),
    changes: [],
  },
  {
    name: 'feed',
    path: (world) => `${world.podcast('tech')}/feed`,
    request: /\/rss-refetch/,
    content: (page) => page.getByText('This feed was not fetched yet.'),
    changes: ['Refetch now', 'Save'],
  },
  {
    name: 'webhook',
    path: () => '/webhook',
    request: /\/video-webhook$/,
    content: (page) => page.getByLabel('URL of your receiver'),
    changes: ['Register'],
  },
  {
    name: 'tokens',
    path: () => '/tokens',
    request: /\/api\/v1\/tokens\?/,
    content: (page) => page.getByText('in use here'),
    changes: ['Create a token'],
  },
];

const FAULT = { message: 'The database is away.', errors: [{ code: 'database_away', field: null, message: 'The database is away.' }] };

export function tryEveryPage(world: World): void {
  describe.each(PAGES)('the page of $name', ({ name, path, request, content }) => {
    it(`the page of ${name} has an address, loads by at most five requests, says that it loads and why it cannot, stays while offline, and has no finding of axe in any of these states, at every width`, async () => {
      const { page, context, complaints } = await world.visit({ timezoneId: 'Asia/Tokyo', locale: 'en-GB' });
      const held = Promise.withResolvers<Route>();
      const requests = new Set<string>();
      page.on('request', (one) => void (one.url().includes('/api/v1/') && requests.add(`${one.method()} ${one.url()}`)));
      await page.route(request, (route) => held.resolve(route), { times: 1 });
      await page.goto(`${world.web.api.baseUrl}/console${path(world)}#token=${world.token('ann')}`);
      const route = await held.promise;
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.getByText('Loading…').first().waitFor({ state: 'attached' });
      expect(await axeFindings(page)).toEqual([]);
      await route.fulfill({ status: 500, contentType: 'application/json', body: JSON.stringify(FAULT) });
      const alert = page.getByRole('alert').filter({ hasText: 'The database is away.' });
      await alert.getByText('database_away').waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await alert.getByRole('button', { name: 'Try again' }).press('Enter');
      await content(page).waitFor();
      await alert.waitFor({ state: 'detached' });

      // The keyboard reaches everything, and times are the viewer's.
      await page.waitForFunction(() => document.querySelector('.loading') === null);
      expect(await timesWithoutUtc(page)).toEqual([]);
      expect(await notReachedByTab(page)).toEqual([]);
      expect([...requests].slice(5)).toEqual([]);

      await context.setOffline(true);
      await page.getByText('You are offline.').waitFor();
      expect(await content(page).isVisible()).toBe(true);
      expect(await axeFindings(page)).toEqual([]);
      await context.setOffline(false);
      await page.getByText('You are offline.').waitFor({ state: 'detached' });

      await mustFitEveryWidth(page);
      expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThan(110);
      expect(complaints.map(({ text }) => text)).toEqual([expect.stringContaining('500')]);
    });
  });

  it('a token that may only read sees every page and can change nothing on it', async () => {
    const { page, complaints } = await world.at('/', { token: 'ann reads' });
    for (const { path, content, changes } of PAGES) {
      await goTo(page, path(world));
      await page.getByText('This token may not change anything').waitFor();
      await content(page).waitFor();
      for (const name of changes) expect(await page.getByRole('button', { name, exact: true }).isDisabled()).toBe(true);
      expect(await axeFindings(page)).toEqual([]);
    }
    expect(complaints).toEqual([]);
  });

  it('each page says that there is nothing yet, and where it would come from', async () => {
    const { page, complaints } = await world.at('/', { token: 'nobody' });
    await page.getByText('There is no podcast here yet.').waitFor();
    const { page: pages, complaints: more } = await world.at(world.podcast('empty'), { token: 'nell' });
    const open = async (name: string, text: string) => {
      await pages.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click();
      await pages.getByText(text).waitFor();
      expect(await axeFindings(pages)).toEqual([]);
    };
    await pages.getByText('This podcast has no episodes yet.').waitFor();
    await open('Videos', 'No video');
    await open('Downloads', 'Nothing was downloaded in these days.');
    await open('Feed', 'This feed was not fetched yet.');
    await open('Webhook', 'Nothing was sent yet.');
    const { page: episode } = await world.at(`${world.episode('keys')}/transcript`, { token: 'tom' });
    await episode.getByText('Drop an SRT or WebVTT file here, open one, or type.').waitFor();
    await episode.getByRole('link', { name: 'Chapters' }).click();
    await episode.getByText('No chapters').waitFor();
    expect(await axeFindings(episode)).toEqual([]);
    expect([...complaints, ...more]).toEqual([]);
  });

  it('an unknown address and an unknown episode each have a heading and a title that say so', async () => {
    const { page } = await world.at('/nowhere');
    await page.getByText('Choose one from the navigation.').waitFor();
    expect(await page.title()).toBe('There is no page at this address. · Console');
    await goTo(page, '/episodes/01a20563-85c8-75b6-b244-000000000000/chapters');
    await page.getByRole('heading', { name: 'Chapters' }).waitFor();
    await page.getByRole('alert').getByText('not_found').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.title()).toBe('Chapters · Console');
  });

  it('without a connection a page that was not loaded says so, and appears when the connection is back', async () => {
    const { page, context } = await world.at(world.podcast('tech'));
    await page.getByRole('link', { name: 'The rich one' }).waitFor();
    await context.setOffline(true);
    await page.getByText('You are offline.').waitFor();
    await page.getByRole('link', { name: 'Feed' }).click();
    await page.getByText('It is loaded as soon as you are online again.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Refetch now' }).waitFor();
  });

  it('the console waits as long as the API asks for, says so, and goes on by itself', async () => {
    const { page } = await world.at('/');
    const refusal = { status: 429, headers: { 'Retry-After': '2' }, contentType: 'application/json', body: JSON.stringify(FAULT) };
    await page.route(/\/podcasts\/[^/]+\/episodes/, (route) => route.fulfill(refusal), { times: 1 });
    await page.getByRole('link', { name: 'Tech Weekly' }).click();
    await page.getByText('The rate limit is used up.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'The rich one' }).waitFor();
  });
}

/** Times that do not show their UTC on hover. */
function timesWithoutUtc(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('time')]
      .filter(({ dateTime, title }) => dateTime.includes('T') && title !== `${dateTime.slice(0, 10)} ${dateTime.slice(11, 19)} UTC`)
      .map(({ outerHTML }) => outerHTML),
  );
}

/** Focusable elements that pressing Tab from the beginning of the page to its end does not reach. */
async function notReachedByTab(page: Page): Promise<readonly string[]> {
  const count = await page.evaluate(() => {
    const window = globalThis as unknown as { reached: Set<EventTarget | null> };
    window.reached = new Set();
    addEventListener('focusin', ({ target }) => window.reached.add(target));
    return document.querySelectorAll('a[href], button, input, select, textarea, summary, audio, [tabindex]').length;
  });
  // A date has a stop for each of its parts; and the way round begins where the focus is.
  for (let presses = 0; presses < count + 20; presses++) await page.keyboard.press('Tab');
  return page.evaluate(() => {
    const { reached } = globalThis as unknown as { reached: Set<EventTarget | null> };
    return [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, audio, [tabindex]')]
      .filter((element) => element.tabIndex >= 0 && element.checkVisibility() && !element.matches(':disabled, [inert] *'))
      .filter((element) => !reached.has(element))
      .map(({ outerHTML }) => outerHTML.slice(0, 200));
  });
}
