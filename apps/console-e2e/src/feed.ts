import { expect, it } from '@jest/globals';
import type { World } from './world.ts';

export function tryFeed(world: World): void {
  it('refetches a feed and shows what it brought, and its warnings with lines', async () => {
    const { page, complaints } = await world.at(`${world.podcast('tech')}/feed`);
    await page.getByText('This feed was not fetched yet.').waitFor();
    await page.getByRole('button', { name: 'Refetch now' }).press('Enter');
    await page.getByText('1 new, 0 changed').waitFor();
    await page.getByRole('row', { name: /^3 An & .* bare_ampersand$/ }).waitFor();
    await page.reload();
    await page.getByText('1 new, 0 changed').waitFor();
    expect(complaints).toEqual([]);
    await page.getByRole('button', { name: 'Refetch now' }).press('Enter');
    await page.getByRole('alert').getByText('refetch_too_soon').waitFor();
  });
}
