import { expect, it } from '@jest/globals';
import { goTo } from './go-to.ts';
import { HOSTILE } from './hostile.ts';
import type { World } from './world.ts';

export function tryHostilePages(world: World): void {
  it('hostile titles of a podcast, its episodes, chapters and videos show as text on every page at 360 pixels', async () => {
    const { page, complaints } = await world.at('/', { token: 'mallory', viewport: { width: 360, height: 740 } });
    const text = page.locator('main').getByText(HOSTILE).first();
    const seen: Record<string, boolean> = {};
    const look = async (path: string) => {
      await goTo(page, path);
      await text.waitFor();
      const harmless = await page.evaluate(() => [
        document.querySelectorAll('img:not(.cm-widgetBuffer), main script').length,
        document.documentElement.scrollWidth,
      ]);
      seen[path] = JSON.stringify(harmless) === '[0,360]';
    };
    const podcast = world.podcast('hostile');
    const episode = world.episode('hostile one');
    const paths = ['/', podcast, `${episode}/transcript`, `${episode}/chapters`, `${podcast}/videos`, `${podcast}/feed`];
    paths.push(`${podcast}/downloads?from=2026-10-01&to=2026-10-04&timezone=UTC`);
    for (const path of paths) await look(path);
    expect(seen).toEqual(Object.fromEntries(paths.map((path) => [path, true])));

    await goTo(page, `${episode}/chapters`);
    expect(await page.getByLabel('Title').inputValue()).toBe(HOSTILE);
    await goTo(page, `${podcast}/videos`);
    await page.getByRole('button', { name: `Correct… ${HOSTILE}` }).click();
    expect(await page.getByLabel('Title of the episode').inputValue()).toBe(`${HOSTILE} 2`);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: `Link… ${HOSTILE}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: HOSTILE }).waitFor();
    await page.keyboard.press('Escape');
    await goTo(page, `${podcast}/feed`);
    await page.getByRole('button', { name: 'Refetch now' }).click();
    await page.getByText('1 new, 0 changed').waitFor();
    await goTo(page, podcast);
    await page.getByText('2 episodes').waitFor();
    expect(await page.getByRole('link', { name: HOSTILE }).count()).toBe(2);
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect(complaints).toEqual([]);
  });
}
