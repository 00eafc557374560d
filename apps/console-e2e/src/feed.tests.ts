import { expect, it } from '@jest/globals';
import { axeFindings } from './axe.ts';
import { until } from '@app/process/testing/until';
import { press, retype, tabTo } from './keyboard.ts';
import type { World } from './world.ts';

export function tryFeed(world: World): void {
  it('the feed page refetches a feed by the keyboard alone, and shows what it brought, and its warnings with lines', async () => {
    const { page, complaints } = await world.at(`${world.podcast('tech')}/feed`);
    await page.getByText('This feed was not fetched yet.').waitFor();
    await press(page, 'Refetch now');
    await page.getByText('1 new, 0 changed').waitFor();
    await page.getByRole('row', { name: /^3 An & .* bare_ampersand$/ }).waitFor();
    await page.reload();
    await page.getByText('1 new, 0 changed').waitFor();
    expect(complaints).toEqual([]);
    await press(page, 'Refetch now');
    await page.getByRole('alert').getByText('refetch_too_soon').waitFor();
  });

  it('point 13: the feed page turns publication on by the keyboard alone, and shows the public feed and what was added to it', async () => {
    const { page, complaints } = await world.at(`${world.podcast('tech')}/feed`);
    await tabTo(page, 'Feed, transcripts, chapters and videos of published episodes are public');
    await page.keyboard.press('Space');
    await retype(page, 'Language of the transcripts (empty: as the feed says)', 'en-GB');
    await press(page, 'Save');
    await page.getByText('Saved.').waitFor();
    expect(await world.data(`${world.podcast('tech')}/publication`)).toMatchObject({ public: true, language: 'en-GB' });
    await page.getByRole('button', { name: 'Show what was added' }).waitFor();
    expect(complaints).toEqual([]);
    // The feed may not be fetched yet, and a change takes a moment.
    await world.fetch(`${world.podcast('tech')}/rss-refetch`, { method: 'POST' });
    await until(async () => {
      await press(page, 'Show what was added');
      await page.getByRole('button', { name: 'Show what was added' }).and(page.locator(':enabled')).waitFor();
      return page.getByText('Episodes with transcripts').isVisible();
    });
    expect(await axeFindings(page)).toEqual([]);
    await retype(page, 'Language of the transcripts (empty: as the feed says)', '??');
    await press(page, 'Save');
    await page.getByRole('alert').locator('code').first().waitFor();
  });
}
