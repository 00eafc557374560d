import { expect, it } from '@jest/globals';
import { axeFindings } from './axe.ts';
import { press, tabTo } from './keyboard.ts';
import type { Visit } from './console.ts';
import type { World } from './world.ts';

const PAGES = ['/docs', '/docs/guides/webhooks', '/docs/guides/operations', '/docs/search?q=webhook', '/docs/reference'];

/** The pages of documents in a browser (contract 1.9). What they hold: apps/api-e2e/src/docs.e2e.spec.ts. */
export function tryDocuments(world: World): void {
  const open = async (path: string, options: Parameters<World['visit']>[0] = {}): Promise<Visit> => {
    const visit = await world.visit(options);
    await visit.page.goto(`${world.web.api.baseUrl}${path}`);
    if (path === '/docs/reference') await visit.page.locator('.opblock').first().waitFor();
    return visit;
  };

  it.each(PAGES)('%s is free of findings in light and dark, and fits into 360 px', async (path) => {
    const { page } = await open(path, { viewport: { width: 360, height: 800 } });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      // The marks and colours inside of Swagger UI are its own.
      if (path !== '/docs/reference') expect([path, colorScheme, await axeFindings(page)]).toEqual([path, colorScheme, []]);
    }
  });

  it('the keyboard alone leads from the start to a section that a search has found', async () => {
    const { page } = await open('/docs');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter'); // to the content
    await tabTo(page, 'Search guides and reference');
    await page.keyboard.type('redeliver');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/docs\/search\?q=redeliver/);
    await press(page, 'Webhook › Redeliver');
    await page.waitForURL(/\/docs\/guides\/api\/webhook#redeliver/);
    expect(await page.getByRole('heading', { name: 'Redeliver' }).first().isVisible()).toBe(true);
  });

  it('the reference runs under its policy: it shows every operation, and opens the one that a search names', async () => {
    const refused: string[] = [];
    const visit = await world.visit();
    visit.page.on('console', (message) => message.type() === 'error' && refused.push(message.text()));
    await visit.page.goto(`${world.web.api.baseUrl}/docs/reference#/Webhook/getVideoWebhook`);
    await visit.page.locator('.opblock.is-open').waitFor();
    expect(await visit.page.locator('.opblock').count()).toBeGreaterThan(30);
    expect(refused).toEqual([]);
  });
}
