import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { press, retype, tabBackTo, tabTo } from './keyboard.ts';
import type { World } from './world.ts';

export function tryDownloads(world: World): void {
  it('shows downloads by day and episode in the chosen zone, by the keyboard alone, and says what the API refuses', async () => {
    const { page, complaints } = await world.at(`${world.podcast('tech')}/downloads?from=2026-10-01&to=2026-10-04&timezone=UTC`);
    await page.getByText('3 downloads of 1 episode in 4 days (UTC)').waitFor();
    const day = (date: string) => page.getByRole('row', { name: new RegExp(`^${date}`) });
    expect(await day('2026-10-03').textContent()).toBe('2026-10-03 11');
    expect(await day('2026-10-04').textContent()).toBe('2026-10-04 00');
    expect(await day('2026-10-02').textContent()).toBe('2026-10-02 22');
    const lines = page.getByRole('region', { name: 'Chart' }).locator('.u-label');
    await lines.first().waitFor({ state: 'attached' });
    expect(await lines.allTextContents()).toEqual(['Day', 'All episodes', 'The rich one']);
    await page.getByText('Released, marked by ▼: The rich one (2026-10-01)').waitFor(); // point 9
    await tabTo(page, 'Count');
    await page.keyboard.press('ArrowDown');
    expect(await page.getByLabel('Count').inputValue()).toBe('listeners');
    await tabBackTo(page, 'Time zone');
    await retype(page, 'Time zone', 'Asia/Tokyo');
    await page.keyboard.press('Enter');
    await page.getByText('in 4 days (Asia/Tokyo)').waitFor();
    expect(await day('2026-10-04').textContent()).toBe('2026-10-04 11');
    const [saved] = await Promise.all([page.waitForEvent('download'), press(page, 'Save as CSV')]);
    expect(await readFile(await saved.path(), 'utf8')).toMatch(/^date,episode_id,episode_title,downloads,unique_listeners,is_final\r\n/);
    expect(complaints).toEqual([]);
    await retype(page, 'Time zone', 'Moon/Sea');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('unknown_timezone').waitFor();
  });
}
