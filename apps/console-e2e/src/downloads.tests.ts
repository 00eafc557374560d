import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { press, retype, tabBackTo, tabTo } from './keyboard.ts';
import type { World } from './world.ts';

export function tryDownloads(world: World): void {
  it('the downloads page shows downloads by day and episode in the chosen zone, by the keyboard alone, and says what the API refuses', async () => {
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

  it.each([
    ['23', ['2026-03-30', '2026-03-29', '2026-03-28'], ['28 Mar', '29 Mar', '30 Mar'], 3],
    ['25', ['2026-10-26', '2026-10-25', '2026-10-24'], ['24 Oct', '25 Oct', '26 Oct'], 5],
  ])('the downloads page has each day once around one of %s hours, in table and chart', async (_hours, days, labels, peak) => {
    const visit = await world.visit({ timezoneId: 'Europe/Berlin', locale: 'en-GB' });
    const { page } = visit;
    const [last, changed, first] = days;
    await page.clock.setFixedTime(`${last}T23:30:00Z`); // the day after, in Berlin
    const csv = `date,episode_id,episode_title,downloads,unique_listeners,is_final\r\n${changed},e,One,5,4,true\r\n`;
    await page.route('**/analytics.csv*', (route) => route.fulfill({ contentType: 'text/csv', body: csv }));
    await page.addInitScript(`globalThis.drawn = new Set(); const { fillText } = CanvasRenderingContext2D.prototype;
      CanvasRenderingContext2D.prototype.fillText = function (...given) { drawn.add(given[0]); return fillText.apply(this, given); }`);
    await world.web.open(visit, `${world.podcast('tech')}/downloads?from=${first}&to=${last}`, world.token('ann'));
    await page.getByText('in 3 days (Europe/Berlin)').waitFor();
    expect(await page.getByRole('table').first().locator('tbody th').allTextContents()).toEqual(days.map((day) => `${day} `));
    await page.waitForFunction(() => (globalThis as unknown as { drawn: Set<string> }).drawn.size > 0);
    const drawn = await page.evaluate<string[]>('[...drawn]');
    expect(drawn.filter((text) => / (Mar|Oct)$/.test(text))).toEqual(labels);
    expect(Math.max(...drawn.map(Number).filter(Number.isFinite))).toBeGreaterThan(peak); // point 9: room above it
    await page
      .locator('.u-label')
      .getByText(/^All, \d{4}-\d\d-\d\d to /)
      .waitFor({ state: 'attached' }); // point 9: the period before
    await page.getByRole('button', { name: 'The last 7 days' }).click();
    await page.waitForURL(/timezone=Europe%2FBerlin/);
    const week = new URL(page.url()).searchParams;
    expect(Date.parse(week.get('to') ?? '') - Date.parse(week.get('from') ?? '')).toBe(6 * 86_400_000);
    expect(week.get('to')).toBe(new Date(Date.parse(`${last}`) + 86_400_000).toISOString().slice(0, 10));
    expect(visit.complaints).toEqual([]);
  });

  it('point 9: the line to a day that is not over is dashed', async () => {
    const visit = await world.visit({ timezoneId: 'UTC' });
    const { page, complaints } = visit;
    await page.clock.setFixedTime('2026-10-04T12:00:00Z');
    const header = 'date,episode_id,episode_title,downloads,unique_listeners,is_final\r\n';
    const days = '2026-10-03,e,One,5,4,true\r\n2026-10-04,e,One,2,2,false\r\n';
    await page.route('**/analytics.csv*', (route) => {
      const isPeriodBefore = !route.request().url().includes('to=2026-10-04');
      return route.fulfill({ contentType: 'text/csv', body: isPeriodBefore ? header : header + days });
    });
    await page.addInitScript(`globalThis.dashes = new Set(); const { setLineDash } = CanvasRenderingContext2D.prototype;
      CanvasRenderingContext2D.prototype.setLineDash = function (dash) { dashes.add(String(dash)); return setLineDash.call(this, dash); }`);
    await world.web.open(visit, `${world.podcast('tech')}/downloads?from=2026-10-02&to=2026-10-04`, world.token('ann'));
    await page.getByText('The line to a day that is not over is dashed').waitFor();
    await page.locator('.u-label').getByText('All, day not over').waitFor({ state: 'attached' });
    await page.waitForFunction(() => (globalThis as unknown as { dashes: Set<string> }).dashes.has('4,4'));
    await page.getByRole('row', { name: /^2026-10-04 not over/ }).waitFor();
    expect(complaints).toEqual([]);
  });
}
