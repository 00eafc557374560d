import { expect, it } from '@jest/globals';
import { press } from './keyboard.ts';
import type { World } from './world.ts';

export function tryFeed(world: World): void {
  it('refetches a feed by the keyboard alone, and shows what it brought, and its warnings with lines', async () => {
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
}
